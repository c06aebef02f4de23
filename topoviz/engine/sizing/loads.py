"""How much of an application a stream thread or an instance holds: tasks, partitions and stores, counted.

Kafka: StreamTask, StandbyTask; StoreChangelogReader.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from topoviz.engine.assignment.rebalanced import Rebalance, ThreadTasks
from topoviz.engine.assignment.result import Role
from topoviz.engine.cluster.model import Client
from topoviz.engine.sizing.stores import StoreCounts
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task


@dataclass(frozen=True, slots=True)
class Held:
    """The tasks of one stream thread; warm-ups count as standbys, and tasks that it waits for as its own."""

    thread: str
    active: tuple[TaskId, ...] = ()
    standby: tuple[TaskId, ...] = ()


@dataclass(frozen=True, slots=True)
class Load:
    """What some stream threads hold.

    `partitions` are those that their active tasks read, `restored` those of changelogs that active tasks start from,
    `copied` those that standbys follow all the time. `without_stores` counts threads none of whose tasks has a store.
    """

    threads: int = 0
    active: int = 0
    standby: int = 0
    partitions: int = 0
    restored: int = 0
    copied: int = 0
    without_stores: int = 0
    stores: StoreCounts = field(default_factory=StoreCounts)

    def __add__(self, other: Load) -> Load:
        """Put the loads of different threads together."""
        return Load(
            self.threads + other.threads,
            self.active + other.active,
            self.standby + other.standby,
            self.partitions + other.partitions,
            self.restored + other.restored,
            self.copied + other.copied,
            self.without_stores + other.without_stores,
            self.stores + other.stores,
        )


@dataclass(frozen=True, slots=True)
class InstanceLoad:
    """A client, what each of its threads holds, by their names in `thread_names`, and all of them together."""

    client: Client
    thread_names: tuple[str, ...]
    threads: tuple[Load, ...]
    total: Load


def held_in(rebalance: Rebalance) -> dict[UUID, tuple[Held, ...]]:
    """Give what each thread holds once it has got what it waits for."""
    return {one.client.process_id: tuple(map(_held, one.threads)) for one in rebalance.clients}


def _held(thread: ThreadTasks) -> Held:
    awaited = {waits.task: waits.role for waits in thread.withheld}
    copies = dict.fromkeys((*thread.standby, *thread.warm_ups))
    return Held(
        thread.name,
        (*thread.active, *(task for task, role in awaited.items() if role is Role.ACTIVE)),
        (*copies, *(task for task, role in awaited.items() if role is not Role.ACTIVE and task not in copies)),
    )


def held_evenly(tasks: Sequence[Task], clients: Sequence[Client], standbys: int) -> dict[UUID, tuple[Held, ...]]:
    """Deal tasks to threads as if nothing had run before: to one client after the other, and to its threads in turn.

    Standbys go to the clients that follow, at most one of a task on each.
    """
    active: list[list[TaskId]] = [[] for _ in clients]
    copies: list[list[TaskId]] = [[] for _ in clients]
    turns = _turns(clients)
    for number, task in enumerate(tasks):
        at = turns[number % len(turns)]
        active[at].append(task.id)
        if task.is_stateful:
            for step in range(1, min(standbys, len(clients) - 1) + 1):
                copies[(at + step) % len(clients)].append(task.id)
    return {
        client.process_id: tuple(
            Held(
                thread.name,
                tuple(active[at][number :: len(client.threads)]),
                tuple(copies[at][number :: len(client.threads)]),
            )
            for number, thread in enumerate(client.threads)
        )
        for at, client in enumerate(clients)
    }


def _turns(clients: Sequence[Client]) -> list[int]:
    """Name each client as often as it has threads, all first ones first."""
    most = max(len(client.threads) for client in clients)
    return [at for thread in range(most) for at, client in enumerate(clients) if thread < len(client.threads)]


def loads_of(
    clients: Iterable[Client],
    held: Mapping[UUID, Sequence[Held]],
    tasks: Mapping[TaskId, Task],
    stores: Mapping[int, StoreCounts],
) -> tuple[InstanceLoad, ...]:
    """Count what each thread holds, by clients in their order; `stores` are those of one task by sub-topology."""
    found = []
    for client in clients:
        threads = tuple(_load(one, tasks, stores) for one in held[client.process_id])
        total = Load()
        for load in threads:
            total += load
        names = tuple(one.thread for one in held[client.process_id])
        found.append(InstanceLoad(client, names, threads, total))
    return tuple(found)


def _load(held: Held, tasks: Mapping[TaskId, Task], stores: Mapping[int, StoreCounts]) -> Load:
    load = Load(threads=1, active=len(held.active), standby=len(held.standby))
    for task in (tasks[one] for one in held.active):
        load += Load(partitions=len(task.partitions), restored=len(task.changelogs))
    for task in (tasks[one] for one in held.standby):
        load += Load(copied=len(task.changelogs))
    for one in (*held.active, *held.standby):
        load += Load(stores=stores.get(one.sub_topology_id, StoreCounts()))
    return replace(load, without_stores=0 if load.stores.all else 1)
