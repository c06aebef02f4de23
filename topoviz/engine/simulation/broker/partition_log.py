"""The records of one partition as its leader has them, with the times at which readers may have them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable

from topoviz.engine.tasks.topic_partition import TopicPartition


class PartitionLog:
    """Records by offset, from 0 on. Clock times are in microseconds; they never go back within a partition.

    With transactions, nobody reads beyond the first record of one that is open (the last stable offset). Markers of
    transactions take no offset here, as they do on a real broker.
    """

    __slots__ = (
        "_open", "aborted", "arrivals", "born", "keys", "nulls", "olds", "on_readable", "partition", "slowed_by",
        "start", "times", "unreadable", "values", "visible",
    )  # fmt: skip

    def __init__(self, partition: TopicPartition) -> None:
        self.partition = partition
        self.arrivals = array("q")
        """When each record arrived."""
        self.visible = array("q")
        """When each record could be read first; as long as the part that can be read."""
        self.times = array("q")
        """Timestamps in ms."""
        self.born = array("q")
        """When the record of an input topic arrived from which each comes."""
        self.keys: list[str | None] = []
        self.values: list[str | None] = []
        """Of the records whose values matter, else empty."""
        self.nulls: set[int] = set()
        """Records without a value."""
        self.olds: dict[int, str] = {}
        """What tables had before, of records that are updates of one."""
        self.unreadable: set[int] = set()
        self.aborted: set[int] = set()
        self.slowed_by = 0
        """How much longer than usual a fetch of it takes now."""
        self.start = 0
        """The first offset that is not purged."""
        self.on_readable: Callable[[PartitionLog, int], None] | None = None
        """Who is to know that there is more to read, and from when on."""
        self._open: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return len(self.arrivals)

    def append(
        self, arrival: int, timestamp: int, key: str | None, born: int, value: str | None, producer: str | None
    ) -> None:
        """Put a record at the end; within a transaction of a producer where one is named."""
        arrivals = self.arrivals
        offset = len(arrivals)
        if offset and arrival < arrivals[-1]:
            arrival = arrivals[-1]
        arrivals.append(arrival)
        self.times.append(timestamp)
        self.keys.append(key)
        self.born.append(born)
        if value is not None:
            self.values.extend([None] * (offset - len(self.values)))
            self.values.append(value)
        if producer is not None:
            self._open.setdefault(producer, []).append(offset)
        if not self._open:
            self.visible.append(arrival)
            if self.on_readable is not None:
                self.on_readable(self, arrival)

    def end_transaction(self, producer: str, now: int, *, aborts: bool) -> int:
        """Commit or abort what a producer has open; gives how many records nobody will read for that."""
        mine = self._open.pop(producer, None)
        if mine is None:
            return 0
        if aborts:
            self.aborted.update(mine)
        before = len(self.visible)
        stable = min((offsets[0] for offsets in self._open.values()), default=len(self.arrivals))
        for offset in range(before, stable):
            self.visible.append(max(now, self.arrivals[offset]))
        if stable > before and self.on_readable is not None:
            self.on_readable(self, self.visible[before])
        return len(mine) if aborts else 0

    def end_at(self, now: int) -> int:
        """Give the offset up to which can be read at a time."""
        return bisect_right(self.visible, now)

    def value(self, offset: int) -> str | None:
        """Give the value of a record, where values are kept."""
        return self.values[offset] if offset < len(self.values) else None
