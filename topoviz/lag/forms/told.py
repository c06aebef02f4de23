"""What the reading of one file gave beside its rows: lines kept aside, and what is to be said of the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

EXAMPLES: Final = 20
KEPT_TEXT: Final = 200
"""Letters of a line that are kept to show it."""


@dataclass
class Kept:
    """Lines kept aside: how many for each reason, and the first of them with their numbers."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[tuple[int | None, str]]] = field(default_factory=dict)

    def add(self, number: int | None, text: str, reason: str) -> None:
        """Count a line, and keep its text if it is among the first; `number` is None where a form has no lines."""
        self.counts[reason] += 1
        examples = self.examples.setdefault(reason, [])
        if len(examples) < EXAMPLES:
            examples.append((number, text[:KEPT_TEXT]))


@dataclass
class Told:
    """What a file gave: rows written, lines kept aside, and what the reader should know of the rest."""

    rows: int = 0
    kept: Kept = field(default_factory=Kept)
    other_tables: Counter[str] = field(default_factory=Counter)
    unread_zones: Counter[str] = field(default_factory=Counter)
    more: list[str] = field(default_factory=list)

    def notes(self) -> tuple[str, ...]:
        """Say as sentences what was passed over and what was taken for something."""
        tables = tuple(
            f"{times(count, 'table')} of another kind ({name}) {'was' if count == 1 else 'were'} passed over."
            for name, count in sorted(self.other_tables.items())
        )
        zones = tuple(
            f"The time zone {zone} is not read; times with it are shown as if they were UTC."
            for zone in sorted(self.unread_zones)
        )
        return (*tables, *zones, *self.more)


def times(count: int, what: str) -> str:
    """Say how many of something there are."""
    return f"1 {what}" if count == 1 else f"{count:,} {what}s"
