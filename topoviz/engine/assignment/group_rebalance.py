"""What the threads of a streams group get, where the brokers assign tasks to each thread (KIP-1071).

Source: CurrentAssignmentBuilder of the group coordinator. There is no rebalance of the whole group: each thread gives
back what it shall not have any more, and gets a task at a later heartbeat, when no other thread has it as active and
its own process has no copy of it elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from topoviz.engine.assignment.cooperation import Withheld
from topoviz.engine.assignment.members import consumer_ids
from topoviz.engine.assignment.problem import AssignmentProblem, ClientState, MemberState
from topoviz.engine.assignment.rebalanced import Application, RebalancedClient, ThreadTasks
from topoviz.engine.assignment.result import ClientTasks, Role
from topoviz.engine.cluster.model import Client, Cluster, StreamThread
from topoviz.engine.tasks.task_id import TaskId


@dataclass(frozen=True, slots=True)
class _Holders:
    """Who has what before: tasks as active by process and consumer, and copies by process."""

    active: dict[TaskId, tuple[UUID, str]]
    copies: dict[tuple[UUID, TaskId], str]


def group_problem(cluster: Cluster, application: Application) -> AssignmentProblem:
    """Put what the brokers' assignor looks at: members with what was assigned to them before."""
    return application.problem_for(tuple(_state(client) for client in cluster.clients))


def divide_among_members(cluster: Cluster, given: dict[UUID, ClientTasks]) -> tuple[RebalancedClient, ...]:
    """Say of each thread what it gets at once and what it waits for."""
    holders = _holders(cluster.clients)
    return tuple(
        RebalancedClient(client, given[client.process_id], tuple(_threads(client, given[client.process_id], holders)))
        for client in cluster.clients
    )


def _state(client: Client) -> ClientState:
    """Give the members of a client; one that lost its state joined anew, and the brokers know nothing of it."""
    members = tuple(
        MemberState(thread.consumer_id, *((thread.active, thread.standby) if client.keeps_state else ((), ())))
        for thread in client.threads
    )
    return ClientState(
        client.process_id,
        len(members),
        tuple(sorted(task for member in members for task in member.previous_active)),
        tuple(sorted(task for member in members for task in member.previous_standby)),
        tags=client.tags,
        rack=client.rack,
        members=members,
    )


def _holders(clients: Iterable[Client]) -> _Holders:
    found = _Holders({}, {})
    for client in clients:
        if not client.keeps_state:
            continue
        for consumer, thread in zip(consumer_ids(client), client.threads, strict=True):
            found.active.update(dict.fromkeys(thread.active, (client.process_id, consumer)))
            found.copies.update({(client.process_id, task): consumer for task in thread.standby})
    return found


def _threads(client: Client, tasks: ClientTasks, holders: _Holders) -> Iterator[ThreadTasks]:
    for consumer, thread, member in zip(consumer_ids(client), client.threads, tasks.members, strict=True):
        before = thread if client.keeps_state else StreamThread(thread.name)
        active_waits = [
            Withheld(task, *owner)
            for task in member.active
            if task not in before.active and (owner := _holder_of_active(task, client.process_id, holders))
        ]
        standby_waits = [
            Withheld(task, *owner, Role.STANDBY)
            for task in member.standby
            if task not in before.standby and (owner := _holder_here(task, client.process_id, holders))
        ]
        waiting = {held.task for held in (*active_waits, *standby_waits)}
        yield ThreadTasks(
            thread.name,
            consumer,
            tuple(task for task in member.active if task not in waiting),
            tuple(task for task in member.standby if task not in waiting),
            withheld=(*active_waits, *standby_waits),
            revoked=tuple(task for task in before.active if task not in member.active),
        )


def _holder_of_active(task: TaskId, process_id: UUID, holders: _Holders) -> tuple[UUID, str] | None:
    copy = holders.copies.get((process_id, task))
    return holders.active.get(task) or (None if copy is None else (process_id, copy))


def _holder_here(task: TaskId, process_id: UUID, holders: _Holders) -> tuple[UUID, str] | None:
    owner = holders.active.get(task)
    if owner is not None and owner[0] == process_id:
        return owner
    copy = holders.copies.get((process_id, task))
    return None if copy is None else (process_id, copy)
