"""Records of both sides of a join of streams that wait for a partner until their windows close (KAFKA-10847).

Source: ListValueStore under TimestampedKeyAndJoinSide, which orders by time, then side, the right one first, then key.
"""

from __future__ import annotations

from bisect import bisect_left, insort

from topoviz.engine.simulation.nodes.operations import StorePlan

Row = tuple[int, bool, str]
"""A time, whether it is of the left side, and a key."""


class Unmatched:
    """The store of one task, with the births of all records of a row."""

    __slots__ = ("_is_logged", "born", "name", "order", "writes")

    merged = 0

    def __init__(self, plan: StorePlan) -> None:
        self.name = plan.name
        self.order: list[Row] = []
        self.born: dict[Row, list[int]] = {}
        self.writes = 0
        self._is_logged = plan.is_logged

    def __len__(self) -> int:
        return len(self.order)

    def put(self, row: Row, born: int) -> None:
        """Add a record."""
        if row not in self.born:
            self.born[row] = []
            insort(self.order, row)
        self.born[row].append(born)
        self.writes += self._is_logged

    def remove(self, row: Row) -> None:
        """Remove all records of a row; nothing is written where there are none."""
        if self.born.pop(row, None) is not None:
            del self.order[bisect_left(self.order, row)]
            self.writes += self._is_logged
