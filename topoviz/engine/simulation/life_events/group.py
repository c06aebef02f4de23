"""What happens in the consumer group: members come and go, it rebalances, and each thread hears of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from topoviz.engine.simulation.events import Event, event_class


@event_class
class RebalanceBegan(Event):
    """The coordinator prepares a rebalance; `thread` is empty, and `why` a sentence.

    Source: GroupCoordinator#prepareRebalance.
    """

    KIND: ClassVar[str] = "rebalance began"
    why: str


@event_class
class Joined(Event):
    """A thread sends its JoinGroup request, in a poll (AbstractCoordinator#sendJoinGroupRequest)."""

    KIND: ClassVar[str] = "joined"


@event_class
class RebalanceEnded(Event):
    """All members have joined or are gone, and the leader has assigned: active tasks by thread.

    `thread` is that of the leader. Source: GroupCoordinator#onCompleteJoinGroup, StreamsPartitionAssignor#assign.
    """

    KIND: ClassVar[str] = "rebalance ended"
    generation: int
    why: str
    active: Mapping[str, tuple[str, ...]]
    standby: Mapping[str, tuple[str, ...]]


@event_class
class Revoked(Event):
    """A thread gives partitions back: their tasks are committed and suspended.

    Source: StreamsRebalanceListener#onPartitionsRevoked, TaskManager#handleRevocation.
    """

    KIND: ClassVar[str] = "revoked"
    partitions: tuple[str, ...]
    tasks: tuple[str, ...]


@event_class
class Lost(Event):
    """A thread has fallen out of the group: its active tasks are closed dirty, without a commit.

    `again` counts by partition what it has processed and not committed: whoever gets the tasks does it again.
    Source: StreamsRebalanceListener#onPartitionsLost, TaskManager#handleLostAll.
    """

    KIND: ClassVar[str] = "lost"
    tasks: tuple[str, ...]
    again: Mapping[str, int]


@event_class
class Assigned(Event):
    """A thread learns what it has: tasks that are new to it, and those that stay.

    Source: StreamsRebalanceListener#onPartitionsAssigned, TaskManager#handleAssignment.
    """

    KIND: ClassVar[str] = "assigned"
    active: tuple[str, ...]
    standby: tuple[str, ...]
    kept_active: tuple[str, ...]
    kept_standby: tuple[str, ...]


@event_class
class MemberGone(Event):
    """A member is no longer in the group; `why` is "session", "poll", "left" or "did not join".

    Source: GroupCoordinator#onExpireHeartbeat, AbstractCoordinator#maybeLeaveGroup.
    """

    KIND: ClassVar[str] = "member gone"
    why: str
