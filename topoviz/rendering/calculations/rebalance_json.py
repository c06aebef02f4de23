"""A rebalance as JSON: who gets what and why, what moved, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from topoviz.engine.assignment.rebalanced import FollowUp, Rebalance, RebalancedClient, ThreadTasks
from topoviz.engine.assignment.result import Placement, Role
from topoviz.engine.cluster.model import Client
from topoviz.engine.explanations.placements import Names, why_on_client
from topoviz.engine.scenarios.model import ClientNow
from topoviz.engine.tasks.task_id import TaskId

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Had:
    """Who had a task before, and as what."""

    client: str
    thread: str
    role: Role


@dataclass(frozen=True, slots=True)
class Placed:
    """A placement with all that is said of it but its sentence, which takes longer to make than all else.

    Two that are equal have equal sentences: an id of a process belongs to one client.
    """

    placement: Placement
    client: str
    thread: str | None
    was: tuple[Had, ...]
    is_moved: bool


def rebalance_to_json(done: Rebalance) -> Json:
    """Give everything about a rebalance; clients in the order in which they were given."""
    placed, names = placed_in(done), names_in(done)
    return {
        "clients": [_client(one, done) for one in done.clients],
        "placements": [placed_to_json(one, names) for one in placed],
        **sums_to_json(done, placed),
    }


def placed_in(done: Rebalance) -> list[Placed]:
    """Give every task on every client that gets it, by task, the active one first."""
    clients = {one.client.process_id: one.client.name for one in done.clients}
    threads = _threads(done)
    before = _before(done)
    order = {role: place for place, role in enumerate(Role)}
    return [
        _placed(one, clients[one.process_id], threads.get((one.process_id, one.role, one.task)), before)
        for one in sorted(done.result.placements, key=lambda one: (one.task, order[one.role]))
    ]


def names_in(done: Rebalance) -> Names:
    """Give the names of clients by process id, as sentences use them."""
    return {str(one.client.process_id): one.client.name for one in done.clients}


def client_to_json(client: Client | ClientNow) -> Json:
    """Give what is said of a client, without its threads."""
    return {
        "name": client.name,
        "process_id": str(client.process_id),
        "is_process_id_given": client.has_process_id,
        "rack": client.rack,
        "tags": dict(client.tags),
    }


def placed_to_json(one: Placed, names: Names) -> Json:
    """Give a placement with its sentence."""
    return {
        "task": str(one.placement.task),
        "role": one.placement.role.value,
        "client": one.client,
        "thread": one.thread,
        "because": one.placement.reason.because.value,
        "sentence": why_on_client(one.placement, names),
        "was": [{"client": had.client, "thread": had.thread, "role": had.role.value} for had in one.was],
        "is_moved": one.is_moved,
    }


def sums_to_json(done: Rebalance, placed: Iterable[Placed]) -> Json:
    """Give what is said of a rebalance as a whole."""
    follow_up = done.follow_up
    return {
        "moved": sum(1 for one in placed if one.placement.role is Role.ACTIVE and one.is_moved),
        "threads": sum(len(one.threads) for one in done.clients),
        "idle_threads": sum(1 for one in done.clients for thread in one.threads if thread.is_idle),
        "follow_up": _kind_of(follow_up),
        "follow_up_after_ms": 0 if follow_up.at_once else follow_up.probing_after_ms if follow_up.probing else None,
        "warnings": list(done.warnings),
        "doubts": list(done.doubts),
    }


def withheld_to_json(thread: ThreadTasks, done: Rebalance) -> list[Json]:
    """Give what a thread waits for, and who has it until then."""
    return [{"task": str(one.task), "held_by": _holder(done, one.owner_consumer_id)} for one in thread.withheld]


def _kind_of(follow_up: FollowUp) -> str | None:
    if follow_up.at_once:
        return "at-once"
    return "probing" if follow_up.probing is not None else None


def _client(one: RebalancedClient, done: Rebalance) -> Json:
    return {**client_to_json(one.client), "threads": [_thread(thread, done) for thread in one.threads]}


def _thread(thread: ThreadTasks, done: Rebalance) -> Json:
    return {
        "name": thread.name,
        "active": [str(task) for task in thread.active],
        "standby": [str(task) for task in sorted((*thread.standby, *thread.stand_ins))],
        "warm_up": [str(task) for task in thread.warm_ups],
        "withheld": withheld_to_json(thread, done),
        "revoked": [str(task) for task in thread.revoked],
        "is_idle": thread.is_idle,
    }


def _holder(done: Rebalance, consumer: str) -> Json | None:
    """Name the thread that has a consumer."""
    for one in done.clients:
        for thread in one.threads:
            if thread.consumer_id == consumer:
                return {"client": one.client.name, "thread": thread.name}
    return None


def _before(done: Rebalance) -> Mapping[TaskId, tuple[Had, ...]]:
    """Say who had each task, and as what."""
    found: dict[TaskId, tuple[Had, ...]] = {}
    for one in done.clients:
        for thread in one.client.threads:
            for role, tasks in ((Role.ACTIVE, thread.active), (Role.STANDBY, thread.standby)):
                had = Had(one.client.name, thread.name, role)
                for task in tasks:
                    found[task] = (*found.get(task, ()), had)
    return found


def _threads(done: Rebalance) -> dict[tuple[UUID, Role, TaskId], str]:
    """Name the thread of each client that has a task in a role, or waits to process it."""
    found: dict[tuple[UUID, Role, TaskId], str] = {}
    for one in done.clients:
        for thread in one.threads:
            waits = (each.task for each in thread.withheld)
            for role, tasks in (
                (Role.ACTIVE, (*thread.active, *waits)),
                (Role.STANDBY, thread.standby),
                (Role.WARM_UP, thread.warm_ups),
            ):
                for task in tasks:
                    found.setdefault((one.client.process_id, role, task), thread.name)
    return found


def _placed(placement: Placement, client: str, thread: str | None, before: Mapping[TaskId, tuple[Had, ...]]) -> Placed:
    """Put a placement together; it moved where somebody else had the task in this role, and this client did not."""
    was = before.get(placement.task, ())
    role = Role.ACTIVE if placement.role is Role.ACTIVE else Role.STANDBY
    holders = [one.client for one in was if one.role is role]
    return Placed(placement, client, thread, was, bool(holders) and client not in holders)
