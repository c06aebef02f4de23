"""The ledger: every DSL call that stands in the text, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.source import Span


class Fate(StrEnum):
    """What became of a call."""

    MODELLED = "modelled"
    NOT_REACHABLE = "not reachable"
    REPORTED = "reported"


@dataclass(frozen=True, slots=True)
class Entry:
    """One call of the text: where, which method, its fate, and why if it was not modelled."""

    span: Span
    method: str
    fate: Fate
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries in the order of the text; the three fates add up to the calls seen."""

    entries: tuple[Entry, ...]

    def count(self, fate: Fate) -> int:
        """Count the calls with this fate."""
        return sum(1 for entry in self.entries if entry.fate is fate)
