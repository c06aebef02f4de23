"""The threads of all instances: who has which task and reads which partition, who goes on and who is dead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from topoviz.engine.simulation import events
from topoviz.engine.simulation.broker.consumer import NEVER, Consumer
from topoviz.engine.simulation.broker.partition_log import PartitionLog
from topoviz.engine.simulation.life_events.tasks import Restored
from topoviz.engine.simulation.life_events.threads import InstanceStarted
from topoviz.engine.simulation.membership.membership import Membership
from topoviz.engine.simulation.nodes.operators.registry import Stores
from topoviz.engine.simulation.nodes.stores.cache import Cache
from topoviz.engine.simulation.nodes.walk import Walker
from topoviz.engine.simulation.plan import GroupPlan, ThreadPlan
from topoviz.engine.simulation.settings import Guarantee
from topoviz.engine.simulation.task.running_task import RunningTask, TaskSettings
from topoviz.engine.simulation.thread.ends import FENCED, TaskMigrated, ThreadDies
from topoviz.engine.simulation.thread.life import ThreadLife
from topoviz.engine.simulation.thread.live_task import LiveTask, TaskTally
from topoviz.engine.simulation.thread.stream_thread import StreamThread
from topoviz.engine.simulation.thread.task_order import in_order
from topoviz.engine.simulation.thread.turns.registry import turns_of
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition

if TYPE_CHECKING:
    from topoviz.engine.simulation.world import World


class Crew:
    """All threads of a world, and what they work with. Times are in microseconds."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.plan = world.plan
        self.threads: list[StreamThread] = []
        self.walkers: list[Walker] = []
        self.tallies = {task: TaskTally() for task in self.plan.tasks}
        self.owners: dict[TaskId, StreamThread] = {}
        """The thread that runs each task, or ran it last."""
        self.died: dict[str, str] = {}
        self.restored = 0
        """Records of changelogs that active tasks read."""
        self.membership: Membership | None = None
        self.stores: dict[TaskId, Stores] = {}
        """What tasks keep; it is there again when a task is made anew, by whomever."""
        self._caches: dict[str, Cache | None] = {}
        self._walkers_of: dict[TaskId, list[Walker]] = {task: [] for task in self.plan.tasks}
        self._turn = turns_of(world.behaviours)
        self._reader: dict[TopicPartition, StreamThread] = {}
        for one in self.plan.threads:
            self._add(one)
        for log in world.logs.values():
            log.on_readable = self._wake_reader

    def begin(self) -> None:
        """Let all threads begin: with their tasks, or as instances that start."""
        group = self.plan.group
        if group is None:
            for thread in self.threads:
                self.start_with_tasks(thread, 0)
            return
        self.membership = Membership(self.world, group)
        if group.starts:
            for name in dict.fromkeys(one.instance for one in self.threads):
                self.start(name, 0)
            return
        self._let_run(group)

    def start(self, instance: str, now: int) -> None:
        """Start the threads of an instance, which join the group."""
        assert self.membership is not None
        self.membership.start(instance, -(-now // 1_000))
        threads = self.threads_of(instance)
        self.world.tell(InstanceStarted(now, instance, len(threads)))
        for thread in threads:
            self.died.pop(thread.name, None)
            thread.life = ThreadLife(thread, self.membership)
            self._go(thread, (), now)

    def add(self, instance: str, threads: int) -> None:
        """Bring in an instance that was not there."""
        for number in range(1, threads + 1):
            self._add(ThreadPlan(f"{instance}-{number}", instance, ()))

    def start_with_tasks(self, thread: StreamThread, now: int) -> None:
        """Start a thread with the tasks that it has, where no group is followed."""
        self.died.pop(thread.name, None)
        self._caches[thread.name] = self._cache_of(thread.instance)
        tasks = [self.make_task(one, thread) for one in in_order(thread.plan.tasks, self.world.behaviours)]
        self._go(thread, tasks, now)
        self.owners.update(dict.fromkeys(thread.plan.tasks, thread))
        for task in tasks:
            task.schedule(self.world.settings.punctuators, now // 1_000)
        self.assign(thread, [log for task in tasks for log in task.logs.values()], set())

    def threads_of(self, instance: str) -> list[StreamThread]:
        """Give the threads of an instance, whether they run or not."""
        return [thread for thread in self.threads if thread.instance == instance]

    def walkers_of(self, task: TaskId) -> list[Walker]:
        """Give the nodes of a task, of each time that it was made."""
        return self._walkers_of[task]

    def make_task(self, task_id: TaskId, thread: StreamThread) -> LiveTask:
        """Make an active task of a thread, that begins where the last commit ended."""
        partitions = self.plan.tasks[task_id].partitions
        walker = self._walker(task_id, thread)
        logs = {one: self.world.logs[one] for one in partitions}
        live = LiveTask(task_id, logs, self._running_task(partitions), walker, self.tallies[task_id])
        live.since = {one: self.world.committed.get(one, (0, 0))[0] for one in partitions}
        return live

    def renew(self, live: LiveTask, thread: StreamThread) -> None:
        """Let a task that was suspended begin again where the last commit ended, with processors made anew."""
        times = {one: self.world.committed.get(one, (0, -1))[1] for one in live.partitions}
        live.begin_again(times, self._walker(live.id, thread))
        live.since = {one: self.world.committed.get(one, (0, 0))[0] for one in live.partitions}

    def assign(self, thread: StreamThread, logs: list[PartitionLog], anew: set[TopicPartition]) -> None:
        """Let the consumer of a thread read these; what it had, it goes on with, unless it is to begin anew."""
        positions = {partition: offset for partition, (offset, _) in self.world.committed.items()}
        thread.consumer.assign(logs, positions, anew)
        self._reader.update(dict.fromkeys((log.partition for log in logs), thread))

    def take_producer(self, thread: StreamThread, producer: str) -> None:
        """Let a producer have its transactional id: whoever had it is fenced, and what was open is aborted."""
        for other in self.threads:
            if any(name == producer for name, _ in other.open_logs()):
                self.abort(other, producer)
            by_task = self.world.settings.runtime.guarantee is Guarantee.BY_TASK
            if by_task and other is not thread and any(one.name == producer for one in other.tasks):
                self.fence(other, [producer])

    def fence(self, thread: StreamThread, producers: Iterable[str]) -> None:
        """Have what a thread sends and commits refused: producers of others have the transactional ids of its own."""
        thread.refused, thread.refused_from = FENCED, None
        thread.to_begin.update(producers)

    def abort(self, thread: StreamThread, producer: str | None = None) -> None:
        """Abort the open transactions of a thread, or that of one of its producers."""
        open_logs = [one for one in thread.open_logs() if producer in (None, one[0])]
        if not open_logs:
            return
        now = max(thread.clock, self.world.now)
        count = sum(log.end_transaction(name, now, aborts=True) for name, log in open_logs)
        thread.forget(None if producer is None else {producer})
        self.world.aborted += count
        self.world.tell(events.Aborted(now, thread.name, count))

    def die(self, thread: StreamThread, why: str, task: str | None = None, doing: str | None = None) -> None:
        """End a thread by an exception, of a task while it was `doing` something where that is known."""
        thread.is_alive = False
        self.died[thread.name] = why
        self.world.tell(events.ThreadDied(thread.clock, thread.name, why, task, doing))
        if thread.life is None:
            self.abort(thread)
            return
        thread.life.die()
        if self.world.behaviours.has("shuts_client_down"):
            for other in self.threads_of(thread.instance):
                if other.is_alive and other.life is not None:
                    other.life.must_stop = True
                    self.has_news(other)
        self.has_ended(thread)

    def has_ended(self, thread: StreamThread) -> None:
        """Let the process of an instance be gone with its last thread."""
        if self.membership is not None and not any(one.is_alive for one in self.threads_of(thread.instance)):
            self.membership.end(thread.instance)

    def has_news(self, thread: StreamThread) -> None:
        """Let a thread know that it has something to do before it goes on."""
        if thread.life is None or not thread.is_alive:
            return
        thread.life.has_news = True
        if thread.is_polling or thread.is_waiting:
            self.wake(thread, max(self.world.now, thread.clock))

    def wake(self, thread: StreamThread, at: int) -> None:
        """Let a thread go on at a time, if it does not before."""
        if at < thread.wake:
            thread.wake = at
            self.world.goes_on_at(at, thread)

    def plan_restores(self) -> None:
        """Come back when the next copy may be whole."""
        assert self.membership is not None
        at = self.membership.copies.next_whole()
        if at is not None:
            self.world.at(at * 1_000, lambda: self._look_at_restores(at))

    def _look_at_restores(self, now: int) -> None:
        assert self.membership is not None
        for one in self.membership.copies.take_whole(now):
            thread = self.threads_of(one.client)[int(one.thread) - 1]
            records = -(-one.missing // 1_000_000)
            took = (now - one.from_ms) * 1_000
            self.world.tell(Restored(now * 1_000, thread.name, str(one.task), one.role.value, records, took))
            if one.role.value == "active" and thread.life is not None:
                self.restored += records
                thread.life.whole.append(one.task)
                self.has_news(thread)
        self.plan_restores()

    def _let_run(self, group: GroupPlan) -> None:
        assert self.membership is not None
        self.membership.let_run()
        for thread in self.threads:
            thread.life = ThreadLife(thread, self.membership)
            self._go(thread, (), 0)
            live = self.membership.live(thread)
            thread.life.run_since_before(live.active, live.standby)
        if group.first.follow_up.at_once:
            self.membership.rebalance_at_once(group.first.follow_up)

    def changelog_records(self, task: TaskId) -> dict[str, int]:
        """Count what a task has written for the changelogs of stores whose state is followed, by store."""
        stores = self.stores.get(task)
        return {} if stores is None else {one.name: one.writes for one in stores.all()}

    def _walker(self, task_id: TaskId, thread: StreamThread) -> Walker:
        world = self.world
        is_transactional = world.settings.runtime.guarantee is not Guarantee.AT_LEAST_ONCE
        stores = self.stores.setdefault(task_id, Stores(is_transactional))
        cache = self._caches.get(thread.name)
        walker = Walker(self.plan.ways[task_id.sub_topology_id], world.behaviours, stores, cache)
        self.walkers.append(walker)
        self._walkers_of[task_id].append(walker)
        return walker

    def _cache_of(self, instance: str) -> Cache | None:
        """Give a thread its part of the cache of its instance."""
        total = self.world.settings.runtime.cache_bytes
        return Cache(total // len(self.threads_of(instance)) // self.world.settings.costs.entry) if total else None

    def _running_task(self, partitions: Sequence[TopicPartition]) -> RunningTask:
        runtime, behaviours = self.world.settings.runtime, self.world.behaviours
        task = RunningTask(
            partitions, TaskSettings(runtime.idle_ms, runtime.most_buffered, runtime.extractors), behaviours
        )
        for partition in partitions:
            time = self.world.committed.get(partition, (0, -1))[1]
            if time >= 0 and behaviours.has("commits_partition_times"):
                task.group.set_partition_time(partition, time)
        return task

    def _add(self, plan: ThreadPlan) -> None:
        place = len(self.threads_of(plan.instance))
        self.threads.append(StreamThread(plan, len(self.threads), place, self.world))

    def _go(self, thread: StreamThread, tasks: Iterable[LiveTask], now: int) -> None:
        runtime = self.world.settings.runtime
        if thread.life is not None:
            self._caches[thread.name] = self._cache_of(thread.instance)
        costs = self.world.settings.costs
        consumer = Consumer(costs.fetch, runtime.most_polled, costs.fetched)
        thread.start(tasks, consumer, now)
        thread.wake = now
        thread.going = self._turns(thread)
        self.world.goes_on_at(now, thread)

    def _turns(self, thread: StreamThread) -> Iterator[int]:
        """Go on, turn for turn; what others made necessary comes before the next one."""
        world, life = self.world, thread.life
        while thread.is_alive:
            if life is None:
                yield from self._next_turn(thread)
            else:
                try:
                    yield from self._next_thing(thread, life)
                except TaskMigrated as error:
                    yield from life.migrated(error)
                except ThreadDies as error:
                    self.die(thread, str(error), error.task, error.doing)
            world.say_progress(thread.clock)
            if thread.clock >= world.horizon:
                thread.wake = thread.clock
                yield thread.clock
        yield NEVER

    def _next_thing(self, thread: StreamThread, life: ThreadLife) -> Iterator[int]:
        if life.has_news:
            return life.take_news()
        if not life.processes:
            return life.sleep()
        if not thread.is_watched:
            self._watch(thread)
        return self._next_turn(thread)

    def _next_turn(self, thread: StreamThread) -> Iterator[int]:
        if thread.newcomers:
            thread.process_newcomers()
        return self._turn(thread)

    def _watch(self, thread: StreamThread) -> None:
        """Look whether it polls in time (AbstractCoordinator.HeartbeatThread)."""
        most = self.world.settings.runtime.most_between_polls_ms
        at = max(thread.last_poll + most, self.world.now // 1_000 + 1) * 1_000
        thread.is_watched = True
        life = thread.life

        def look() -> None:
            if thread.life is not life or life is None or not thread.is_alive or thread.is_polling or thread.is_waiting:
                thread.is_watched = False
                return
            if at // 1_000 - thread.last_poll < most:
                self._watch(thread)
                return
            thread.is_watched = False
            if life.membership.is_member(thread):
                if self.world.settings.runtime.guarantee is not Guarantee.BY_TASK:
                    thread.refused = "CommitFailedException"
                life.membership.leave(thread, "poll", at // 1_000)
                life.is_lost = life.has_news = True

        self.world.at(at, look)

    def _wake_reader(self, log: PartitionLog, arrival: int) -> None:
        thread = self._reader.get(log.partition)
        if thread is None or not thread.is_polling or not thread.is_alive:
            return
        fetched = thread.consumer.fetched.get(log.partition)
        if fetched is None or fetched.sent < 0 or fetched.fetched_to >= len(log.visible):
            return
        self.wake(thread, max(arrival, fetched.sent) + self.world.settings.costs.fetch + log.slowed_by)
