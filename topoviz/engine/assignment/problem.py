"""What an assignor is asked: which tasks there are, which clients, and what each client had before.

Source: ClientState, AssignmentConfigs, RackAwareTaskAssignor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.assignment.task_order import stateful_in_hash_order, task_hash_of, tasks_in_hash_order
from topoviz.engine.java_order.hash_map import JavaHashMap
from topoviz.engine.java_order.uuids import uuid_hash, uuid_order
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours

RUNNING: Final = -2
"""The lag of a task that runs here as active: Task.LATEST_OFFSET."""

UNKNOWN_LAG: Final = -3
"""The lag that could not be found out: UNKNOWN_OFFSET_SUM."""

NO_COPY: Final = -4
"""Stands in reasons for the lag of a client that has nothing of a task, of whose size nobody need know."""


@dataclass(frozen=True, slots=True)
class MemberState:
    """One member of a streams group (KIP-1071), which is a stream thread, and what the brokers last gave to it.

    `member_id` is what the member calls itself, None where nobody knows: such ids are random.
    """

    member_id: str | None = None
    previous_active: tuple[TaskId, ...] = ()
    previous_standby: tuple[TaskId, ...] = ()


@dataclass(frozen=True, slots=True)
class ClientState:
    """One client as the leader sees it: a process with its threads, and what it had before this rebalance.

    `previous_active` and `previous_standby` are in the order in which Java's sets of that version are walked. `lags`
    are in records, for the stateful tasks of which it has something; `RUNNING` and `UNKNOWN_LAG` are among them.
    `members` matter to streams groups only, where the brokers look at each thread by itself.
    """

    process_id: UUID
    threads: int
    previous_active: tuple[TaskId, ...] = ()
    previous_standby: tuple[TaskId, ...] = ()
    lags: Mapping[TaskId, int] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    rack: str | None = None
    members: tuple[MemberState, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskPartitions:
    """The partitions that a task reads, and those of its changelogs; racks of replicas stand beside, by partition."""

    sources: tuple[TopicPartition, ...] = ()
    changelogs: tuple[TopicPartition, ...] = ()


@dataclass(frozen=True)
class AssignmentProblem:
    """All that an assignor of this version looks at.

    `tasks` are sorted, `clients` in the order in which they joined. `partitions` and `racks` (of a partition's
    replicas) matter to rack-aware assignment only. `lags_without_state` are those of clients that have nothing of a
    stateful task: all records of its changelogs.
    """

    behaviours: Behaviours
    settings: AssignmentSettings
    tasks: tuple[TaskId, ...]
    stateful: frozenset[TaskId]
    clients: tuple[ClientState, ...]
    partitions: Mapping[TaskId, TaskPartitions] = field(default_factory=dict)
    racks: Mapping[TopicPartition, tuple[str, ...]] = field(default_factory=dict)
    lags_without_state: Mapping[TaskId, int] = field(default_factory=dict)

    def lag_of(self, client: ClientState, task: TaskId) -> int:
        """Give the lag of a stateful task on a client; raises ValueError where nobody gave it (ClientState#lagFor)."""
        lag = client.lags.get(task)
        if lag is None:
            lag = self.lags_without_state.get(task)
        if lag is None:
            raise ValueError(f"Tried to lookup lag for unknown task {task}")
        return lag

    @cached_property
    def clients_by_id(self) -> tuple[ClientState, ...]:
        """The clients as a TreeMap of their ids has them."""
        return tuple(sorted(self.clients, key=lambda client: uuid_order(client.process_id)))

    @cached_property
    def clients_in_hash_order(self) -> tuple[ClientState, ...]:
        """The clients as a HashMap has them to which they were put one by one."""
        found: JavaHashMap[UUID, ClientState] = JavaHashMap(uuid_hash, uuid_order)
        for client in self.clients:
            found.put(client.process_id, client)
        return tuple(client for _, client in found.items())

    @cached_property
    def tasks_in_hash_order(self) -> tuple[TaskId, ...]:
        """All tasks as the leader's hash map of them has them."""
        return tasks_in_hash_order(self.tasks, self.behaviours)

    @cached_property
    def stateful_in_hash_order(self) -> tuple[TaskId, ...]:
        """The stateful tasks as the leader's hash set of them has them."""
        return stateful_in_hash_order(self.tasks_in_hash_order, self.stateful, self.behaviours)

    @property
    def task_hash(self) -> Callable[[TaskId], int]:
        """TaskId#hashCode of this version."""
        return task_hash_of(self.behaviours)
