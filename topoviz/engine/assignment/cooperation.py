"""Which tasks a thread gets at once, and which only after another thread has given them back.

Source: StreamsPartitionAssignor#populateActiveTaskAndPartitionsLists, #buildStandbyTaskMap; KIP-429, KAFKA-10079.
A task of which any partition belongs to another consumer is left out of this rebalance, and the next one gives it.
Until 2.3 every thread gave back everything before each rebalance, and nothing had to wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from topoviz.engine.assignment.previous_tasks import KnownClient
from topoviz.engine.assignment.result import Role
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class Withheld:
    """A task that waits until the consumer that owns partitions of it has given them back."""

    task: TaskId
    owner_process_id: UUID
    owner_consumer_id: str
    role: Role = Role.ACTIVE


@dataclass(frozen=True, slots=True)
class Divided:
    """What a thread gets now, what it waits for, and what it keeps as a standby while it waits; each sorted."""

    now: tuple[TaskId, ...]
    withheld: tuple[Withheld, ...]
    stand_ins: tuple[TaskId, ...]


@dataclass(frozen=True, slots=True)
class Ownership:
    """Who owns which partition when the rebalance begins."""

    owner_of: Mapping[TopicPartition, tuple[UUID, str]]
    partitions_of: Mapping[TaskId, Sequence[TopicPartition]]
    stateful: frozenset[TaskId]

    def owners_for(self, task: TaskId, client: KnownClient) -> frozenset[str]:
        """Give the consumers that own partitions of a task; an empty text is one of another client."""
        mine = client.owners
        return frozenset(
            mine.get(partition, "")
            for partition in self.partitions_of[task]
            if partition in mine or partition in self.owner_of
        )


def find_owners(clients: Iterable[KnownClient]) -> dict[TopicPartition, tuple[UUID, str]]:
    """Give the process and the consumer that own each partition."""
    return {
        partition: (client.state.process_id, consumer)
        for client in clients
        for partition, consumer in client.owners.items()
    }


def divide(
    tasks: Sequence[TaskId], consumer: str, client: KnownClient, ownership: Ownership, behaviours: Behaviours
) -> Divided:
    """Divide the active tasks of a thread into those that it gets now and those that it waits for."""
    now, withheld = [], []
    for task in sorted(tasks):
        owner = _other_owner(task, consumer, client, ownership)
        if owner is None:
            now.append(task)
        else:
            withheld.append(Withheld(task, *owner))
    return Divided(tuple(now), tuple(withheld), _stand_ins(withheld, client, ownership.stateful, behaviours))


def _other_owner(task: TaskId, consumer: str, client: KnownClient, ownership: Ownership) -> tuple[UUID, str] | None:
    """Find another consumer that owns a partition of a task; of two of its own client the later."""
    for partition in ownership.partitions_of[task]:
        here = client.owners.get(partition)
        if here != consumer and partition in ownership.owner_of:
            return ownership.owner_of[partition] if here is None else (client.state.process_id, here)
    return None


def _stand_ins(
    withheld: Sequence[Withheld], client: KnownClient, stateful: frozenset[TaskId], behaviours: Behaviours
) -> tuple[TaskId, ...]:
    """Choose what a thread gets as a standby for now: all of its stateful tasks since 2.6, later only old standbys."""
    if not behaviours.has("deals_tasks_by_lag"):
        return ()
    tasks = [one.task for one in withheld if one.task in stateful]
    if not behaviours.has("stands_in_for_standbys_only"):
        return tuple(tasks)
    standbys = set(client.state.previous_standby)
    return tuple(task for task in tasks if task in standbys)
