"""A pasted log as the API explains it, with the events of a simulation that its lines belong to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from topoviz.engine.log_lines.explaining import ExplainedLog, explain_log
from topoviz.engine.log_lines.onto_events import clues_of
from topoviz.engine.versions import KafkaVersion, parse_version
from topoviz.rendering.log_lines.explained_json import explained_log_to_json
from topoviz.rendering.simulation.trace.pieces import PieceHead
from topoviz.rendering.simulation.trace.reading import Wanted, events_with
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.traces import heads_of, piece_at

Json = dict[str, Any]

MOST_TEXT: Final = 16_000
"""Letters of a log. It is read here and not in a process of its own, because reading is linear in the text: what was
hardest to read of this length took 0.2 s of a processor."""
MOST_LINES: Final = 50
"""Lines that are explained; frames of stack traces do not count."""
MOST_LOOKED_AT: Final = 20_000
"""Events of a simulation that one request reads; the next one goes on behind them."""
MOST_PIECES: Final = 50
"""Pieces of a trace that one request goes through for a line, fewer for several: at most 1 s of a processor."""


@dataclass(slots=True)
class _Looking:
    """How far events were looked at."""

    goes_on_after: int | None = None


def explained_document(
    text: str, version: KafkaVersion | None, simulation: Calculation | None, after: int = -1
) -> Json:
    """Explain a text; with a simulation by its version, and with its events of higher numbers than `after`."""
    if simulation is None:
        return {**explained_log_to_json(explain_log(text, version, MOST_LINES), version=version), "goes_on_after": None}
    version = version or _version_of(simulation)
    log = explain_log(text, version, MOST_LINES)
    looking = _Looking()
    document = explained_log_to_json(log, _events(log, simulation, after, looking), version)
    return {**document, "goes_on_after": looking.goes_on_after}


def _version_of(simulation: Calculation) -> KafkaVersion | None:
    """Give the version that is simulated; None as long as that is not known."""
    result = json.loads(simulation.result or "null")
    return None if result is None or result["summary"] is None else parse_version(result["summary"]["version"])


def _events(log: ExplainedLog, simulation: Calculation, after: int, looking: _Looking) -> Iterator[Json]:
    clues = list(dict.fromkeys(one for line in log.known if (one := clues_of(line)) is not None))
    if not clues:
        return
    wanted = Wanted(frozenset[str]().union(*(one.kinds for one in clues)))

    def read(head: PieceHead) -> bytes:
        return piece_at(simulation, head.first)

    def may_fit(line: str) -> bool:
        return any(one.may_be_in(line) for one in clues)

    last = after
    heads = [one for one in heads_of(simulation) if one.first + one.count - 1 > after and wanted.may_be_in(one)]
    few = heads[: max(MOST_PIECES // len(clues), 1)]
    for looked, (number, event) in enumerate(events_with(few, read, wanted, may_fit, after)):
        if looked >= MOST_LOOKED_AT:
            looking.goes_on_after = last
            return
        last = number
        yield {"number": number, **event}
    if len(few) < len(heads):
        looking.goes_on_after = few[-1].first + few[-1].count - 1
