"""What a task has fetched of one partition and not processed yet: raw records, and one read record at the head.

Source: RecordQueue. Only the head's time is known to the task; a late record hides behind the one before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.simulation.task.extractors import UNKNOWN, Extractor
from topoviz.engine.simulation.task.record import Record
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
        "_looks_at_all",
        "_passes_negative",
        "_passes_unreadable",
        "dropped",
        "head",
        "partition",
        "partition_time",
        "waiting",
        "was_consumed",
    )

    def __init__(self, partition: TopicPartition, extractor: Extractor, behaviours: Behaviours) -> None:
        self.partition = partition
        self.partition_time = UNKNOWN
        """The highest time seen, in ms: of what was processed, and until 2.5 of what became the head."""
        self.dropped: list[Dropped] = []
        """What was dropped so far; who looks at it may empty it."""
        self.head: Record | None = None
        """The next record; None of an empty queue, and of no other."""
        self.was_consumed = False
        """Whether the task has taken a record of it."""
        self._extractor = extractor
        self._looks_at_all = extractor is Extractor.WALL_CLOCK
        self._counts_heads = behaviours.has("counts_time_of_heads")
        self._passes_negative = behaviours.has("passes_over_negative_times")
        self._passes_unreadable = behaviours.has("passes_over_unreadable")
        self.waiting: deque[Record] = deque()
        """What stands behind the head, as it was fetched."""

    @property
    def size(self) -> int:
        """How many records it has."""
        return len(self.waiting) + (self.head is not None)

    def add(self, records: Iterable[Record], now: int) -> int:
        """Put records behind the others, at a time in ms, and give the new size. Raises InvalidTimestamp."""
        self.waiting.extend(records)
        if self.head is None:
            self._find_head(now)
        return self.size

    def poll(self, now: int) -> Record | None:
        """Take the head, if there is one, and read the next. Raises InvalidTimestamp."""
        head = self.head
        if head is None:
            return None
        self.head = None
        if not self._counts_heads and head.timestamp > self.partition_time:
            self.partition_time = head.timestamp
        waiting = self.waiting
        if waiting:
            _, timestamp, is_readable = waiting[0]
            if is_readable and timestamp >= 0 and not self._looks_at_all:
                # Nearly always: there is nothing to find out about it.
                self.head = waiting.popleft()
                if self._counts_heads and timestamp > self.partition_time:
                    self.partition_time = timestamp
            else:
                self._find_head(now)
        return head

    def clear(self) -> None:
        """Forget everything, as a task does that is suspended."""
        self.waiting.clear()
        self.head = None
        self.partition_time = UNKNOWN

    def _find_head(self, now: int) -> None:
        skipped: Record | None = None
        raw = self.waiting
        while raw:
            record = raw.popleft()
            _, timestamp, is_readable = record
            if not is_readable:
                self.dropped.append(Dropped(self.partition, record, Why.UNREADABLE))
                skipped = record
                continue
            if timestamp < 0 or self._looks_at_all:
                timestamp = self._extractor.time_of(record, self.partition_time, now)
                record = record._replace(timestamp=timestamp)
            if timestamp < 0:
                self.dropped.append(Dropped(self.partition, record, Why.NEGATIVE_TIME))
                if self._passes_negative:
                    skipped = record
                continue
            self.head = record
            if self._counts_heads and timestamp > self.partition_time:
                self.partition_time = timestamp
            return
        if skipped is not None and self._passes_unreadable:
            # Without a head, the offsets of what was dropped would not be committed. It is next, for it has no time.
            self.head = skipped._replace(timestamp=UNKNOWN)
