"""What a stream thread has and does in every era: poll, look at tasks, punctuate, commit, purge.

Source: StreamThread, TaskManager, TaskExecutor. It is written as a generator that gives the time, in microseconds, at
which it goes on: whenever other threads or events come first. The clock that Kafka Streams sees has whole ms.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from topoviz.engine.simulation import events
from topoviz.engine.simulation.broker.consumer import NEVER, Consumer, Fetched
from topoviz.engine.simulation.broker.partition_log import PartitionLog
from topoviz.engine.simulation.plan import ThreadPlan
from topoviz.engine.simulation.settings import Clock, FailsIn, Guarantee
from topoviz.engine.simulation.task.record import Record, records_of
from topoviz.engine.simulation.task.record_queue import RecordQueue
from topoviz.engine.simulation.thread.in_nodes import flush
from topoviz.engine.simulation.thread.live_task import LiveTask
from topoviz.engine.simulation.thread.punctuating import call
from topoviz.engine.tasks.topic_partition import TopicPartition

if TYPE_CHECKING:
    from topoviz.engine.simulation.thread.life import ThreadLife
    from topoviz.engine.simulation.world import World


class StreamThread:
    """One thread of an instance, with its consumer and its tasks in order."""

    __slots__ = (
        "_commit_ms", "_has_producer_each", "_has_wall_clock", "_joining", "_may_be_asked", "_most_between_polls",
        "_open", "_poll", "_producer", "_purge_ms", "_remembers_lags", "_task_of", "_work", "busy", "clock",
        "consumer", "fails_in", "going", "held", "instance", "is_alive", "is_polling", "is_waiting", "is_watched",
        "last_commit", "last_poll", "last_purge", "life", "looked", "most_in_turn", "name", "newcomers", "now",
        "number", "place", "plan", "refused", "refused_from", "tasks", "to_begin", "turns", "waited_in_poll", "wake",
        "world",
    )  # fmt: skip

    def __init__(self, plan: ThreadPlan, number: int, place: int, world: World) -> None:
        self.plan = plan
        self.number = number
        """Its place among all threads, and `place` among those of its instance."""
        self.place = place
        self.name = plan.name
        self.instance = plan.instance
        self.world = world
        self.tasks: list[LiveTask] = []
        self.consumer: Consumer
        self.life: ThreadLife | None = None
        """What it does with tasks that come and go, where a group is followed."""
        self.going: Iterator[int] = iter(())
        """Its turns, one after another."""
        self.clock = 0
        """Microseconds since the beginning."""
        self.wake = 0
        """When it goes on, while it does nothing."""
        self.now = 0
        """What it takes for the time in ms, since it last looked."""
        self.most_in_turn = 1
        """N: how many records of a task, or rounds over all tasks, come before it looks at anything else."""
        self.last_poll = 0
        self.last_commit = 0
        self.last_purge = 0
        self.is_alive = False
        self.is_polling = False
        """Whether it waits in poll(), and records would end that."""
        self.is_waiting = False
        """Whether it processes nothing until there are news."""
        self.newcomers: list[LiveTask] = []
        """Tasks that it has and has not begun to process."""
        self.is_watched = False
        """Whether somebody looks whether it polls in time."""
        self.refused = ""
        """The exception with which what it commits is refused, since others have its tasks."""
        self.to_begin: set[str] = set()
        """Producers that do not simply send: their first transaction has not begun, or they are fenced."""
        self.fails_in: FailsIn | None = None
        """In what an exception is to be thrown next."""
        self.refused_from: int | None = None
        """When a producer that is fenced learns it: it has sent something before."""
        self.held: set[TopicPartition] = set()
        """Partitions that are not fetched while tasks are restored."""
        self.turns = 0
        self.busy = 0
        self.waited_in_poll = 0
        self._has_wall_clock = any(one.by is Clock.WALL_CLOCK for one in world.settings.punctuators)
        self._task_of: dict[TopicPartition, LiveTask] = {}
        self._joining: list[LiveTask] = []
        """Tasks that read several partitions, and may wait for some of them."""
        self._work = world.work.get(plan.instance)
        self._open: dict[tuple[str, int], PartitionLog] = {}
        runtime, behaviours = world.settings.runtime, world.behaviours
        self._remembers_lags = behaviours.has("waits_for_known_lags") and runtime.idle_ms != -1
        self._poll = runtime.poll_ms * 1_000
        self._most_between_polls = runtime.most_between_polls_ms
        self._commit_ms = runtime.commit_ms
        self._purge_ms = runtime.purge_ms
        self._may_be_asked = any(one.commit_every is not None for one in world.settings.nodes.values())
        self.looked = world.settings.looked
        self._has_producer_each = runtime.guarantee is Guarantee.BY_TASK
        self._producer = None if runtime.guarantee is Guarantee.AT_LEAST_ONCE else plan.name

    def start(self, tasks: Iterable[LiveTask], consumer: Consumer, now: int) -> None:
        """Begin to run, or run again, at a time in microseconds."""
        self.consumer = consumer
        self.tasks = []
        self.set_tasks(tasks)
        self._open = {}
        self.clock = now
        self.most_in_turn = 1
        self.tick()
        self.last_poll = self.last_commit = self.last_purge = self.now
        self.is_alive = True
        self.is_polling = self.is_waiting = self.is_watched = False
        self.refused = ""
        self.refused_from = self.fails_in = None
        self.to_begin.clear()
        self.held = set()

    def set_tasks(self, tasks: Iterable[LiveTask]) -> None:
        """Let it process these tasks, in this order."""
        before, self.tasks = self.tasks, list(tasks)
        self.newcomers = [one for one in self.tasks if one not in before or one in self.newcomers]
        self._task_of = {partition: task for task in self.tasks for partition in task.partitions}
        self._joining = [task for task in self.tasks if task.only is None]

    def process_newcomers(self) -> None:
        """Begin to process tasks that it did not have."""
        for one in self.newcomers:
            one.work = None if self._work is None else self._work.begins(one.name, self.clock)
        self.newcomers = []

    def tick(self) -> None:
        """Look at the clock."""
        self.now = self.clock // 1_000

    def poll(self) -> Iterator[int]:
        """Resume what may be fetched again, poll, and give the records to the tasks."""
        world = self.world
        commits, paused = self._look_at_tasks()
        began = self.clock
        self.now = began // 1_000
        if self.now - self.last_poll > self._most_between_polls:
            world.tell(events.PollIsLate(began, self.name, (self.now - self.last_poll) * 1_000))
        self.last_poll = self.now
        self.turns += 1
        sleeps = self._may_sleep()
        deadline = began + self._poll
        if sleeps:
            deadline = self._turn_of_commit(began) if commits else NEVER
        found = self.consumer.take(self.clock, paused, self.clock)
        while not found and self.clock < deadline and not (self.life is not None and self.life.has_news):
            answer = self.consumer.next_answer(self.clock, with_records=sleeps)
            self.wake = answer = min(answer, deadline)
            self.is_polling = True
            yield answer
            self.is_polling = False
            found = self.consumer.take(self.clock, paused, began)
        waited = self.clock - began
        self.waited_in_poll += waited
        if sleeps and not commits:
            self._pass_commits(began, waited)
        if sleeps:
            self.last_poll = max(self.last_poll, (self.clock - self._poll) // 1_000)
        self.clock += world.settings.costs.turn
        self.tick()
        if found:
            self._add(found, waited)

    def _look_at_tasks(self) -> tuple[bool, list[set[TopicPartition]]]:
        """Resume what may be fetched again; tell whether a commit is needed, and what is paused."""
        commits, paused = False, []
        for task in self.tasks:
            running = task.task
            if running.to_resume:
                for partition in running.resume_partitions():
                    self.note_resumed(task, partition)
            if running.paused:
                paused.append(running.paused)
            if running.is_commit_needed:
                commits = True
        if self.held:
            paused.append(self.held)
        return commits, paused

    def _may_sleep(self) -> bool:
        """Tell whether nothing but a commit can happen on it before records come: turns without may be passed over."""
        if self._has_wall_clock and self.clock < self.world.wall_clock_until:
            return False
        for task in self.tasks:  # noqa: SIM110 - it is asked at each poll, and a generator takes twice as long
            if not task.is_empty:
                return False
        return True

    def _turn_of_commit(self, began: int) -> int:
        """Give the end of the poll before the turn in which the interval of commits has passed."""
        costs = self.world.settings.costs.turn
        turn = max(1, self._poll + costs)
        due = (self.last_commit + self._commit_ms + 1) * 1_000
        return began + max(1, -(-(due - began) // turn)) * turn - costs

    def _pass_commits(self, began: int, waited: int) -> None:
        """Move the time of the last commit as turns without records would have: each looks at the interval."""
        turn = max(1, self._poll + self.world.settings.costs.turn)
        interval = self._commit_ms * 1_000
        each = (interval // turn + 1) * turn
        since = self.last_commit * 1_000
        if began + waited - since > interval:
            self.last_commit = (since + (began + waited - since) // each * each) // 1_000

    def _add(self, found: list[tuple[Fetched, int, int]], waited: int) -> None:
        world = self.world
        counts, sizes = {}, {}
        for fetched, first, end in found:
            log, partition = fetched.log, fetched.log.partition
            task = self._task_of[partition]
            running, name = task.task, task.names[partition]
            records = records_of(first, log.times[first:end])
            if log.unreadable or log.aborted:
                records = [
                    Record(one.offset, one.timestamp, one.offset not in log.unreadable)
                    for one in records
                    if one.offset not in log.aborted
                ]
            paused = len(running.paused)
            size = running.add(partition, records, self.now)
            counts[name], sizes[name] = len(records), size
            if len(running.paused) != paused:
                task.tally.pauses += 1
                world.tell(events.Paused(self.clock, self.name, task.name, name, size))
            if running.group.queues[partition].dropped:
                self.note_dropped(task, running.group.queues[partition])
        if world.listener is not None:
            world.tell(events.Polled(self.clock, self.name, counts, waited, sizes))

    def note_dropped(self, task: LiveTask, queue: RecordQueue) -> None:
        """Tell of records that were dropped on their way to the head of a queue."""
        name = task.names[queue.partition]
        for one in queue.dropped:
            task.tally.dropped += 1
            self.world.tell(events.Dropped(self.clock, self.name, task.name, name, one.record.offset, one.why.value))
        queue.dropped.clear()

    def note_resumed(self, task: LiveTask, partition: TopicPartition) -> None:
        """Tell that a partition is fetched again."""
        self.world.tell(events.Resumed(self.clock, self.name, task.name, task.names[partition]))

    def update_lags(self) -> None:
        """Let tasks know what the consumer knows; it learns nothing new before the next poll."""
        if not self._remembers_lags:
            return
        consumer, clock = self.consumer, self.clock
        for task in self._joining:
            task.task.update_lags({one: consumer.lag(one, clock) for one in task.partitions})

    def producer_of(self, task: LiveTask) -> str | None:
        """Name the producer whose transaction takes what a task sends, if there are transactions."""
        return task.name if self._has_producer_each else self._producer

    def opens(self, producer: str, log: PartitionLog) -> None:
        """Note that a transaction has records in a partition."""
        self._open[producer, id(log)] = log

    def open_logs(self) -> list[tuple[str, PartitionLog]]:
        """Give the producers with open transactions, each with the partitions."""
        return [(producer, log) for (producer, _), log in self._open.items()]

    def forget(self, producers: set[str | None] | None) -> None:
        """Forget the transactions of producers, which have ended; None is all of them."""
        self._open = {} if producers is None else {k: log for k, log in self._open.items() if k[0] not in producers}

    def punctuate(self) -> int:
        """Call what is due, for each task by stream time and then by the clock; gives how many of both fired."""
        if not self.world.settings.punctuators:
            return 0
        fired = 0
        # Those by the clock would fire for ever; they end soon after the last record.
        by_clock = not self._may_sleep()
        for task in self.tasks:
            fired += task.task.punctuate_by_stream_time(partial(call, self, task, Clock.STREAM_TIME))
            if by_clock:
                now = self.clock // 1_000
                fired += task.task.punctuate_by_wall_clock(now, partial(call, self, task, Clock.WALL_CLOCK))
        return fired

    def commit(self, tasks: Iterable[LiveTask], why: str, *, is_last: bool = False) -> Generator[int, None, int]:
        """Commit tasks that have something to commit, and give how many that are; until 2.5 all that are suspended."""
        always = is_last and not self.world.behaviours.has("has_task_states")
        due = [task for task in tasks if always or task.task.is_commit_needed]
        if not due:
            return 0
        began = self.clock
        self.clock += self.world.settings.costs.commit + self.world.slow_transactions
        if self.clock >= self.world.horizon:
            self.wake = self.clock
            yield self.clock
        yield from flush(self, due)
        self.world.commit(self, due, why, began, is_last=is_last)
        return len(due)

    def commit_if_asked(self, *, only_who_asked: bool) -> Generator[int, None, int]:
        """Commit if a processor asked for it (context.commit()), and give how many tasks."""
        if not self.is_asked_for_commit:
            return 0
        asked = [task for task in self.tasks if task.asks_for_commit and task.task.is_commit_needed]
        if not asked:
            return 0
        return (yield from self.commit(asked if only_who_asked else self.tasks, events.BY_REQUEST))

    @property
    def is_asked_for_commit(self) -> bool:
        """Tell whether a processor asked for a commit, and there may be one."""
        if not self._may_be_asked or (self.life is not None and not self.life.may_commit):
            return False
        return any(task.asks_for_commit for task in self.tasks)

    @property
    def may_commit_or_purge(self) -> bool:
        """Tell whether the interval of commits or of purges has passed, or a processor asked for a commit."""
        now = self.now
        return (
            now - self.last_commit > self._commit_ms
            or now - self.last_purge > self._purge_ms
            or (self.is_asked_for_commit)
        )

    def is_commit_due(self) -> bool:
        """Tell whether more than commit.interval.ms have passed; exactly as many are not enough."""
        if self.life is not None and not self.life.may_commit:
            return False
        return self.now - self.last_commit > self._commit_ms

    def is_purge_due(self) -> bool:
        """Tell whether more than repartition.purge.interval.ms have passed."""
        return self.now - self.last_purge > self._purge_ms

    def purge(self) -> None:
        """Delete what is committed of repartition topics."""
        self.world.purge(self)
        self.last_purge = self.now
