"""What becomes of stream threads and of the instances that they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from topoviz.engine.simulation.events import Event, event_class


@event_class
class InstanceStarted(Event):
    """An instance starts, with so many threads; `thread` is its name (KafkaStreams#start)."""

    KIND: ClassVar[str] = "started"
    threads: int


@event_class
class InstanceStops(Event):
    """An instance is closed: its threads end by themselves; `thread` is its name (KafkaStreams#close)."""

    KIND: ClassVar[str] = "stops"


@event_class
class ThreadState(Event):
    """A thread goes from one StreamThread.State to another (StreamThread#setState).

    `by_exception` is true where an exception ends it, and else left out.
    """

    KIND: ClassVar[str] = "thread state"
    before: str
    state: str
    by_exception: bool | None = None


@event_class
class RestorationEnded(Event):
    """All active tasks of a thread are restored, so long after they were assigned.

    Source: StreamThread#initializeAndRestorePhase, from 3.8 on #checkStateUpdater; until 2.5 #runOnce says nothing.
    """

    KIND: ClassVar[str] = "restoration ended"
    tasks: tuple[str, ...]
    took_us: int


@event_class
class TasksMigrated(Event):
    """A thread learns that its tasks are not its own any more: it closes them dirty and joins anew.

    `exception` is the simple name of what TaskMigratedException wraps, `task` the one it came from where it is of one
    task (until 2.5), and `again` counts by partition what was processed and not committed. It was `doing` something:
    "committing", or "processing" a record whose results it could not send.
    Source: StreamThread#runLoop, #handleTaskMigrated.
    """

    KIND: ClassVar[str] = "migrated"
    exception: str
    task: str | None
    tasks: tuple[str, ...]
    again: Mapping[str, int]
    doing: str
