"""What a change means for one thing: how bad it is, why, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Level(IntEnum):
    """How much a change asks of those who deploy it; the worst one holds for the whole."""

    COMPATIBLE = 0
    NOTE = 1
    STOP_ALL = 2
    STATE_LOSS = 3
    WILL_NOT_START = 4

    @property
    def words(self) -> str:
        """Give the level as a verdict says it."""
        return _WORDS[self]


_WORDS = {
    Level.COMPATIBLE: "Compatible",
    Level.NOTE: "Compatible, with a note on the rolling restart",
    Level.STOP_ALL: "Stop all, then start",
    Level.STATE_LOSS: "State is lost unless it is migrated",
    Level.WILL_NOT_START: "Will not start",
}


class Cause(StrEnum):
    """What brings a finding, where both the program and its version or optimization are other ones."""

    VERSION = "version"
    EDIT = "edit"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule found about one thing.

    `old` and `new` are the names concerned. With `is_unsure`, the level is the worst that may be meant, and `rests_on`
    says what is not known. `effect` says what happens to state or records, `way_out` what to do about it. `by` says
    what brings it, where that was asked: the version or setting alone, or the edit.
    """

    code: str
    level: Level
    sentence: str
    effect: str
    way_out: str
    reference: str
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    is_unsure: bool = False
    rests_on: tuple[str, ...] = ()
    by: Cause | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The worst level that is certain, and the worst one that may be: where they differ, nobody can tell."""

    certain: Level
    worst: Level

    @property
    def is_known(self) -> bool:
        """Tell whether what is not known cannot make it worse."""
        return self.certain >= self.worst

    @property
    def words(self) -> str:
        """Give the verdict in words."""
        if self.is_known:
            return self.certain.words
        least = f"at least “{self.certain.words}”, and " if self.certain >= Level.STOP_ALL else ""
        return f"Cannot tell: {least}it may be “{self.worst.words}”"


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """Add findings up."""
    certain = worst = Level.COMPATIBLE
    for one in findings:
        worst = max(worst, one.level)
        if not one.is_unsure:
            certain = max(certain, one.level)
    return Verdict(certain, worst)
