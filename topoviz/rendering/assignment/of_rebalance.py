"""Who has which task after a rebalance, and before it, as pictures need it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from topoviz.engine.assigned import Assigned
from topoviz.engine.assignment.problem import ClientState
from topoviz.engine.assignment.rebalanced import Rebalance, RebalancedClient, ThreadTasks
from topoviz.engine.assignment.result import Role
from topoviz.engine.cluster.model import Client
from topoviz.rendering.assignment.holders import Held, Holder, Holding, Thread


def holding_of(assigned: Assigned) -> Holding:
    """Give what a picture shows of an assignment; the tasks alone where nobody asked who gets them."""
    done = assigned.rebalance
    if done is None:
        return Holding(assigned.tasks, notes=assigned.notes)
    return Holding(assigned.tasks, _after(done), _before(done), assigned.notes, assigned.doubts)


def _after(done: Rebalance) -> tuple[Holder, ...]:
    states = {state.process_id: state for state in done.problem.clients}
    names = {thread.consumer_id: one.client.name for one in done.clients for thread in one.threads}
    return tuple(_holder(one.client, _threads(one, states[one.client.process_id], names)) for one in done.clients)


def _before(done: Rebalance) -> tuple[Holder, ...] | None:
    """Give what clients had; None where nobody had anything."""
    clients = [one.client for one in done.clients]
    if not any(thread.active or thread.standby for client in clients for thread in client.threads):
        return None
    return tuple(
        _holder(
            client,
            tuple(
                Thread(
                    thread.name,
                    (
                        *(Held(task, Role.ACTIVE) for task in thread.active),
                        *(Held(task, Role.STANDBY) for task in thread.standby),
                    ),
                )
                for thread in client.threads
            ),
        )
        for client in clients
    )


def _threads(one: RebalancedClient, state: ClientState, names: Mapping[str, str]) -> tuple[Thread, ...]:
    return tuple(Thread(thread.name, tuple(_held(thread, state, names))) for thread in one.threads)


def _held(thread: ThreadTasks, state: ClientState, names: Mapping[str, str]) -> Iterator[Held]:
    for task in thread.active:
        yield Held(task, Role.ACTIVE)
    for one in thread.withheld:
        yield Held(one.task, Role.ACTIVE, waits_for=names.get(one.owner_consumer_id, one.owner_consumer_id))
    for role, tasks in ((Role.STANDBY, thread.standby), (Role.WARM_UP, thread.warm_ups)):
        for task in tasks:
            lag = state.lags.get(task, -1)
            yield Held(task, role, lag=lag if lag > 0 else None)
    for task in thread.stand_ins:
        yield Held(task, Role.STANDBY, is_for_now=True)


def _holder(client: Client, threads: tuple[Thread, ...]) -> Holder:
    process_id = str(client.process_id) if client.has_process_id else ""
    return Holder(client.name, threads, process_id, client.rack, client.tags)
