"""What an assignor answers: who gets which task as what, and why each is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from topoviz.engine.tasks.task_id import TaskId


class Role(StrEnum):
    """What a client does with a task: process it, keep a copy, or catch up so as to process it later (KIP-441)."""

    ACTIVE = "active"
    STANDBY = "standby"
    WARM_UP = "warm-up"


class Because(StrEnum):
    """Why a task is where it is; the last step of the assignor that put it there.

    What the high-availability assignor gives as facts: `tasks` and `threads` are the client's before it got this one,
    `clients` how many had none; `lag` is its own, `limit` acceptable.recovery.lag, `caught_up` how many clients
    are within it; `intended` is the client where the task shall run once it has caught up from `intended_lag`. With
    `NOTHING_BETTER`, `put` is the reason of the step before. A lag below zero is RUNNING or UNKNOWN_LAG.
    """

    RAN_HERE = "ran-here"
    HAD_STANDBY = "had-standby"
    LEAST_LOADED = "least-loaded"  # tasks, threads, clients
    NEW_PAIR = "new-pair"
    IN_TURN = "in-turn"  # the turn of a task `of` so many, dealt to `clients`; lag, limit
    BALANCED = "balanced"  # from, tasks_there, threads_there, tasks_here, threads_here; lag, limit
    CAUGHT_UP = "caught-up"  # lag, limit, intended, intended_lag, caught_up
    PROMOTED = "promoted"  # as CAUGHT_UP: it was a standby, and changed places with the active task
    LEAST_LAG = "least-lag"  # as CAUGHT_UP: nobody is, and this client is nearest
    CATCHING_UP = "catching-up"  # lag, limit, active_on or standby_on, the `number` of this warm-up of `most`
    STEPPED_BACK = "stepped-back"  # lag, active_on, active_lag
    RACK = "rack"  # from, rack_there, rack, and the partitions in other racks: far_there, far_here
    OTHER_TAGS = "other-tags"  # as LEAST_LOADED; tags, apart_from
    NOTHING_BETTER = "nothing-better"
    ONLY_CLIENT = "only-client"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, with the numbers that decided: whole numbers, names of processes, and texts by what they are."""

    because: Because
    facts: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Placement:
    """A task on a client in a role, and why."""

    task: TaskId
    process_id: UUID
    role: Role
    reason: Reason


@dataclass(frozen=True, slots=True)
class MemberTasks:
    """What one member of a streams group gets, which is a stream thread; each sorted."""

    member_id: str | None
    active: tuple[TaskId, ...]
    standby: tuple[TaskId, ...]


@dataclass(frozen=True, slots=True)
class ClientTasks:
    """What one client gets; each sorted. Warm-ups are standbys too for Kafka Streams, and stand apart here.

    `members`, in their given order, are there for streams groups: there the brokers divide tasks among threads too.
    """

    process_id: UUID
    active: tuple[TaskId, ...]
    standby: tuple[TaskId, ...]
    warm_ups: tuple[TaskId, ...] = ()
    members: tuple[MemberTasks, ...] = ()


@dataclass(frozen=True, slots=True)
class AssignmentResult:
    """The answer of an assignor: clients by their ids in Java's order, and the reasons of all placements.

    `is_probing` when Kafka Streams will look again after `probing.rebalance.interval.ms`. `warnings` are what Kafka
    Streams logs, word for word; `notes` say in words of ours what it logs with names that nobody gave, such as those of
    consumers and brokers. `doubts` say what the answer rests on that the input does not tell, such as identity
    hashes; empty when it is certain.
    """

    clients: tuple[ClientTasks, ...]
    placements: tuple[Placement, ...]
    is_probing: bool = False
    warnings: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
