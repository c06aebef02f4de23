"""What the threads of one client get, and why each task is on its thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from topoviz.engine.assignment.result import Reason
from topoviz.engine.tasks.task_id import TaskId


@dataclass(frozen=True, slots=True)
class ClientWork:
    """What one client is to share out to its threads.

    `consumers` are the ids of its threads' consumers, in the order in which the leader keeps them; the tasks stand in
    the order in which Java's collections of that version are walked. `previous` has the stateful tasks that each thread
    had, sorted by lag and id. Only 2.4 and 2.5 ask for the rest: `owns` when the threads own any partition, and in
    `owners`, for active tasks that were somebody's, the consumers that own partitions of them, where an empty text
    stands for one of another client.
    """

    consumers: tuple[str, ...]
    stateful_active: Sequence[TaskId]
    stateless_active: Sequence[TaskId]
    standby: Sequence[TaskId]
    previous: Mapping[str, Sequence[TaskId]] = field(default_factory=dict)
    owners: Mapping[TaskId, frozenset[str]] = field(default_factory=dict)
    owns: bool = False


@dataclass(frozen=True, slots=True)
class Dealt:
    """Tasks by the id of a consumer, in the order in which Kafka Streams gave them; a reason for each task."""

    active: Mapping[str, Sequence[TaskId]]
    standby: Mapping[str, Sequence[TaskId]]
    reasons: Mapping[TaskId, Reason]
