"""How tasks begin on a thread: made, their stores opened and restored, their processors initialized.

Source: TaskManager#tryToCompleteRestoration, StreamTask#initializeIfNeeded and #completeRestoration, StandbyTask.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from topoviz.engine.assignment.result import Role
from topoviz.engine.simulation.life_events.tasks import (
    RestoreBegan,
    StateWiped,
    StoresInitialized,
    TaskCreated,
    TaskResumes,
)
from topoviz.engine.simulation.settings import Guarantee
from topoviz.engine.simulation.thread.initializing import init_transactions
from topoviz.engine.simulation.thread.live_task import LiveTask
from topoviz.engine.tasks.task_id import TaskId

if TYPE_CHECKING:
    from topoviz.engine.simulation.thread.life import ThreadLife

ACTIVE, STANDBY = Role.ACTIVE.value, Role.STANDBY.value


class Beginning:
    """Brings tasks of one thread so far that they run."""

    def __init__(self, life: ThreadLife) -> None:
        self._life = life
        world = life.world
        is_once = world.settings.runtime.guarantee is not Guarantee.AT_LEAST_ONCE
        self._saves_when_whole = world.behaviours.has("restores_apart" if is_once else "checkpoints_after_restoring")

    def create(self, task_id: TaskId) -> None:
        """Make an active task."""
        thread = self._life.thread
        live = self._life.active[task_id] = self._life.world.crew.make_task(task_id, thread)
        self._life.world.tell(TaskCreated(thread.clock, thread.name, live.name, ACTIVE, tuple(live.names.values())))

    def begin_standby(self, task_id: TaskId) -> None:
        """Make a standby task, which follows its changelogs from now on."""
        thread, plan = self._life.thread, self._life.world.plan
        partitions = tuple(map(str, plan.tasks[task_id].partitions))
        self._life.world.tell(TaskCreated(thread.clock, thread.name, str(task_id), STANDBY, partitions))
        self._life.standby.add(task_id)
        self._open_stores(task_id, Role.STANDBY)
        self._life.states.tell(str(task_id), STANDBY, "CREATED", "RUNNING")

    def initialize(self, live: LiveTask) -> Iterator[int]:
        """Bring a new task, or one that resumes, so far that it is restored (StreamTask#initializeIfNeeded)."""
        if live.state == "SUSPENDED":
            thread = self._life.thread
            self._life.world.tell(TaskResumes(thread.clock, thread.name, live.name))
        if live.state in ("CREATED", "SUSPENDED"):
            yield from self._init_transactions(live)
        if live.state == "CREATED":
            missing = self._open_stores(live.id, Role.ACTIVE)
            if self._life.has_states or self._life.world.plan.stores.get(live.id.sub_topology_id):
                self._life.states.go_to(live, "RESTORING")
            if missing:
                return
        elif (self._life.thread.instance, live.id) in self._life.membership.copies.open:
            return
        self.complete(live)

    def _init_transactions(self, live: LiveTask) -> Iterator[int]:
        guarantee = self._life.world.settings.runtime.guarantee
        if guarantee is Guarantee.AT_LEAST_ONCE or (guarantee is Guarantee.BY_THREAD and self._life.has_producer):
            return
        yield from init_transactions(self._life, live)
        self._life.has_producer = True

    def _open_stores(self, task_id: TaskId, role: Role) -> bool:
        """Open stores, and begin to restore them; tells whether that takes anything."""
        thread, copies = self._life.thread, self._life.membership.copies
        wiped = copies.wiped(thread.instance, task_id)
        name = str(task_id)
        if wiped:
            self._life.world.tell(StateWiped(thread.clock, thread.name, name, role.value, wiped))
        stores = tuple(one.name for one in self._life.world.plan.stores.get(task_id.sub_topology_id, ()))
        known = copies.known(thread.instance, task_id)
        self._life.world.tell(StoresInitialized(thread.clock, thread.name, name, role.value, stores, known))
        missing = copies.begin(thread.instance, thread.place + 1, task_id, role, self._life.ms())
        if missing:
            ends = copies.ends(task_id)
            self._life.world.tell(RestoreBegan(thread.clock, thread.name, name, role.value, missing, ends))
            self._life.world.crew.plan_restores()
        return bool(missing)

    def complete(self, live: LiveTask) -> None:
        """Initialize the processors of a task, and let it run (StreamTask#completeRestoration)."""
        if live.state == "RESTORING" and self._saves_when_whole:
            self._life.states.save(live.id, ACTIVE, says_again=True)
        self._life.states.run(live)
        self._life.membership.copies.runs(self._life.thread.instance, live.id)
        self._life.world.crew.owners[live.id] = self._life.thread
        self._life.refresh()
