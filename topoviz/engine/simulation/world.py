"""All threads, partitions and events of a simulation, and which of them is next.

A discrete-event simulation: whoever has the earliest time goes on, and stops where another one would come first.
Among equals, events come before threads, and threads in their order: nothing is left to chance.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from time import monotonic

from topoviz.engine.simulation import events
from topoviz.engine.simulation.broker.consumer import NEVER
from topoviz.engine.simulation.broker.partition_log import PartitionLog
from topoviz.engine.simulation.crew import Crew
from topoviz.engine.simulation.happenings import Happenings
from topoviz.engine.simulation.lag_samples import LagSamples
from topoviz.engine.simulation.life_events.tasks import CheckpointWritten
from topoviz.engine.simulation.membership.copies import Copies
from topoviz.engine.simulation.nodes.moving import Moving
from topoviz.engine.simulation.nodes.segments import Sink
from topoviz.engine.simulation.outlet import Outlet
from topoviz.engine.simulation.plan import SimulationPlan
from topoviz.engine.simulation.records.model import LONGEST_MS, InputRecord
from topoviz.engine.simulation.settings import Clock
from topoviz.engine.simulation.shared_work import WorkLog
from topoviz.engine.simulation.task.extractors import InvalidTimestamp
from topoviz.engine.simulation.thread.ends import TaskMigrated
from topoviz.engine.simulation.thread.live_task import LiveTask, Step
from topoviz.engine.simulation.thread.stream_thread import StreamThread
from topoviz.engine.tasks.topic_partition import TopicPartition

Progress = Callable[[int, int], None]
"""Called from time to time with the records that were processed so far, and the simulated microseconds."""

_BETWEEN_PROGRESS = 0.1
"""Seconds, on the clock of whoever waits, from one call of `Progress` to the next."""

_MOST_PROCESSED = 20_000_000
"""Records in all tasks; a loop through a topic would never end."""

_AFTER_EVENTS = 1_000_000
"""From which place on threads stand behind events of the same time."""


class Endless(Exception):
    """So many records are processed that the topology must feed itself; the message is a sentence for the user."""


class World:
    """Everything that changes while a simulation runs. Times are in microseconds, those of records in ms."""

    def __init__(
        self, plan: SimulationPlan, records: Iterable[InputRecord], listener: events.Listener | None = None
    ) -> None:
        self.plan = plan
        self.behaviours = plan.behaviours
        self.settings = plan.settings
        self.listener = listener
        self.horizon = 0
        """The time from which on somebody else comes first."""
        self.logs = {
            TopicPartition(topic, number): PartitionLog(TopicPartition(topic, number))
            for topic, count in plan.counts.items()
            for number in range(count)
        }
        self._outlet = Outlet(plan, self.logs)
        self._commits_again = not self.behaviours.has("has_task_states")
        """Whether a task commits by itself, its checkpoint first, and begins the next transaction: until 2.5."""
        self.committed: dict[TopicPartition, tuple[int, int]] = {}
        self.latencies = array("q")
        self.now = 0
        """When what happens now happens; a thread may be further on."""
        self.processed = 0
        self.aborted = 0
        self.ended = 0
        self.punctuators = {one.name: one for one in plan.settings.punctuators}
        self.wall_clock_until = 0
        self.records = 0
        self.slow_transactions = 0
        self._progress: Progress | None = None
        self._said = 0.0
        self._order = 0
        self._heap: list[tuple[int, int, StreamThread | Callable[[], None]]] = []
        self._fill(records)
        instances = Counter(one.instance for one in plan.threads)
        self.work = {name: WorkLog(name, count) for name, count in instances.items() if count > 1}
        """What the threads of an instance could share."""
        self.crew = Crew(self)

    def run(self, progress: Progress | None = None) -> bool:
        """Run to the end; tells whether it was cut at the longest time. Raises Endless."""
        self.crew.begin()
        happenings = Happenings(self)
        for happening in self.settings.happenings:
            happenings.plan(happening)
        heap, samples, limit = self._heap, self.samples, LONGEST_MS * 1_000
        self._progress = progress
        while heap:
            now, _, actor = heappop(heap)
            if now >= limit:
                return now < NEVER
            self.now = now
            self.horizon = heap[0][0] if heap and heap[0][0] < limit else limit
            if not isinstance(actor, StreamThread):
                actor()
                continue
            if not actor.is_alive or actor.wake != now:
                continue
            while now >= samples.due:
                samples.take(samples.due, self.committed)
            if now > self.ended:
                self.ended = now
            if actor.clock < now:
                actor.clock = now
            try:
                wake = next(actor.going)
            except InvalidTimestamp as error:
                self.crew.die(actor, f"StreamsException: {error}")
                wake = NEVER
            if wake < NEVER:
                self.goes_on_at(wake, actor)
        self.samples.take(self.ended, self.committed)
        return False

    def tell(self, event: events.Event) -> None:
        """Give an event to who listens."""
        if self.listener is not None:
            self.listener(event)

    def send(self, thread: StreamThread, task: LiveTask, step: Step) -> None:
        """Let a record go where its way leads: into topics that tasks read, else its way ends."""
        self.processed += 1
        walked = step.walked
        if walked is not None:
            for sink, moving in walked.sent:
                self.produce(thread, task, sink, moving)
            ends = not walked.sent and not walked.is_held
        else:
            ends = not self._outlet.pass_on(thread, task, step)
        if ends:
            self.latencies.append(thread.clock - step.inlet.log.born[step.record.offset])
        if self.processed > _MOST_PROCESSED:
            raise Endless(
                f"More than {_MOST_PROCESSED:,} records are processed of {self.records:,} in the input, the most here: "
                "does a topic lead back into the sub-topology that writes it, and each record make one more?"
            )

    def produce(self, thread: StreamThread, task: LiveTask, sink: Sink, record: Moving) -> None:
        """Send a record to a sink, if tasks read its topic; else its way ends there."""
        if not self._outlet.produce(thread, task, sink, record):
            self.latencies.append(thread.clock - record.born)

    def commit(self, thread: StreamThread, tasks: Iterable[LiveTask], why: str, began: int, *, is_last: bool) -> None:
        """Make what tasks have processed theirs, and let readers see what they wrote. Raises TaskMigrated.

        It `began` at a time on the thread; `is_last` says that tasks are suspended, which until 2.5 commit even where
        nothing is new.
        """
        tasks = list(tasks)
        if thread.refused:
            raise TaskMigrated(thread.refused, tasks[0].name)
        offsets: dict[str, int] = {}
        producers = set()
        for task in tasks:
            for partition, (offset, time) in task.task.commit(always=is_last and self._commits_again).items():
                self.committed[partition] = (offset, time)
                offsets[task.names[partition]] = task.since[partition] = offset
            task.asks_for_commit = False
            task.tally.commits += 1
            self.crew.stores[task.id].commit()
            producers.add(thread.producer_of(task))
        for producer, log in thread.open_logs():
            if producer in producers:
                log.end_transaction(producer, thread.clock, aborts=False)
        thread.forget(producers)
        membership = self.crew.membership
        if membership is not None and self._commits_again:
            self._checkpoint(membership.copies, thread, tasks)
        if self.listener is not None:
            self.listener(self._committed(thread, tasks, why, offsets, began, is_last=is_last))
        if membership is not None and not self._commits_again:
            self._checkpoint(membership.copies, thread, tasks)

    def _committed(
        self, thread: StreamThread, tasks: list[LiveTask], why: str, offsets: dict[str, int], began: int, *,
        is_last: bool,
    ) -> events.Committed:  # fmt: skip
        others = tuple(one.name for one in thread.tasks if one not in tasks)
        standby = () if thread.life is None else tuple(map(str, sorted(thread.life.standby)))
        names, took = tuple(one.name for one in tasks), thread.clock - began
        producers = tuple(dict.fromkeys(name for one in tasks if (name := thread.producer_of(one)) is not None))
        again = self._commits_again and not is_last if producers else None
        is_due = why == events.BY_INTERVAL
        due = (thread.now - thread.last_commit, self.settings.runtime.commit_ms) if is_due else (None, None)
        return events.Committed(
            thread.clock, thread.name, why, offsets, names, others, standby, took, producers, again, *due
        )

    def _checkpoint(self, copies: Copies, thread: StreamThread, tasks: Iterable[LiveTask]) -> None:
        for task in tasks:
            offsets = copies.commit(thread.instance, task.id)
            if offsets:
                self.tell(CheckpointWritten(thread.clock, thread.name, task.name, "active", offsets))

    def purge(self, thread: StreamThread) -> None:
        """Delete what is committed of the repartition topics that a thread reads."""
        offsets = {}
        for task in thread.tasks:
            for partition, log in task.logs.items():
                upto = self.committed.get(partition, (0, 0))[0]
                if partition.topic in self.plan.repartition_topics and upto > log.start:
                    log.start = upto
                    offsets[task.names[partition]] = upto
        if offsets:
            self.tell(events.Purged(thread.clock, thread.name, offsets))

    def _fill(self, records: Iterable[InputRecord]) -> None:
        last = 0
        keeps_values = any(one.key_is_value for one in self.settings.nodes.values())
        for record in records:
            log = self.logs[record.partition]
            if not record.is_readable:
                log.unreadable.add(len(log))
            if record.is_tombstone:
                log.nulls.add(len(log))
            last = record.time_ms * 1_000
            log.append(last, record.timestamp, record.key, last, record.value if keeps_values else None, None)
            self.records += 1
        longest = max((one.every for one in self.settings.punctuators if one.by is Clock.WALL_CLOCK), default=0)
        self.wall_clock_until = last + 2_000 * longest
        self.samples = LagSamples(self.logs, last // 60)

    def say_progress(self, now: int) -> None:
        """Call from time to time, by the clock on the wall: a thread may go on for long before another one is next."""
        if self._progress is None:
            return
        moment = monotonic()
        if moment - self._said >= _BETWEEN_PROGRESS:
            self._said = moment
            self._progress(self.processed, now)

    def goes_on_at(self, time: int, thread: StreamThread) -> None:
        """Let a thread go on at a time."""
        heappush(self._heap, (time, _AFTER_EVENTS + thread.number, thread))
        if time < self.horizon:
            self.horizon = time

    def at(self, time: int, call: Callable[[], None]) -> None:
        """Let something happen at a time, or now where that is over; whoever works stops there."""
        time = max(time, self.now)
        self._order += 1
        heappush(self._heap, (time, self._order, call))
        self.horizon = min(self.horizon, time)
