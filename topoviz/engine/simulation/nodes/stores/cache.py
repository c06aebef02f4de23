"""The cache of a thread, which all stores of its tasks share, counted in entries (ThreadCache)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Cache:
    """How many entries there may be, and are."""

    most: int
    used: int = 0

    @property
    def is_full(self) -> bool:
        """Tell whether something must leave."""
        return self.used > self.most
