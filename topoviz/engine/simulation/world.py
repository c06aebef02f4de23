"""All threads, partitions and events of a simulation, and which of them is next.

A discrete-event simulation: whoever has the earliest time goes on, and stops where another one would come first.
Among equals, events come before threads, and threads in their order: nothing is left to chance.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from time import monotonic

from topoviz.engine.simulation import events
from topoviz.engine.simulation.broker.consumer import NEVER, Consumer
from topoviz.engine.simulation.broker.partition_log import PartitionLog
from topoviz.engine.simulation.broker.partitioner import partition_of_key
from topoviz.engine.simulation.lag_samples import LagSamples
from topoviz.engine.simulation.nodes.walk import Walker
from topoviz.engine.simulation.plan import SimulationPlan
from topoviz.engine.simulation.records.model import LONGEST_MS, InputRecord
from topoviz.engine.simulation.settings import Clock, Kill, SlowBroker
from topoviz.engine.simulation.shared_work import WorkLog
from topoviz.engine.simulation.task.extractors import InvalidTimestamp
from topoviz.engine.simulation.task.running_task import RunningTask, TaskSettings
from topoviz.engine.simulation.thread.live_task import LiveTask, Step, TaskTally
from topoviz.engine.simulation.thread.stream_thread import StreamThread
from topoviz.engine.simulation.thread.task_order import in_order
from topoviz.engine.simulation.thread.turns.registry import turns_of
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
        self._logs_of = {
            topic: [self.logs[TopicPartition(topic, number)] for number in range(count)]
            for topic, count in plan.counts.items()
        }
        self.committed: dict[TopicPartition, tuple[int, int]] = {}
        self.tallies = {task: TaskTally() for task in plan.tasks}
        self.walkers: list[Walker] = []
        self.latencies = array("q")
        self.processed = 0
        self.aborted = 0
        self.died: dict[str, str] = {}
        self.ended = 0
        self.micros_of = {one.name: one.micros for one in plan.settings.punctuators}
        self.wall_clock_until = 0
        self._progress: Progress | None = None
        self._said = 0.0
        self.records = 0
        self._slow: dict[TopicPartition, int] = {}
        self._turn = turns_of(plan.behaviours)
        self._order = 0
        self._heap: list[tuple[int, int, StreamThread | Callable[[], None]]] = []
        self._sent_without_key: dict[str, int] = {}
        self._fill(records)
        instances = Counter(one.instance for one in plan.threads)
        self.work = {name: WorkLog(name, count) for name, count in instances.items() if count > 1}
        """What the threads of an instance could share."""
        self.threads = [StreamThread(one, number, self) for number, one in enumerate(plan.threads)]
        self._reader: dict[TopicPartition, StreamThread] = {}
        for thread in self.threads:
            for task in thread.plan.tasks:
                self._reader.update(dict.fromkeys(plan.tasks[task].partitions, thread))
        for log in self.logs.values():
            log.on_readable = self._wake_reader

    def run(self, progress: Progress | None = None) -> bool:
        """Run to the end; tells whether it was cut at the longest time. Raises Endless."""
        for happening in self.settings.happenings:
            self._plan_happening(happening)
        for thread in self.threads:
            self._start(thread, 0)
        heap, samples, limit = self._heap, self.samples, LONGEST_MS * 1_000
        self._progress = progress
        while heap:
            now, _, actor = heappop(heap)
            if now >= limit:
                return now < NEVER
            if isinstance(actor, StreamThread) and (not actor.is_alive or actor.wake != now):
                continue
            while now >= samples.due:
                samples.take(samples.due, self.committed)
            self.horizon = min(heap[0][0], limit) if heap else limit
            self.ended = max(self.ended, now)
            if not isinstance(actor, StreamThread):
                actor()
                continue
            actor.clock = max(actor.clock, now)
            try:
                wake = next(actor.life)
            except InvalidTimestamp as error:
                wake = self._die(actor, error)
            if wake < NEVER:
                self._goes_on_at(wake, actor)
        self.samples.take(self.ended, self.committed)
        return False

    def tell(self, event: events.Event) -> None:
        """Give an event to who listens."""
        if self.listener is not None:
            self.listener(event)

    def send(self, thread: StreamThread, task: LiveTask, step: Step) -> None:
        """Let a record go where its way leads: into topics that tasks read, else its way ends."""
        self.processed += 1
        log, record = step.log, step.done.stamped.record
        offset = record.offset
        goes_on = False
        for sink in step.sinks:
            topic = sink.topic
            logs = None if topic is None else self._logs_of.get(topic)
            if topic is None or logs is None:
                continue
            goes_on = True
            value = log.value(offset)
            key = value if sink.key_is_value else log.keys[offset]
            count = len(logs)
            target = logs[self._without_key(topic, count) if key is None else partition_of_key(key, count)]
            producer = thread.producer_of(task)
            if producer is not None:
                thread.opens(producer, target)
            arrival = thread.clock + self.settings.costs.produce
            target.append(arrival, step.done.stamped.timestamp, key, log.born[offset], value, producer)
        if not goes_on:
            self.latencies.append(thread.clock - log.born[offset])
        if self.processed > _MOST_PROCESSED:
            raise Endless(
                f"More than {_MOST_PROCESSED:,} records are processed of {self.records:,} in the input, the most here: "
                "does a topic lead back into the sub-topology that writes it, and each record make one more?"
            )

    def commit(self, thread: StreamThread, tasks: Iterable[LiveTask], why: str) -> None:
        """Make what tasks have processed theirs, and let readers see what they wrote."""
        offsets: dict[str, int] = {}
        producers = set()
        for task in tasks:
            for partition, (offset, time) in task.task.commit().items():
                self.committed[partition] = (offset, time)
                offsets[task.names[partition]] = offset
            task.asks_for_commit = False
            task.tally.commits += 1
            producers.add(thread.producer_of(task))
        for producer, log in thread.open_logs():
            if producer in producers:
                log.end_transaction(producer, thread.clock, aborts=False)
        thread.forget(producers)
        self.tell(events.Committed(thread.clock, thread.name, why, offsets))

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

    def latency_of(self, partition: TopicPartition, now: int) -> int:
        """Give what a fetch of a partition takes now."""
        return self.settings.costs.fetch + self._slow.get(partition, 0)

    def _fill(self, records: Iterable[InputRecord]) -> None:
        last = 0
        keeps_values = any(one.key_is_value for one in self.settings.nodes.values())
        for record in records:
            log = self.logs[record.partition]
            if not record.is_readable:
                log.unreadable.add(len(log))
            last = record.time_ms * 1_000
            log.append(last, record.timestamp, record.key, last, record.value if keeps_values else None, None)
            self.records += 1
        longest = max((one.every for one in self.settings.punctuators if one.by is Clock.WALL_CLOCK), default=0)
        self.wall_clock_until = last + 2_000 * longest
        self.samples = LagSamples(self.logs, last // 60)

    def _start(self, thread: StreamThread, now: int) -> None:
        runtime = self.settings.runtime
        tasks = []
        for task_id in in_order(thread.plan.tasks, self.behaviours):
            partitions = self.plan.tasks[task_id].partitions
            task = RunningTask(
                partitions, TaskSettings(runtime.idle_ms, runtime.most_buffered, runtime.extractors), self.behaviours
            )
            for partition in partitions:
                time = self.committed.get(partition, (0, -1))[1]
                if time >= 0 and self.behaviours.has("commits_partition_times"):
                    task.group.set_partition_time(partition, time)
            walker = Walker(self.plan.ways[task_id.sub_topology_id])
            self.walkers.append(walker)
            live = LiveTask(task_id, {one: self.logs[one] for one in partitions}, task, walker, self.tallies[task_id])
            live.schedule(self.settings.punctuators, now // 1_000)
            tasks.append(live)
        positions = {partition: offset for partition, (offset, _) in self.committed.items()}
        consumer = Consumer(
            [log for task in tasks for log in task.logs.values()],
            positions,
            self.latency_of,
            runtime.most_polled,
            self.settings.costs.fetched,
        )
        thread.start(tasks, consumer, now)
        thread.wake = now
        thread.life = self._life(thread)
        self._goes_on_at(now, thread)

    def _life(self, thread: StreamThread) -> Iterator[int]:
        while True:
            yield from self._turn(thread)
            if self._progress is not None:
                self._say_progress(self._progress, thread.clock)
            if thread.clock >= self.horizon:
                thread.wake = thread.clock
                yield thread.clock

    def _say_progress(self, progress: Progress, now: int) -> None:
        """Call from time to time, by the clock on the wall: a thread may go on for long before another one is next."""
        moment = monotonic()
        if moment - self._said >= _BETWEEN_PROGRESS:
            self._said = moment
            progress(self.processed, now)

    def _die(self, thread: StreamThread, error: InvalidTimestamp) -> int:
        thread.is_alive = False
        self.died[thread.name] = f"StreamsException: {error}"
        self.tell(events.ThreadDied(thread.clock, thread.name, self.died[thread.name]))
        self._abort(thread)
        return NEVER

    def _wake_reader(self, log: PartitionLog, arrival: int) -> None:
        thread = self._reader.get(log.partition)
        if thread is None or not thread.is_polling or not thread.is_alive:
            return
        fetched = thread.consumer.fetched[log.partition]
        if fetched.sent < 0 or fetched.fetched_to >= len(log.visible):
            return
        at = max(arrival, fetched.sent) + self.latency_of(log.partition, arrival)
        if at < thread.wake:
            thread.wake = at
            self._goes_on_at(at, thread)
            self.horizon = min(self.horizon, at)

    def _without_key(self, topic: str, count: int) -> int:
        # Without a key, the producer goes on to the next partition with each batch; here with each record.
        number = self._sent_without_key[topic] = self._sent_without_key.get(topic, -1) + 1
        return number % count

    def _plan_happening(self, happening: SlowBroker | Kill) -> None:
        if isinstance(happening, SlowBroker):
            partition = TopicPartition(*happening.partition)
            until = happening.at + happening.lasts
            self._at(happening.at, lambda: self._slow_down(happening.at, partition, happening.extra))
            self._at(until, lambda: self._slow_down(until, partition, 0))
            return
        back = happening.at + happening.away
        aborted = min(back, happening.at + self.settings.runtime.transaction_timeout_ms * 1_000)
        self._at(happening.at, lambda: self._kill(happening.at, happening.instance))
        self._at(aborted, lambda: self._abort_all(happening.instance, aborted))
        self._at(back, lambda: self._come_back(back, happening.instance))

    def _goes_on_at(self, time: int, thread: StreamThread) -> None:
        heappush(self._heap, (time, _AFTER_EVENTS + thread.number, thread))

    def _at(self, time: int, call: Callable[[], None]) -> None:
        self._order += 1
        heappush(self._heap, (time, self._order, call))

    def _slow_down(self, now: int, partition: TopicPartition, extra: int) -> None:
        self._slow[partition] = extra
        self.tell(events.BrokerSlow(now, "", str(partition), extra))

    def _kill(self, now: int, instance: str) -> None:
        again: dict[str, int] = {}
        for thread in self._of(instance):
            thread.is_alive = False
            for task in thread.tasks:
                for partition, (offset, _) in task.task.committable().items():
                    count = offset - self.committed.get(partition, (0, 0))[0]
                    if count > 0:
                        again[task.names[partition]] = count
                        task.tally.again += count
        self.tell(events.Killed(now, instance, again))

    def _abort_all(self, instance: str, now: int) -> None:
        for thread in self._of(instance):
            thread.clock = max(thread.clock, now)
            self._abort(thread)

    def _abort(self, thread: StreamThread) -> None:
        open_logs = thread.open_logs()
        if not open_logs:
            return
        count = sum(log.end_transaction(producer, thread.clock, aborts=True) for producer, log in open_logs)
        thread.forget(None)
        self.aborted += count
        self.tell(events.Aborted(thread.clock, thread.name, count))

    def _come_back(self, now: int, instance: str) -> None:
        offsets: dict[str, int] = {}
        for thread in self._of(instance):
            self.died.pop(thread.name, None)
            self._start(thread, now)
            for task in thread.tasks:
                offsets |= {task.names[one]: self.committed.get(one, (0, 0))[0] for one in task.partitions}
        self.tell(events.CameBack(now, instance, offsets))

    def _of(self, instance: str) -> list[StreamThread]:
        return [thread for thread in self.threads if thread.instance == instance]
