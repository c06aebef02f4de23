"""A rebalance as JSON: who gets what and why, what moved, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from topoviz.engine.assignment.rebalanced import FollowUp, Rebalance, RebalancedClient, ThreadTasks
from topoviz.engine.assignment.result import Placement, Role
from topoviz.engine.explanations.placements import why_on_client
from topoviz.engine.tasks.task_id import TaskId

Json = dict[str, Any]

Before = Mapping[TaskId, list[Json]]


def rebalance_to_json(done: Rebalance) -> Json:
    """Give everything about a rebalance; clients in the order in which they were given."""
    before = _before(done)
    placements = list(_placements(done, before))
    follow_up = done.follow_up
    return {
        "clients": [_client(one, done) for one in done.clients],
        "placements": placements,
        "moved": sum(1 for one in placements if one["role"] == Role.ACTIVE.value and one["is_moved"]),
        "threads": sum(len(one.threads) for one in done.clients),
        "idle_threads": sum(1 for one in done.clients for thread in one.threads if thread.is_idle),
        "follow_up": _kind_of(follow_up),
        "follow_up_after_ms": 0 if follow_up.at_once else follow_up.probing_after_ms if follow_up.probing else None,
        "warnings": list(done.warnings),
        "doubts": list(done.doubts),
    }


def _kind_of(follow_up: FollowUp) -> str | None:
    if follow_up.at_once:
        return "at-once"
    return "probing" if follow_up.probing is not None else None


def _client(one: RebalancedClient, done: Rebalance) -> Json:
    client = one.client
    return {
        "name": client.name,
        "process_id": str(client.process_id),
        "is_process_id_given": client.has_process_id,
        "rack": client.rack,
        "tags": dict(client.tags),
        "threads": [_thread(thread, done) for thread in one.threads],
    }


def _thread(thread: ThreadTasks, done: Rebalance) -> Json:
    return {
        "name": thread.name,
        "active": [str(task) for task in thread.active],
        "standby": [str(task) for task in (*thread.standby, *thread.stand_ins)],
        "warm_up": [str(task) for task in thread.warm_ups],
        "withheld": [
            {"task": str(one.task), "held_by": _holder(done, one.owner_consumer_id)} for one in thread.withheld
        ],
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


def _before(done: Rebalance) -> Before:
    """Say who had each task, and as what."""
    found: dict[TaskId, list[Json]] = {}
    for one in done.clients:
        for thread in one.client.threads:
            for role, tasks in ((Role.ACTIVE, thread.active), (Role.STANDBY, thread.standby)):
                for task in tasks:
                    had = {"client": one.client.name, "thread": thread.name, "role": role.value}
                    found.setdefault(task, []).append(had)
    return found


def _placements(done: Rebalance, before: Before) -> Iterator[Json]:
    """Give every task on every client that gets it, by task, the active one first."""
    client_of = {one.client.process_id: one for one in done.clients}
    names = {str(one.client.process_id): one.client.name for one in done.clients}
    order = {role: place for place, role in enumerate(Role)}
    for placement in sorted(done.result.placements, key=lambda one: (one.task, order[one.role])):
        client = client_of[placement.process_id]
        thread = _thread_of(client, placement)
        was = before.get(placement.task, [])
        yield {
            "task": str(placement.task),
            "role": placement.role.value,
            "client": client.client.name,
            "thread": None if thread is None else thread.name,
            "because": placement.reason.because.value,
            "sentence": why_on_client(placement, names),
            "was": was,
            "is_moved": _is_moved(placement, client.client.name, was),
        }


def _thread_of(client: RebalancedClient, placement: Placement) -> ThreadTasks | None:
    for thread in client.threads:
        kept = {
            Role.ACTIVE: (*thread.active, *(one.task for one in thread.withheld)),
            Role.STANDBY: thread.standby,
            Role.WARM_UP: thread.warm_ups,
        }[placement.role]
        if placement.task in kept:
            return thread
    return None


def _is_moved(placement: Placement, client: str, was: list[Json]) -> bool:
    """Tell whether somebody else had the task in this role, and this client did not."""
    role = Role.ACTIVE.value if placement.role is Role.ACTIVE else Role.STANDBY.value
    holders = [one["client"] for one in was if one["role"] == role]
    return bool(holders) and client not in holders
