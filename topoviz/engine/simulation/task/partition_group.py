"""Which record of all its partitions a task processes next, and what time it is for the task.

Source: PartitionGroup. The queue whose head has the lowest time is next; among equals the heap decides, and not the
number of the partition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from topoviz.engine.java_order.hash_map import JavaHashMap
from topoviz.engine.java_order.priority_queue import JavaPriorityQueue
from topoviz.engine.simulation.task.extractors import UNKNOWN, Extractor
from topoviz.engine.simulation.task.record import Record
from topoviz.engine.simulation.task.record_queue import RecordQueue
from topoviz.engine.tasks.topic_partition import TopicPartition, partition_hash
from topoviz.engine.versions import Behaviours


class PartitionGroup:
    """The queues of one task."""

    __slots__ = ("_filled", "_only", "_was_all_buffered", "counted", "queues", "stream_time")

    def __init__(
        self,
        partitions: Iterable[TopicPartition],
        behaviours: Behaviours,
        extractors: Mapping[str, Extractor],
    ) -> None:
        """Make empty queues; `extractors` are those of topics that have not the usual one, which fails."""
        by_hash: JavaHashMap[TopicPartition, None] = JavaHashMap(partition_hash, tuple)
        by_hash.add_all(partitions, None)
        self.queues = {
            partition: RecordQueue(partition, extractors.get(partition.topic, Extractor.FAIL), behaviours)
            for partition in by_hash
        }
        """Queues by partition, in the order in which Kafka Streams looks at them."""
        self.stream_time = UNKNOWN
        """The highest time in ms of all records that were processed; it never goes back."""
        self.counted = 0
        """How many records lie in all queues, as Kafka Streams counts: what was dropped behind others stays counted."""
        self._was_all_buffered = False
        self._filled: JavaPriorityQueue[RecordQueue] = JavaPriorityQueue(_time_of_head)
        # Most tasks have one queue, and no order to keep.
        self._only = next(iter(self.queues.values())) if len(self.queues) == 1 else None

    @property
    def is_all_buffered(self) -> bool:
        """Whether every partition has a record, or had when the task was suspended, and none has run empty since.

        Kafka Streams keeps a flag of it, which PartitionGroup#clear does not clear.
        """
        return self._was_all_buffered or self.has_all

    @property
    def has_any(self) -> bool:
        """Whether any partition has a record now."""
        return self._only.head is not None if self._only is not None else len(self._filled) > 0

    @property
    def has_all(self) -> bool:
        """Whether every partition has a record now."""
        return self._only.head is not None if self._only is not None else len(self._filled) == len(self.queues)

    def add(self, partition: TopicPartition, records: Iterable[Record], now: int) -> int:
        """Put records into the queue of a partition, and give its new size. Raises InvalidTimestamp."""
        queue = self.queues[partition]
        before = queue.size
        size = queue.add(records, now)
        if not before and size and self._only is None:
            self._filled.offer(queue)
        self.counted += size - before
        return size

    def next_record(self, now: int) -> tuple[RecordQueue, Record] | None:
        """Take the record with the lowest time, and let the stream time follow. Raises InvalidTimestamp."""
        queue = self._only or self._filled.poll()
        record = None if queue is None else queue.poll(now)
        if queue is None or record is None:
            return None
        self.counted -= 1
        if queue.head is None:
            self._was_all_buffered = False
        elif self._only is None:
            self._filled.offer(queue)
        if record.timestamp > self.stream_time:
            self.stream_time = record.timestamp
        return queue, record

    def set_partition_time(self, partition: TopicPartition, time: int) -> None:
        """Start with the time that the last commit of a partition brought along (KAFKA-7994)."""
        self.queues[partition].partition_time = time
        self.stream_time = max(self.stream_time, time)

    def clear(self) -> None:
        """Forget everything, as a task does that is suspended."""
        self._was_all_buffered = self.is_all_buffered
        for queue in self.queues.values():
            queue.clear()
        self._filled = JavaPriorityQueue(_time_of_head)
        self.counted = 0
        self.stream_time = UNKNOWN


def _time_of_head(queue: RecordQueue) -> int:
    return queue.head.timestamp if queue.head is not None else UNKNOWN
