"""What each stream thread tells the leader when its consumer joins the group.

Source: SubscriptionInfo, StreamsPartitionAssignor#subscriptionUserData, TaskManager#cachedTasksIds and #taskOffsetSums.
Until 2.3 a thread names the tasks that it ran, from 2.4 on (KIP-429) it lists the partitions that it owns. Until 2.5 it
also names every task whose state lies on the disk of its process, what other threads run among them; from 2.6 on
(KIP-441) it says how far each copy has come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from topoviz.engine.assignment.problem import RUNNING
from topoviz.engine.assignment.threads.consumer_order import sorted_consumers
from topoviz.engine.cluster.model import Client, Cluster, StreamThread
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class Member:
    """One consumer and what it told: partitions it owns, tasks it ran, tasks on its disk, offsets of its copies.

    An offset sum is over all changelogs of a task, in records; `RUNNING` for a task that processes.
    """

    consumer_id: str
    process_id: UUID
    owned: tuple[TopicPartition, ...] = ()
    ran: tuple[TaskId, ...] = ()
    on_disk: tuple[TaskId, ...] = ()
    offset_sums: Mapping[TaskId, int] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    rack: str | None = None


def consumer_ids(client: Client) -> tuple[str, ...]:
    """Give the ids of a client's consumers by thread; where none is given, one is made up that sorts as theirs do.

    The broker's id is the thread's name, `-consumer-` and a random part.
    """
    return tuple(
        thread.consumer_id or f"{thread.name}-consumer-{UUID(int=(client.process_id.int + place) % (1 << 128))}"
        for place, thread in enumerate(client.threads)
    )


def members_of(
    cluster: Cluster, tasks: Sequence[Task], ends: Mapping[TaskId, int], behaviours: Behaviours
) -> tuple[Member, ...]:
    """Give what the threads of a cluster tell; `ends` are the records in the changelogs of stateful tasks.

    A client that lost its state was started anew: it has nothing, and owns nothing. Which thread locks the directory of
    a task that no thread has, and so tells of it, is chance; it is taken to be the first.
    """
    by_id = {task.id: task for task in tasks}
    return tuple(member for client in cluster.clients for member in _members_of_client(client, by_id, ends, behaviours))


def _members_of_client(
    client: Client, tasks: Mapping[TaskId, Task], ends: Mapping[TaskId, int], behaviours: Behaviours
) -> list[Member]:
    ids = consumer_ids(client)
    first = sorted_consumers(ids)[0] if ids else None
    on_disk = _on_disk(client, tasks) if not behaviours.has("assigns_by_state") else ()
    found = []
    for consumer_id, thread in zip(ids, client.threads, strict=True):
        if not client.keeps_state:
            found.append(Member(consumer_id, client.process_id, tags=client.tags, rack=client.rack))
            continue
        stored = client.stored if consumer_id == first else ()
        mine = set(thread.active)
        found.append(
            Member(
                consumer_id,
                client.process_id,
                _owned(thread, tasks) if behaviours.has("cooperates") else (),
                () if behaviours.has("cooperates") else thread.active,
                tuple(task for task in on_disk if task not in mine),
                _offset_sums(client, thread, stored, tasks, ends) if behaviours.has("assigns_by_state") else {},
                client.tags,
                client.rack,
            )
        )
    return found


def _owned(thread: StreamThread, tasks: Mapping[TaskId, Task]) -> tuple[TopicPartition, ...]:
    """List the partitions of a thread's active tasks, sorted as ConsumerProtocol sorts them."""
    return tuple(sorted(partition for task in thread.active if task in tasks for partition in tasks[task].partitions))


def _on_disk(client: Client, tasks: Mapping[TaskId, Task]) -> tuple[TaskId, ...]:
    """List the stateful tasks whose state lies on the disk of a client."""
    had = {task for thread in client.threads for task in (*thread.active, *thread.standby)}
    return tuple(sorted(task for task in had.union(client.stored) if task in tasks and tasks[task].is_stateful))


def _offset_sums(
    client: Client,
    thread: StreamThread,
    stored: Sequence[TaskId],
    tasks: Mapping[TaskId, Task],
    ends: Mapping[TaskId, int],
) -> dict[TaskId, int]:
    """Give how far a thread's copies have come; one that processes and has no lag runs.

    State of a task that there is no more is told of too; whether one that processed had state is not known.
    """
    sums = {}
    active = set(thread.active)
    for task in dict.fromkeys((*thread.active, *thread.standby, *stored)):
        known = tasks.get(task)
        if (known is None and task in active) or (known is not None and not known.is_stateful):
            continue
        lag = client.lags.get(task, 0)
        if lag < 0:
            sums[task] = lag
        elif task in active and lag == 0:
            sums[task] = RUNNING
        else:
            sums[task] = max(ends.get(task, 0) - lag, 0)
    return sums
