"""How a task goes from state to state, with all that its processors, stores and checkpoints have of it.

Source: StreamTask (#completeRestoration, #suspend, #resume, #closeClean, #closeDirty), StandbyTask, AbstractTask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topoviz.engine.assignment.result import Role
from topoviz.engine.simulation.life_events.tasks import (
    CheckpointWritten,
    Scheduled,
    StateWiped,
    TaskState,
    TopologyClosed,
    TopologyInitialized,
)
from topoviz.engine.simulation.life_events.transactions import ProducerClosed
from topoviz.engine.simulation.settings import Guarantee
from topoviz.engine.tasks.task_id import TaskId

if TYPE_CHECKING:
    from topoviz.engine.simulation.membership.copies import Copies
    from topoviz.engine.simulation.thread.live_task import LiveTask
    from topoviz.engine.simulation.thread.stream_thread import StreamThread

_ACTIVE, _STANDBY = Role.ACTIVE.value, Role.STANDBY.value


class TaskStates:
    """Moves tasks of one thread, and tells of it."""

    def __init__(self, thread: StreamThread) -> None:
        self._thread = thread
        self._world = thread.world
        self._begins_late = self._world.behaviours.has("begins_transactions_late")
        self._resumes_to_restore = self._world.behaviours.has("has_task_states")
        self._wipes_at_close = self._world.behaviours.has("wipes_on_dirty_close")
        self._is_by_task = self._world.settings.runtime.guarantee is Guarantee.BY_TASK
        self._closes_producers_early = not self._world.behaviours.has("has_task_states")

    @property
    def _copies(self) -> Copies:
        assert self._world.crew.membership is not None
        return self._world.crew.membership.copies

    def tell(self, task: str, role: str, before: str, state: str, how: str | None = None) -> None:
        """Tell of a change."""
        self._world.tell(TaskState(self._thread.clock, self._thread.name, task, role, before, state, how))

    def go_to(self, live: LiveTask, state: str, how: str | None = None) -> None:
        """Change the state of an active task."""
        self.tell(live.name, _ACTIVE, live.state, state, how)
        live.state = state
        if state == "RUNNING":
            live.is_topology_closed = False

    def run(self, live: LiveTask) -> None:
        """Initialize the processors one by one, with their punctuators, and run."""
        thread, world = self._thread, self._world
        nodes = world.plan.nodes.get(live.id.sub_topology_id, ())
        world.tell(TopologyInitialized(thread.clock, thread.name, live.name, nodes))
        for one, first in live.schedule(world.settings.punctuators, thread.clock // 1_000):
            world.tell(
                Scheduled(thread.clock, thread.name, live.name, one.name, one.by.value, first, one.every, one.node)
            )
        if live.name in thread.to_begin and not self._begins_late and thread.life is not None:
            thread.life.begin_transaction(live.name)
        self.go_to(live, "RUNNING")

    def suspend(self, live: LiveTask, *, is_clean: bool = True, becomes: str = "suspended") -> None:
        """Close the processors of a task that ran, with a checkpoint; its stores stay open."""
        if live.state == "SUSPENDED":
            return
        if live.state == "RUNNING":
            self.close_topology(live, becomes)
        if is_clean and live.state != "CREATED":
            self.save(live.id, _ACTIVE)
        if not is_clean and self._is_by_task:
            self._world.crew.abort(self._thread, live.name)
        if self._closes_producers_early:
            self._close_producer(live)
        self.go_to(live, "SUSPENDED")

    def resume(self, live: LiveTask) -> None:
        """Let a task that is suspended go on; others go on anyway."""
        if live.state == "SUSPENDED":
            self._world.crew.renew(live, self._thread)
            live.was_resumed = True
            if self._resumes_to_restore:
                self.go_to(live, "RESTORING")

    def close(self, live: LiveTask, role: str, how: str) -> None:
        """Close an active task, clean, dirty or to be recycled; dirty ones are suspended first."""
        self.suspend(live, is_clean=how != "dirty", becomes="closed")
        if how == "dirty":
            live.tally.again += sum(live.count_again().values())
        self._leave(live.id, role, how)
        self.go_to(live, "CLOSED", how)
        if not self._closes_producers_early:
            self._close_producer(live)

    def close_standby(self, task_id: TaskId, how: str) -> None:
        """Close a standby task."""
        name = str(task_id)
        self.tell(name, _STANDBY, "RUNNING", "SUSPENDED")
        if how != "dirty":
            self.save(task_id, _STANDBY)
        self._leave(task_id, _STANDBY, how)
        self.tell(name, _STANDBY, "SUSPENDED", "CLOSED", how)

    def close_topology(self, live: LiveTask, becomes: str) -> None:
        """Close the processors of a task that ran, once: it is to be "suspended", or "closed"."""
        if live.is_topology_closed:
            return
        live.is_topology_closed = True
        thread, nodes = self._thread, self._world.plan.nodes.get(live.id.sub_topology_id, ())
        forgotten = sum(queue.size for queue in live.task.group.queues.values())
        self._world.tell(TopologyClosed(thread.clock, thread.name, live.name, nodes, forgotten, becomes))

    def _close_producer(self, live: LiveTask) -> None:
        if self._is_by_task and live.has_producer:
            live.has_producer = False
            self._world.tell(ProducerClosed(self._thread.clock, self._thread.name, live.name, live.name))

    def save(self, task_id: TaskId, role: str, *, says_again: bool = False) -> None:
        """Write a checkpoint, where the version does so, and it says anything new or may say it again."""
        thread = self._thread
        now = -(-thread.clock // 1_000)
        offsets = self._copies.save(thread.instance, task_id, now, says_again=says_again)
        if offsets:
            self._world.tell(CheckpointWritten(thread.clock, thread.name, str(task_id), role, offsets))

    def _leave(self, task_id: TaskId, role: str, how: str) -> None:
        thread, copies = self._thread, self._copies
        copies.leave(thread.instance, thread.place + 1, task_id, -(-thread.clock // 1_000), is_clean=how != "dirty")
        if how == "dirty" and self._wipes_at_close:
            wiped = copies.wiped(thread.instance, task_id)
            if wiped:
                self._world.tell(StateWiped(thread.clock, thread.name, str(task_id), role, wiped))
