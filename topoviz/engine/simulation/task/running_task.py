"""One active task that runs: it takes records in, processes one at a time, punctuates, and says what to commit.

Source: StreamTask of 2.1 and later. What processors do is for the caller; a task only says which record is next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from topoviz.engine.simulation.task.extractors import UNKNOWN, Extractor
from topoviz.engine.simulation.task.partition_group import PartitionGroup
from topoviz.engine.simulation.task.punctuations import Punctuations, Schedule
from topoviz.engine.simulation.task.readiness.model import Ready, Waits
from topoviz.engine.simulation.task.readiness.registry import readiness_of
from topoviz.engine.simulation.task.record import Record
from topoviz.engine.simulation.task.record_queue import RecordQueue
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class TaskSettings:
    """max.task.idle.ms, buffered.records.per.partition, and extractors by topic where they are not the usual one."""

    idle_ms: int = 0
    most_buffered: int = 1_000
    extractors: Mapping[str, Extractor] | None = None


class Processed(NamedTuple):
    """A record that the task has processed, or passed over where it has no time; and how it came to be next."""

    queue: RecordQueue
    record: Record
    ready: Ready

    @property
    def partition(self) -> TopicPartition:
        """The partition that it is from."""
        return self.queue.partition

    @property
    def is_skipped(self) -> bool:
        """Whether no processor sees it."""
        return self.record.timestamp == UNKNOWN


class RunningTask:
    """The state of a task between two calls. Times are in ms."""

    __slots__ = (
        "_commits_when_suspended", "_most_buffered", "_positions", "_readiness", "_resumes_below", "_resumes_later",
        "by_stream_time", "by_wall_clock", "group", "is_commit_needed", "paused", "to_resume",
    )  # fmt: skip

    def __init__(self, partitions: Sequence[TopicPartition], settings: TaskSettings, behaviours: Behaviours) -> None:
        self.group = PartitionGroup(partitions, behaviours, settings.extractors or {})
        self.paused: set[TopicPartition] = set()
        """Partitions of which the consumer fetches nothing."""
        self.is_commit_needed = False
        self.by_stream_time = Punctuations()
        self.by_wall_clock = Punctuations()
        self._readiness = readiness_of(behaviours, settings.idle_ms)
        self._most_buffered = settings.most_buffered
        self._resumes_below = behaviours.has("resumes_below_limit")
        self._commits_when_suspended = not behaviours.has("has_task_states")
        self._resumes_later = behaviours.has("resumes_at_next_turn")
        self.to_resume: set[RecordQueue] = set()
        """Queues that had space after a record was taken, since the last turn: from 3.7 on."""
        self._positions: dict[TopicPartition, int] = {}

    def add(self, partition: TopicPartition, records: Sequence[Record], now: int) -> int:
        """Take in what was fetched of a partition, and pause it above the limit; gives the size of its queue."""
        size = self.group.add(partition, records, now)
        if records:
            self._positions[partition] = records[-1].offset + 1
        if size > self._most_buffered:
            self.paused.add(partition)
        return size

    def update_lags(self, lags: Mapping[TopicPartition, int | None]) -> None:
        """Learn what the consumer says of all partitions: once a turn of the thread, until 3.6 at each question."""
        for partition in self.group.queues:
            self._readiness.update_lag(partition, lags.get(partition))

    def process(self, now: int) -> Processed | Waits | None:
        """Process the next record, or say why not; None where waiting is off and nothing is there."""
        ready = self._readiness.ask(self.group, now)
        if isinstance(ready, Waits):
            return ready
        found = self.take(now)
        return None if found is None else Processed(*found, ready)

    def take(self, now: int) -> tuple[RecordQueue, Record] | None:
        """Process the next record without asking, as of a task with one queue: it waits for nothing but records."""
        found = self.group.next_record(now)
        if found is None:
            return None
        queue, _ = found
        queue.was_consumed = self.is_commit_needed = True
        if self._resumes_later or self.paused:
            size, most = len(queue.waiting) + (queue.head is not None), self._most_buffered
            if size == most or (size < most and self._resumes_below):
                if self._resumes_later:
                    self.to_resume.add(queue)
                else:
                    self.paused.discard(queue.partition)
        return found

    def resume_partitions(self) -> list[TopicPartition]:
        """Fetch again of what had space since the last turn, from 3.7 on; gives what was paused, in order."""
        found = [queue.partition for queue in self.to_resume if queue.partition in self.paused] if self.paused else []
        self.paused.difference_update(found)
        self.to_resume.clear()
        return sorted(found)

    def punctuate_by_stream_time(self, punctuate: Callable[[Schedule, int], None]) -> bool:
        """Call the punctuators that are due by stream time, which is not known before the first record."""
        if self.group.stream_time == UNKNOWN:
            return False
        return self._note(self.by_stream_time.fire(self.group.stream_time, punctuate))

    def punctuate_by_wall_clock(self, now: int, punctuate: Callable[[Schedule, int], None]) -> bool:
        """Call the punctuators that are due by the clock."""
        return self._note(self.by_wall_clock.fire(now, punctuate))

    def committable(self) -> dict[TopicPartition, tuple[int, int]]:
        """Give the offset and the partition time to commit, of each partition that something was processed of.

        The offset is that of the next record to process, and not one after the last: what was dropped in between is
        passed over.
        """
        found = {}
        for partition, queue in self.group.queues.items():
            if not queue.was_consumed:
                continue
            offset = queue.head.offset if queue.head is not None else self._positions[partition]
            found[partition] = (offset, queue.partition_time)
        return found

    def commit(self, *, always: bool = False) -> dict[TopicPartition, tuple[int, int]]:
        """Commit when there is something to commit, or always; gives what `committable` does, else nothing."""
        if not (always or self.is_commit_needed):
            return {}
        self.is_commit_needed = False
        return self.committable()

    def suspend(self) -> dict[TopicPartition, tuple[int, int]]:
        """Commit as a task does that is suspended, and forget what was fetched; gives what it commits.

        Until 2.5 it commits whatever it has consumed, needed or not. Punctuators stay: when it resumes, processors
        schedule their own anew beside them.
        """
        found = self.commit()
        if self._commits_when_suspended:
            found = self.committable()
        self.group.clear()
        self.paused.clear()
        self._readiness.forget()
        return found

    def resume(self, times: Mapping[TopicPartition, int]) -> None:
        """Go on after that, with the partition times in ms that were committed."""
        for partition, time in times.items():
            if time >= 0:
                self.group.set_partition_time(partition, time)

    def _note(self, fired: bool) -> bool:
        self.is_commit_needed = self.is_commit_needed or fired
        return fired
