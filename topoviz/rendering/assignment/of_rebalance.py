"""Who has which task after a rebalance, and before it, as pictures need it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from topoviz.engine.assigned import Assigned
from topoviz.engine.assignment.cooperation import Withheld
from topoviz.engine.assignment.rebalanced import Rebalance, RebalancedClient, ThreadTasks
from topoviz.engine.assignment.result import Role
from topoviz.engine.cluster.model import Client
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.rendering.assignment.holders import Held, Holder, Holding, Thread

_THREAD: Final = re.compile(r"(?:.*-)?(StreamThread-\d+)", re.ASCII | re.DOTALL)


def holding_of(assigned: Assigned) -> Holding:
    """Give what a picture shows of an assignment; the tasks alone where nobody asked who gets them."""
    if assigned.rebalance is None:
        return Holding(assigned.tasks, notes=assigned.notes)
    return holding_after(assigned.tasks, assigned.rebalance, notes=assigned.notes, doubts=assigned.doubts)


def holding_after(
    tasks: TopologyTasks,
    rebalance: Rebalance,
    *,
    before: Sequence[Client] | None = None,
    notes: tuple[str, ...] = (),
    doubts: tuple[str, ...] | None = None,
) -> Holding:
    """Give who has which task after a rebalance, and before it.

    `before` are the clients there were, where some are gone meanwhile; else the clients that are rebalanced say what
    they had. `doubts` take the place of the rebalance's own.
    """
    names, threads = _names(rebalance), _threads(rebalance)
    earlier = before if before is not None else [one.client for one in rebalance.clients]
    had_anything = any(thread.active or thread.standby for client in earlier for thread in client.threads)
    return Holding(
        tasks,
        tuple(_after(one, names, threads) for one in rebalance.clients),
        tuple(holder_before(client) for client in earlier) if before is not None or had_anything else None,
        notes,
        rebalance.doubts if doubts is None else doubts,
    )


def holder_before(client: Client) -> Holder:
    """Give what a client had; one that lost its state has nothing left."""
    return _holder(client, tuple(
        Thread(
            thread_name(thread.name),
            tuple(_held(client.lags, thread.active, thread.standby)) if client.keeps_state else (),
        )
        for thread in client.threads
    ))  # fmt: skip


def thread_name(name: str) -> str:
    """Give the part of a thread's name that is its own, without the ids of application and process before it."""
    found = _THREAD.fullmatch(name)
    return name if found is None else found[1]


def _holder(client: Client, threads: tuple[Thread, ...]) -> Holder:
    process_id = str(client.process_id) if client.has_process_id else ""
    return Holder(client.name, threads, process_id, client.rack, client.tags)


def waiting_in(rebalance: Rebalance) -> dict[tuple[str, str], tuple[Held, ...]]:
    """Give what threads wait for, by client and thread, with who gives it back."""
    names, threads = _names(rebalance), _threads(rebalance)
    return {
        (one.client.name, thread.name): tuple(_waiting(thread, one.client, names, threads))
        for one in rebalance.clients
        for thread in one.threads
        if thread.withheld
    }


def _names(rebalance: Rebalance) -> dict[UUID, str]:
    return {one.client.process_id: one.client.name for one in rebalance.clients}


def _threads(rebalance: Rebalance) -> dict[str, str]:
    return {thread.consumer_id: thread_name(thread.name) for client in rebalance.clients for thread in client.threads}


def _after(one: RebalancedClient, names: Mapping[UUID, str], threads: Mapping[str, str]) -> Holder:
    client = one.client
    return _holder(client, tuple(
        Thread(thread_name(thread.name), tuple(_of_thread(client, thread, names, threads))) for thread in one.threads
    ))  # fmt: skip


def _of_thread(
    client: Client, thread: ThreadTasks, names: Mapping[UUID, str], threads: Mapping[str, str]
) -> Iterator[Held]:
    yield from _held(client.lags, thread.active, thread.standby)
    for task in thread.warm_ups:
        yield Held(task, Role.WARM_UP, client.lags.get(task))
    for task in thread.stand_ins:
        yield Held(task, Role.STANDBY, client.lags.get(task), is_for_now=True)
    yield from _waiting(thread, client, names, threads)


def _waiting(
    thread: ThreadTasks, client: Client, names: Mapping[UUID, str], threads: Mapping[str, str]
) -> Iterator[Held]:
    for held in thread.withheld:
        yield Held(held.task, held.role, waits_for=_owner(held, client, names, threads))


def _held(lags: Mapping[TaskId, int], active: Sequence[TaskId], standby: Sequence[TaskId]) -> Iterator[Held]:
    for task in active:
        yield Held(task, Role.ACTIVE)
    for task in standby:
        yield Held(task, Role.STANDBY, lags.get(task))


def _owner(held: Withheld, client: Client, names: Mapping[UUID, str], threads: Mapping[str, str]) -> str:
    """Name who gives a task back: another client, or a thread of this one."""
    if held.owner_process_id == client.process_id:
        return threads.get(held.owner_consumer_id, client.name)
    return names.get(held.owner_process_id, "a client that is gone")
