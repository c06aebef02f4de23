"""The store of one side of a join of streams: records by key and time, as long as the retention period says.

Source: RocksDBWindowStore with duplicates, AbstractRocksDBSegmentedBytesStore, AbstractSegments.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort

from topoviz.engine.simulation.nodes.operations import StorePlan


class JoinRows:
    """Times of records by key; those of expired segments are gone, and with `reads_exactly` all that are too old."""

    __slots__ = ("_is_logged", "_retention", "_segment", "expired", "name", "observed", "reads_exactly",
                 "rows", "writes")  # fmt: skip

    merged = 0

    def __init__(self, plan: StorePlan, *, reads_exactly: bool) -> None:
        self.name = plan.name
        self.rows: dict[str, list[int]] = {}
        self.observed = -1
        self.writes = 0
        self.expired = 0
        self.reads_exactly = reads_exactly
        self._retention = 0 if plan.retention is None else plan.retention
        self._segment = plan.segment
        self._is_logged = plan.is_logged

    def __len__(self) -> int:
        least = self._least()
        return sum(1 for times in self.rows.values() if times and times[-1] >= least)

    def put(self, key: str, timestamp: int) -> None:
        """Keep a record, unless its time is expired; its changelog gets it in any case."""
        self.writes += self._is_logged
        self.observed = max(self.observed, timestamp)
        if timestamp < self._least():
            self.expired += 1
            return
        times = self.rows.get(key)
        if times is None:
            self.rows[key] = [timestamp]
        elif timestamp >= times[-1]:
            times.append(timestamp)
            self._forget(times)
        else:
            insort(times, timestamp)

    def put_nothing(self) -> None:
        """Take a record without a value, of which only the changelog hears."""
        self.writes += self._is_logged

    def fetch(self, key: str, since: int, until: int) -> list[int]:
        """Give the times of a key from `since` to `until`, both included, the earliest first."""
        times = self.rows.get(key)
        if times is None:
            return []
        since = max(since, self._least())
        if self.reads_exactly:
            since = max(since, self.observed - self._retention + 1)
        return times[bisect_left(times, since) : bisect_right(times, until)]

    def nearest(self, key: str, timestamp: int) -> int | None:
        """Give the time of a key that is nearest to another one, if there is any."""
        least = self._least()
        times = [one for one in self.rows.get(key, ()) if one >= least]
        return min(times, key=lambda one: abs(one - timestamp), default=None)

    def _least(self) -> int:
        """Give the first time that is kept."""
        if self._segment is None:
            return self.observed - self._retention + 1
        return max(0, (self.observed - self._retention) // self._segment * self._segment)

    def _forget(self, times: list[int]) -> None:
        if len(times) & 63 == 0:
            del times[: bisect_left(times, self._least())]
