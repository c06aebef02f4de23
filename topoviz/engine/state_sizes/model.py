"""The bytes of changelogs, by store and partition: what a task reads that has no local state.

These are bytes on the disks of brokers, as `kafka-log-dirs.sh --describe` prints them: compressed as they were written,
with all that compaction and retention have not deleted yet. A store on disk may be smaller or larger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final


@dataclass(frozen=True, slots=True)
class ChangelogSize:
    """The bytes of one changelog: of all its partitions, and of each one; `each` where only one figure is known.

    `total` is None where nobody knows how many partitions there are.
    """

    total: int | None
    by_partition: Mapping[int, int] = field(default_factory=dict)
    each: int | None = None

    def of(self, partition: int) -> int | None:
        """Give the bytes of a partition; None where that is not known."""
        return self.by_partition.get(partition, self.each)

    @property
    def largest(self) -> int | None:
        """Give the bytes of the largest partition that is known."""
        return max(self.by_partition.values(), default=self.each)


@dataclass(frozen=True, slots=True)
class Restored:
    """The bytes of some changelogs, and the stores whose bytes are not known and not in the sum."""

    size_bytes: int
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StateSizes:
    """The sizes of changelogs by store, and the day on which they were measured; None where nobody says it."""

    stores: Mapping[str, ChangelogSize]
    day: date | None = None

    def of_task(self, stores: Iterable[str], partition: int) -> Restored:
        """Add up what a task with these stores restores: its partition of each changelog."""
        found = {store: self._of(store, partition) for store in stores}
        return Restored(
            sum(size for size in found.values() if size is not None),
            tuple(sorted(store for store, size in found.items() if size is None)),
        )

    def _of(self, store: str, partition: int) -> int | None:
        known = self.stores.get(store)
        return None if known is None else known.of(partition)

    @property
    def source(self) -> str:
        """Say where the sizes come from, as a sentence begins."""
        return "By the sizes that are given" if self.day is None else f"By the lag report of {day_in_words(self.day)}"


def day_in_words(day: date) -> str:
    """Write a day as pages and texts do, such as 27 November 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
