"""What a task has fetched of one partition and not processed yet: raw records, and one read record at the head.

Source: RecordQueue. Only the head's time is known to the task; a late record hides behind the one before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.simulation.task.extractors import UNKNOWN, Extractor
from topoviz.engine.simulation.task.record import Record, Stamped
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours


class Why(StrEnum):
    """Why a record is dropped before any processor sees it."""

    UNREADABLE = "unreadable"
    NEGATIVE_TIME = "negative timestamp"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A record that was dropped on its way to the head of its queue."""

    partition: TopicPartition
    record: Record
    why: Why


class RecordQueue:
    """The records of one partition, first in, first out."""

    __slots__ = (
        "_counts_heads",
        "_extractor",
        "_head",
        "_passes_negative",
        "_passes_unreadable",
        "_raw",
        "dropped",
        "partition",
        "partition_time",
    )

    def __init__(self, partition: TopicPartition, extractor: Extractor, behaviours: Behaviours) -> None:
        self.partition = partition
        self.partition_time = UNKNOWN
        """The highest time seen, in ms: of what was processed, and until 2.5 of what became the head."""
        self.dropped: list[Dropped] = []
        """What was dropped so far; who looks at it may empty it."""
        self._extractor = extractor
        self._counts_heads = behaviours.has("counts_time_of_heads")
        self._passes_negative = behaviours.has("passes_over_negative_times")
        self._passes_unreadable = behaviours.has("passes_over_unreadable")
        self._raw: deque[Record] = deque()
        self._head: Stamped | None = None

    def __len__(self) -> int:
        return len(self._raw) + (self._head is not None)

    @property
    def head(self) -> Stamped | None:
        """The next record; None of an empty queue."""
        return self._head

    def add(self, records: Iterable[Record], now: int) -> int:
        """Put records behind the others, at a time in ms, and give the new size. Raises InvalidTimestamp."""
        self._raw.extend(records)
        self._find_head(now)
        return len(self)

    def poll(self, now: int) -> Stamped:
        """Take the head, which must be there, and read the next one. Raises InvalidTimestamp."""
        head = self._head
        assert head is not None
        self._head = None
        if not self._counts_heads:
            self.partition_time = max(self.partition_time, head.timestamp)
        self._find_head(now)
        return head

    def clear(self) -> None:
        """Forget everything, as a task does that is suspended."""
        self._raw.clear()
        self._head = None
        self.partition_time = UNKNOWN

    def _find_head(self, now: int) -> None:
        skipped: Record | None = None
        while self._head is None and self._raw:
            record = self._raw.popleft()
            if not record.is_readable:
                self.dropped.append(Dropped(self.partition, record, Why.UNREADABLE))
                skipped = record
                continue
            timestamp = self._extractor.time_of(record, self.partition_time, now)
            if timestamp < 0:
                self.dropped.append(Dropped(self.partition, record, Why.NEGATIVE_TIME))
                if self._passes_negative:
                    skipped = record
                continue
            self._head = Stamped(record, timestamp)
            if self._counts_heads:
                self.partition_time = max(self.partition_time, timestamp)
        if self._head is None and skipped is not None and self._passes_unreadable:
            # Without a head, the offsets of what was dropped would not be committed. It is next, for it has no time.
            self._head = Stamped(skipped, UNKNOWN, is_skipped=True)
