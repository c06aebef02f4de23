"""All meanings, and which one a line has."""

from __future__ import annotations

from functools import cache
from typing import Final

from topoviz.engine.log_lines.meanings.group import GROUP
from topoviz.engine.log_lines.meanings.model import Meaning
from topoviz.engine.log_lines.meanings.records import RECORDS
from topoviz.engine.log_lines.meanings.tasks import TASKS
from topoviz.engine.log_lines.meanings.threads import THREADS
from topoviz.engine.log_lines.meanings.transactions import TRANSACTIONS
from topoviz.engine.log_lines.table import Line

MEANINGS: Final = (*THREADS, *RECORDS, *GROUP, *TASKS, *TRANSACTIONS)


def meaning_of(line: Line) -> Meaning | None:
    """Give what a line means, by the longest beginning that fits; None where it is known and nothing more is said."""
    found = [
        (len(beginning), meaning)
        for beginning, meaning in _by_class().get(line.of.rpartition(".")[2], ())
        if line.text.startswith(beginning)
    ]
    return max(found, key=lambda one: one[0])[1] if found else None


@cache
def _by_class() -> dict[str, list[tuple[str, Meaning]]]:
    found: dict[str, list[tuple[str, Meaning]]] = {}
    for meaning in MEANINGS:
        for name, beginning in meaning.lines:
            found.setdefault(name, []).append((beginning, meaning))
    return found
