"""A task on its thread: the task of Kafka Streams, its nodes, and what it tells of itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from topoviz.engine.simulation import events
from topoviz.engine.simulation.broker.partition_log import PartitionLog
from topoviz.engine.simulation.nodes.context import Told
from topoviz.engine.simulation.nodes.moving import SOME, make_moving
from topoviz.engine.simulation.nodes.segments import Passage, Sink
from topoviz.engine.simulation.nodes.walk import Walked, Walker
from topoviz.engine.simulation.settings import Clock, Punctuator
from topoviz.engine.simulation.shared_work import TaskWork
from topoviz.engine.simulation.task.extractors import UNKNOWN
from topoviz.engine.simulation.task.punctuations import Schedule
from topoviz.engine.simulation.task.readiness.model import Cause, Waits
from topoviz.engine.simulation.task.record import Record
from topoviz.engine.simulation.task.record_queue import RecordQueue
from topoviz.engine.simulation.task.running_task import RunningTask
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition


@dataclass(slots=True)
class TaskTally:
    """What a task has done so far; it goes on when the task is made anew. Times in microseconds."""

    records: int = 0
    busy: int = 0
    dropped: int = 0
    again: int = 0
    pauses: int = 0
    punctuations: int = 0
    commits: int = 0
    without: int = 0
    """Records that were processed while a partition was empty: what comes there later may be out of order."""
    waits: dict[Cause, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Inlet:
    """A partition that a task reads: name, queue and log, and the way of its records, if all go alike to the end."""

    name: str
    queue: RecordQueue
    log: PartitionLog
    passage: Passage | None


class Step(NamedTuple):
    """A record that is being processed: what it costs, and where it comes out.

    It comes out at `sinks` as it came in, or there is what came of it, `walked`; or no processor sees it.
    """

    inlet: Inlet
    record: Record
    is_skipped: bool
    cost: int = 0
    sinks: tuple[Sink, ...] = ()
    walked: Walked | None = None


_make_step: Final[Callable[[tuple[Inlet, Record, bool, int, tuple[Sink, ...], Walked | None]], Step]] = partial(
    tuple.__new__, Step
)


class LiveTask:
    """One active task."""

    __slots__ = (
        "asks_for_commit", "cause_since", "has_producer", "id", "inlets", "is_topology_closed", "logs", "name", "names",
        "only", "partitions", "since", "state", "tally", "task", "waits", "waits_since", "walker", "was_resumed",
        "work",
    )  # fmt: skip

    def __init__(
        self, id_: TaskId, logs: dict[TopicPartition, PartitionLog], task: RunningTask, walker: Walker, tally: TaskTally
    ) -> None:
        self.id = id_
        self.name = str(id_)
        self.logs = logs
        self.partitions = tuple(logs)
        self.names = {partition: str(partition) for partition in logs}
        self.task = task
        queues = tuple(task.group.queues.values())
        self.only = queues[0] if len(queues) == 1 else None
        """Its queue, where it has one alone: then it has nothing to wait for but records."""
        self.walker = walker
        self.tally = tally
        self.work: TaskWork | None = None
        """What the threads of its instance could share of it, where there are several."""
        self.inlets = {
            queue: Inlet(self.names[one], queue, logs[one], walker.passage(one.topic))
            for one, queue in task.group.queues.items()
        }
        self.asks_for_commit = False
        self.state = "CREATED"
        """Its Task.State, where a group is followed."""
        self.has_producer = False
        """Whether it has a producer of its own, whose transactions are initialized."""
        self.is_topology_closed = False
        self.was_resumed = False
        """Whether the consumer is to begin again where the last commit ended."""
        self.since: dict[TopicPartition, int] = {}
        """Offsets of its last commit, or where it began."""
        self.waits: Waits | None = None
        self.waits_since = 0
        """Since when it waits, and `cause_since` since when for this reason."""
        self.cause_since = 0

    def schedule(self, punctuators: tuple[Punctuator, ...], now: int) -> list[tuple[Punctuator, int]]:
        """Make the schedules of its sub-topology, at a time in ms; gives them with the time of their first call."""
        found = []
        for one in punctuators:
            if one.sub_topology == self.id.sub_topology_id:
                is_by_stream_time = one.by is Clock.STREAM_TIME
                first = 0 if is_by_stream_time else now + one.every
                queue = self.task.by_stream_time if is_by_stream_time else self.task.by_wall_clock
                queue.add(Schedule(one.name, first, one.every))
                found.append((one, first))
        return found

    def begin_again(self, times: dict[TopicPartition, int], walker: Walker) -> None:
        """Forget what it had fetched, when it is suspended and goes on, with committed partition times in ms."""
        self.task.suspend()
        self.task.resume(times)
        self.walker = walker
        self.asks_for_commit = False
        self.waits = None

    def count_again(self) -> dict[str, int]:
        """Count by partition what it has processed and not committed, which whoever has it next does again."""
        found = {}
        for partition, (offset, _) in self.task.committable().items():
            count = offset - self.since.get(partition, 0)
            if count > 0:
                found[self.names[partition]] = count
        return found

    def fail(self, partition: TopicPartition) -> None:
        """Note that the record that it took last was not processed to its end."""
        self.since[partition] = self.since.get(partition, 0) + 1

    @property
    def is_empty(self) -> bool:
        """Tell whether it holds no record."""
        only = self.only
        return not self.task.group.has_any if only is None else only.head is None

    def begin(
        self,
        queue: RecordQueue,
        record: Record,
        now: int,
        reached: Callable[[str], None] | None = None,
        told: Told | None = None,
    ) -> Step:
        """Let the record that is next go through the nodes at a time in ms; `reached` is called with each of them."""
        inlet = self.inlets[queue]
        offset, timestamp, _ = record
        if timestamp == UNKNOWN:
            return Step(inlet, record, is_skipped=True)
        log, passage = inlet.log, inlet.passage
        if passage is not None and reached is None and (not passage.needs_key or log.keys[offset] is not None):
            passage.times += 1
            return _make_step((inlet, record, False, passage.cost, passage.sinks, None))
        value = None if offset in log.nulls else log.value(offset) or SOME
        moving = make_moving((log.keys[offset], timestamp, value, log.olds.get(offset), log.born[offset]))
        walked = self.walker.walk(queue.partition.topic, moving, now, reached, told)
        if walked.asks_for_commit:
            self.asks_for_commit = True
        return _make_step((inlet, record, False, walked.cost, (), walked))

    def wait(self, waits: Waits, now: int, thread: str) -> events.Event | None:
        """Note that it waits, though it has records; gives an event when that, or the reason, is new."""
        if waits.cause is Cause.NOTHING_BUFFERED or self.is_empty:
            return None
        known = self.waits
        if known is not None and (known.cause, known.partition) == (waits.cause, waits.partition):
            return None
        if known is None:
            self.waits_since = self.cause_since = now
        else:
            self._count_wait(known.cause, now)
        self.waits = waits
        partition = None if waits.partition is None else str(waits.partition)
        return events.TaskWaits(now, thread, self.name, waits.cause.value, partition, waits.lag, waits.until)

    def go_on(self, now: int) -> int:
        """Note that it waits no longer, and give how long it did, in microseconds."""
        assert self.waits is not None
        self._count_wait(self.waits.cause, now)
        self.waits = None
        return now - self.waits_since

    def _count_wait(self, cause: Cause, now: int) -> None:
        self.tally.waits[cause] = self.tally.waits.get(cause, 0) + now - self.cause_since
        self.cause_since = now
