"""What a stream thread does with tasks as the group gives and takes them: its TaskManager, and its own states.

Source: StreamThread.State, StreamsRebalanceListener, TaskManager (#handleAssignment, #handleRevocation, #handleLostAll,
#tryToCompleteRestoration, #checkStateUpdater). Whatever takes time is a generator, as turns are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from topoviz.engine.assignment.result import Role
from topoviz.engine.simulation.broker.consumer import NEVER
from topoviz.engine.simulation.life_events.group import Assigned, Joined, Lost, Revoked
from topoviz.engine.simulation.life_events.threads import RestorationEnded, TasksMigrated, ThreadState
from topoviz.engine.simulation.life_events.transactions import ProducerClosed, TransactionBegan
from topoviz.engine.simulation.settings import Guarantee
from topoviz.engine.simulation.thread.beginning import Beginning
from topoviz.engine.simulation.thread.ends import TaskMigrated
from topoviz.engine.simulation.thread.live_task import LiveTask
from topoviz.engine.simulation.thread.task_order import in_order
from topoviz.engine.simulation.thread.task_states import TaskStates
from topoviz.engine.tasks.task_id import TaskId

if TYPE_CHECKING:
    from topoviz.engine.simulation.membership.membership import Membership
    from topoviz.engine.simulation.thread.stream_thread import StreamThread

ACTIVE = Role.ACTIVE.value


class ThreadLife:
    """The tasks of one thread in all their states; `thread.tasks` are those that run."""

    def __init__(self, thread: StreamThread, membership: Membership) -> None:
        self.thread = thread
        self.world = thread.world
        self.membership = membership
        self.states = TaskStates(thread)
        self.has_states = self.world.behaviours.has("has_task_states")
        self.beginning = Beginning(self)
        self.state = "CREATED"
        self.active: dict[TaskId, LiveTask] = {}
        self.standby: set[TaskId] = set()
        self.whole: list[TaskId] = []
        """Tasks that are restored, and do not run yet."""
        self.has_news = True
        self.must_join = True
        self.must_stop = False
        self.is_assigned = False
        self.is_lost = False
        self.is_rebalancing = False
        self.has_producer = False
        """Whether its producer of transactions is initialized, where it is one for the whole thread."""
        self._assigned_at = 0
        has = self.world.behaviours.has
        self._is_eager = not has("cooperates")
        self._waits_for_all = has("restores_before_processing")
        self._restores_apart = has("restores_apart")
        self._recycles = has("recycles_tasks")
        self._holds_commits = has("holds_commits_while_rebalancing")
        self._polls_nothing_meanwhile = not has("processes_while_rebalancing")

    @property
    def processes(self) -> bool:
        """Tell whether it goes on to process: from 2.6 to 3.7 not while it restores."""
        if self._waits_for_all:
            return self.state == "RUNNING"
        return bool(self.thread.tasks) or self.state == "RUNNING"

    @property
    def may_commit(self) -> bool:
        """Tell whether it commits now: from 2.6 on not in a rebalance (TaskManager#rebalanceInProgress)."""
        return not (self.is_rebalancing and self._holds_commits)

    def run_since_before(self, active: Iterable[TaskId], standby: Iterable[TaskId]) -> None:
        """Have tasks that run since before the beginning, with whole copies."""
        thread, world = self.thread, self.world
        self.state, self.has_news, self.must_join, self.has_producer = "RUNNING", False, False, True
        copies = self.membership.copies
        for task_id in active:
            live = self.active[task_id] = world.crew.make_task(task_id, thread)
            live.state, live.has_producer = "RUNNING", True
            live.schedule(world.settings.punctuators, 0)
            copies.have(thread.instance, thread.place + 1, task_id, is_active=True)
            copies.runs(thread.instance, task_id)
            world.crew.owners[task_id] = thread
        for task_id in standby:
            self.standby.add(task_id)
            copies.have(thread.instance, thread.place + 1, task_id, is_active=False)
        self._read(self.active)
        self.refresh()

    def take_news(self) -> Iterator[int]:
        """Do what others have made necessary: stop, join, take an assignment, run what is restored."""
        self.has_news = False
        yield from self.reach()
        if self.must_stop:
            yield from self._stop()
            return
        if self.state == "CREATED":
            self.go_to("STARTING")
        if self.is_lost:
            self._lose()
        if self.must_join:
            yield from self._join()
        if self.is_assigned:
            yield from self._take_assignment()
        for task_id in self._take_whole():
            self.beginning.complete(self.active[task_id])
        self._settle()

    def begin_transaction(self, producer: str) -> None:
        """Tell of the first transaction of a producer."""
        self.thread.to_begin.discard(producer)
        task = producer if self.world.settings.runtime.guarantee is Guarantee.BY_TASK else None
        self.world.tell(TransactionBegan(self.thread.clock, self.thread.name, producer, task))

    def reach(self) -> Iterator[int]:
        """Let others that come before the clock of the thread go first."""
        if self.thread.clock >= self.world.horizon:
            self.thread.wake = self.thread.clock
            yield self.thread.clock

    def sleep(self) -> Iterator[int]:
        """Do nothing but poll until there are news."""
        thread = self.thread
        thread.wake, thread.is_waiting = NEVER, True
        yield NEVER
        thread.is_waiting = False
        thread.tick()
        thread.last_poll = thread.now

    def go_to(self, state: str, *, by_exception: bool | None = None) -> None:
        """Change the state of the thread (StreamThread#setState)."""
        if state != self.state:
            self.world.tell(ThreadState(self.thread.clock, self.thread.name, self.state, state, by_exception))
            self.state = state

    def migrated(self, error: TaskMigrated) -> Iterator[int]:
        """Close everything that is active, and join anew (StreamThread#handleTaskMigrated)."""
        yield from self.reach()
        thread = self.thread
        names = tuple(str(one) for one in self.active)
        task = None if self.has_states else error.task
        again = self._again()
        self.world.tell(TasksMigrated(thread.clock, thread.name, error.exception, task, names, again, error.doing))
        self._close_all_dirty()
        if self.membership.is_member(thread):
            self.membership.leave(thread, "left", self.ms())
        self.is_lost, self.must_join, self.has_news, self.is_assigned = False, True, True, False

    def die(self) -> None:
        """End with an exception: tasks are closed dirty, and the member falls silent."""
        self.go_to("PENDING_SHUTDOWN", by_exception=True)
        self._close_all_dirty()
        self._close_standbys(is_clean=False)
        self.go_to("DEAD")
        self.membership.fall_silent(self.thread, self.ms(), is_clean=False)

    def die_of(self, why: str, now: int) -> None:
        """End at a time because of what somebody else threw."""
        self.thread.clock = max(self.thread.clock, now)
        self.world.crew.die(self.thread, why)

    def refresh(self) -> None:
        """Let the thread process what runs, in its order, and fetch only what may be processed."""
        thread = self.thread
        running = [task_id for task_id, one in self.active.items() if one.state == "RUNNING"]
        thread.set_tasks([self.active[one] for one in in_order(running, self.world.behaviours)])
        restoring = [one for one in self.active.values() if one.state != "RUNNING"]
        held = self.active.values() if restoring and not self._restores_apart else restoring
        if self.is_rebalancing and self._polls_nothing_meanwhile:
            held = self.active.values()
        thread.held = {partition for one in held for partition in one.partitions}

    def ms(self) -> int:
        """Give the clock of the thread in ms, rounded up."""
        return -(-self.thread.clock // 1_000)

    def _join(self) -> Iterator[int]:
        """Join the group in a poll; until 2.3 all tasks are given back before (ConsumerCoordinator#onJoinPrepare)."""
        thread = self.thread
        self.must_join = False
        if self._is_eager:
            yield from self._revoke(list(self.active), always=True)
        self.world.tell(Joined(thread.clock, thread.name))
        self.is_rebalancing = True
        self.refresh()
        if self.membership.join(thread, self.ms()):
            self.is_assigned = True

    def _revoke(self, tasks: list[TaskId], *, always: bool) -> Iterator[int]:
        """Commit and suspend tasks (StreamsRebalanceListener#onPartitionsRevoked)."""
        thread = self.thread
        if not tasks and not always:
            return
        self.go_to("PARTITIONS_REVOKED")
        mine = [self.active[one] for one in sorted(tasks)]
        partitions = tuple(name for one in mine for name in one.names.values())
        self.world.tell(Revoked(thread.clock, thread.name, partitions, tuple(one.name for one in mine)))
        running = [one for one in mine if one.state == "RUNNING"]
        try:
            yield from self._commit_last(running, "its partitions are revoked", "suspended")
        except TaskMigrated as error:
            yield from self.migrated(error)
            return
        for one in mine:
            self.states.suspend(one)
        self.refresh()

    def _commit_last(self, tasks: list[LiveTask], why: str, becomes: str) -> Iterator[int]:
        """Commit tasks that will be suspended: until 2.5 each by itself, behind its processors, which close first."""
        thread = self.thread
        if not self.has_states:
            for one in tasks:
                self.states.close_topology(one, becomes)
                yield from thread.commit([one], why, is_last=True)
                if becomes == "closed":
                    self.states.close(self.active.pop(one.id), ACTIVE, "clean")
                else:
                    self.states.suspend(one)
            return
        others = []
        if any(one.task.is_commit_needed for one in tasks):
            others = [one for one in thread.tasks if one not in tasks]
        yield from thread.commit([*tasks, *others], why, is_last=True)

    def _lose(self) -> None:
        """Close what is active without a commit (StreamsRebalanceListener#onPartitionsLost, from 2.4 on)."""
        thread = self.thread
        self.is_lost = False
        names = tuple(str(one) for one in self.active)
        self.world.tell(Lost(thread.clock, thread.name, names, self._again()))
        self._close_all_dirty()
        self.must_join, self.is_assigned = True, False

    def _again(self) -> dict[str, int]:
        """Count what is processed and not committed, by partition; whoever has it next does it again."""
        return {name: count for one in self.active.values() for name, count in one.count_again().items()}

    def _take_assignment(self) -> Iterator[int]:
        thread, live = self.thread, self.membership.live(self.thread)
        self.is_assigned = False
        revoked = [] if self._is_eager else [one for one in self.active if one not in live.active]
        yield from self._revoke(revoked, always=False)
        if self.must_join or self.must_stop:
            return
        if not self.has_states:
            self.go_to("PARTITIONS_ASSIGNED")
        kept = [one for one in live.active if one in self.active]
        stay = [one for one in live.standby if one in self.standby]
        new = [one for one in live.active if one not in self.active]
        new_standby = [one for one in live.standby if one not in self.standby]
        self.world.tell(
            Assigned(
                thread.clock, thread.name, tuple(map(str, new)), tuple(map(str, new_standby)), tuple(map(str, kept)),
                tuple(map(str, stay)),
            )
        )  # fmt: skip
        self._close_what_is_gone(live.active, live.standby)
        for task_id in kept:
            self.states.resume(self.active[task_id])
        for task_id in new:
            self.beginning.create(task_id)
        for task_id in new_standby:
            self.beginning.begin_standby(task_id)
        self.go_to("PARTITIONS_ASSIGNED")
        self._assigned_at = thread.clock
        self.is_rebalancing = False
        self._read(live.active)
        self.refresh()
        if self.membership.follow_up(thread, self.ms(), gave_back=bool(revoked)):
            self.world.tell(Joined(thread.clock, thread.name))
            self.is_rebalancing = True
        for one in [one for one in self.active.values() if one.state != "RUNNING"]:
            yield from self.beginning.initialize(one)

    def _close_what_is_gone(self, active: tuple[TaskId, ...], standby: tuple[TaskId, ...]) -> None:
        for task_id in sorted(self.active):
            if task_id not in active:
                is_recycled = self._recycles and task_id in standby
                self.states.close(self.active.pop(task_id), ACTIVE, "recycled" if is_recycled else "clean")
        for task_id in sorted(self.standby):
            if task_id not in standby:
                is_recycled = self._recycles and task_id in active
                self.standby.remove(task_id)
                self.states.close_standby(task_id, "recycled" if is_recycled else "clean")

    def _take_whole(self) -> list[TaskId]:
        found, self.whole = self.whole, []
        return [one for one in found if one in self.active and self.active[one].state == "RESTORING"]

    def _settle(self) -> None:
        """Be RUNNING once nothing is restored any more."""
        if self.state != "PARTITIONS_ASSIGNED" or any(one.state != "RUNNING" for one in self.active.values()):
            return
        thread = self.thread
        took = thread.clock - self._assigned_at
        if self.has_states:
            names = tuple(one.name for one in thread.tasks)
            self.world.tell(RestorationEnded(thread.clock, thread.name, names, took))
        self.go_to("RUNNING")

    def _read(self, tasks: Iterable[TaskId]) -> None:
        """Let the consumer have the partitions of tasks; those that it had, it goes on with."""
        suspended = {partition for one in self.active.values() if one.was_resumed for partition in one.partitions}
        for one in self.active.values():
            one.was_resumed = False
        logs = [log for task_id in tasks for log in self.active[task_id].logs.values()]
        self.world.crew.assign(self.thread, logs, suspended)

    def _close_all_dirty(self) -> None:
        for task_id in sorted(self.active):
            self.states.close(self.active.pop(task_id), ACTIVE, "dirty")
        self.world.crew.abort(self.thread)
        self._close_producer()
        self.thread.refused = ""
        self.thread.refused_from = None
        self.thread.to_begin.clear()
        self._read(())
        self.refresh()

    def _close_producer(self) -> None:
        """Close the producer of the thread, where it is one for all tasks (ActiveTaskCreator#closeThreadProducer…)."""
        if self.has_producer and self.world.settings.runtime.guarantee is Guarantee.BY_THREAD:
            self.world.tell(ProducerClosed(self.thread.clock, self.thread.name, self.thread.name, None))
        self.has_producer = False

    def _close_standbys(self, *, is_clean: bool) -> None:
        for task_id in sorted(self.standby):
            self.states.close_standby(task_id, "clean" if is_clean else "dirty")
        self.standby.clear()

    def _stop(self) -> Iterator[int]:
        """Commit and close everything, and end; the group is not told (internal.leave.group.on.close is false)."""
        thread = self.thread
        self.go_to("PENDING_SHUTDOWN")
        running = list(thread.tasks)
        try:
            yield from self._commit_last(running, "the instance is closed", "closed")
        except TaskMigrated:
            self._close_all_dirty()
        for task_id in sorted(self.active):
            self.states.close(self.active.pop(task_id), ACTIVE, "clean")
        self._close_standbys(is_clean=True)
        self._close_producer()
        self.refresh()
        self.go_to("DEAD")
        self.membership.fall_silent(thread, self.ms(), is_clean=True)
        thread.is_alive = False
        self.world.crew.has_ended(thread)
        yield NEVER
