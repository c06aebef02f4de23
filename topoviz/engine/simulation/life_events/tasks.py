"""What becomes of tasks: made, restored, run, suspended, closed; and of their stores and checkpoints.

`role` is "active" or "standby". Until 2.5 no enum has the states of a task: there it stands in one of the collections
of AssignedTasks (created, restoring, running, suspended), which are told by the names that 2.6 gave them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from topoviz.engine.simulation.events import Event, event_class


@event_class
class TaskCreated(Event):
    """A task is made, in the state CREATED (ActiveTaskCreator and StandbyTaskCreator#createTasks)."""

    KIND: ClassVar[str] = "task created"
    task: str
    role: str
    partitions: tuple[str, ...]


@event_class
class TaskState(Event):
    """A task goes from one Task.State to another (AbstractTask#transitionTo).

    `how` is "clean", "dirty" or "recycled" where it is CLOSED: recycled is what goes on in the other role with the
    same stores (#closeCleanAndRecycleState, from 3.0 on #prepareRecycle).
    """

    KIND: ClassVar[str] = "task state"
    task: str
    role: str
    before: str
    state: str
    how: str | None = None


@event_class
class StoresInitialized(Event):
    """The stores of a task are open, and where each changelog is read from is known.

    `changelogs` has the next offset by changelog partition, None for one without a checkpoint, which is read from its
    beginning; it is empty where no store has a changelog: then there is nothing to restore.
    Source: StreamTask#initializeStateStores (until 2.5), #initializeIfNeeded; StateManagerUtil#registerStateStores.
    """

    KIND: ClassVar[str] = "stores initialized"
    task: str
    role: str
    stores: tuple[str, ...]
    changelogs: Mapping[str, int | None]


@event_class
class RestoreBegan(Event):
    """Changelogs of a task are read up to their ends, `ends`; records by changelog partition that are missing.

    Source: StoreChangelogReader#initializeChangelogs (StateRestoreListener#onRestoreStart for active tasks).
    """

    KIND: ClassVar[str] = "restore began"
    task: str
    role: str
    missing: Mapping[str, int]
    ends: Mapping[str, int]


@event_class
class Restored(Event):
    """The stores of a task have come to the ends that changelogs had; a standby goes on to follow them.

    Source: StoreChangelogReader#restoreChangelog (StateRestoreListener#onRestoreEnd for active tasks).
    """

    KIND: ClassVar[str] = "restored"
    task: str
    role: str
    records: int
    took_us: int


@event_class
class TopologyInitialized(Event):
    """The processors of a task were initialized one by one, in this order (StreamTask#initializeTopology)."""

    KIND: ClassVar[str] = "topology initialized"
    task: str
    nodes: tuple[str, ...]


@event_class
class TopologyClosed(Event):
    """The processors of a task were closed, and what it had fetched is forgotten (StreamTask#closeTopology).

    `why` is "suspended" or "closed": what becomes of the task.
    """

    KIND: ClassVar[str] = "topology closed"
    task: str
    nodes: tuple[str, ...]
    forgotten: int
    why: str


@event_class
class TaskResumes(Event):
    """A suspended task goes on, until 2.5: its topology is initialized next (StreamTask#resume)."""

    KIND: ClassVar[str] = "task resumes"
    task: str


@event_class
class Scheduled(Event):
    """A processor schedules a punctuator while it is initialized; `first` and `every` are in ms (StreamTask#schedule).

    By stream time, `first` is 0; by the clock it is one interval from now, on the clock of the simulation.
    """

    KIND: ClassVar[str] = "scheduled"
    task: str
    punctuator: str
    by: str
    first: int
    every: int
    node: str | None


@event_class
class ScheduleCancelled(Event):
    """A punctuator cancels its schedule, and is not called any more (Cancellable#cancel)."""

    KIND: ClassVar[str] = "schedule cancelled"
    task: str
    punctuator: str
    calls: int


@event_class
class CheckpointWritten(Event):
    """A file says up to which offset each changelog is in the stores (ProcessorStateManager#checkpoint)."""

    KIND: ClassVar[str] = "checkpoint"
    task: str
    role: str
    offsets: Mapping[str, int]


@event_class
class StateWiped(Event):
    """The stores of a task are thrown away, since nothing says that they have only what was committed.

    From 2.6 on with a TaskCorruptedException, after which the task is closed dirty and made anew.
    Source: StateManagerUtil#wipeStateStores, TaskManager#handleCorruption; until 2.5 ProcessorStateManager#register.
    """

    KIND: ClassVar[str] = "state wiped"
    task: str
    role: str
    records: int
