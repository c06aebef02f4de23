"""What became of the rows of a history."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A row that was kept aside; `line` is None where the file has no lines."""

    file: int
    line: int | None
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class RejectedRows:
    """How many rows were kept aside for one reason, and the first of them."""

    reason: str
    count: int
    examples: tuple[RejectedRow, ...]


@dataclass(frozen=True, slots=True)
class RowCounts:
    """How many rows there were, and what became of them."""

    good: int
    rejected: int
    duplicates: int
    rejected_by_reason: tuple[RejectedRows, ...]
