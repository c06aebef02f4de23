"""Time passes: copies are filled from changelogs, and running tasks write to theirs.

The rate of a client is shared evenly by its threads that have something to restore, and that of a thread by its copies.
A thread fills its active tasks first; standbys and warm-ups wait until those are whole.

Source: StoreChangelogReader#enforceRestoreActive, DefaultStateUpdater; before 2.6 StreamThread#maybeUpdateStandbyTasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.clients import RECORD, Copy, LiveClient, LiveThread
from topoviz.engine.scenarios.model import RestoreRate
from topoviz.engine.tasks.task_id import TaskId

_PER_MS: Final = RECORD // 1_000
_NEVER: Final = 2**62


@dataclass(slots=True)
class Changelogs:
    """How much the changelogs of each stateful task hold by now, and what a running task adds in a millisecond."""

    ends: dict[TaskId, int]
    grows_by: int = 0


@dataclass(frozen=True, slots=True)
class Restoring:
    """How copies are filled: the rate, and whether a thread that restores an active task processes others meanwhile."""

    rate: RestoreRate
    holds_up: bool


@dataclass(slots=True)
class _Filling:
    task: TaskId
    copy: Copy
    speed: int


def pass_time(
    clients: Iterable[LiveClient], changelogs: Changelogs, restoring: Restoring, from_ms: int, to_ms: int
) -> None:
    """Let time pass from one moment to another."""
    running = [client for client in clients if client.is_running]
    now = from_ms
    while now < to_ms:
        filling = [one for client in running for one in _filling(client, changelogs, restoring.rate)]
        growing = _growing(running, changelogs, restoring) if changelogs.grows_by else set()
        if not filling and not growing:
            return
        soonest = min((_due(one, changelogs, growing) for one in filling), default=to_ms - now)
        step = min(to_ms - now, soonest)
        now += step
        _step(running, filling, growing, changelogs, step, now)


def next_whole(clients: Iterable[LiveClient], changelogs: Changelogs, restoring: Restoring) -> int | None:
    """Say in how many milliseconds the next copy is whole; None when nothing is filled, or nothing ever gets there."""
    running = [client for client in clients if client.is_running]
    growing = _growing(running, changelogs, restoring) if changelogs.grows_by else set()
    filling = (one for client in running for one in _filling(client, changelogs, restoring.rate))
    soonest = min((_due(one, changelogs, growing) for one in filling), default=_NEVER)
    return None if soonest >= _NEVER else soonest


def is_filling(clients: Iterable[LiveClient], changelogs: Changelogs, restoring: Restoring) -> bool:
    """Tell whether any copy is filled now, also one that never gets there."""
    running = (client for client in clients if client.is_running)
    return any(True for client in running for _ in _filling(client, changelogs, restoring.rate))


def _filling(client: LiveClient, changelogs: Changelogs, rate: RestoreRate) -> Iterator[_Filling]:
    """Give the copies that a client fills now, each with its speed in millionths of a record a millisecond."""
    served = [tasks for thread in client.threads if (tasks := _served(thread, client, changelogs))]
    whole = rate.records_per_second * _PER_MS
    each = whole if rate.is_per_thread else whole // max(len(served), 1)
    for tasks in served:
        for task in tasks:
            yield _Filling(task, client.copies[task], max(each // len(tasks), 1))


def _served(thread: LiveThread, client: LiveClient, changelogs: Changelogs) -> list[TaskId]:
    active = [task for task in thread.active if _is_behind(task, client, changelogs)]
    return active or [task for task in thread.standby if _is_behind(task, client, changelogs)]


def _is_behind(task: TaskId, client: LiveClient, changelogs: Changelogs) -> bool:
    return task in changelogs.ends and client.copies[task].position < changelogs.ends[task]


def _growing(running: Iterable[LiveClient], changelogs: Changelogs, restoring: Restoring) -> set[TaskId]:
    """Find the stateful tasks that are processed now, and so write to their changelogs."""
    found: set[TaskId] = set()
    for client in running:
        for thread in client.threads:
            whole = [task for task in thread.active if not _is_behind(task, client, changelogs)]
            if len(whole) == len(thread.active) or not restoring.holds_up:
                found.update(task for task in whole if task in changelogs.ends)
    return found


def _due(one: _Filling, changelogs: Changelogs, growing: set[TaskId]) -> int:
    speed = one.speed - (changelogs.grows_by if one.task in growing else 0)
    missing = changelogs.ends[one.task] - one.copy.position
    return -(-missing // speed) if speed > 0 else _NEVER


def _step(
    running: Iterable[LiveClient],
    filling: Iterable[_Filling],
    growing: set[TaskId],
    changelogs: Changelogs,
    span: int,
    now: int,
) -> None:
    kept_up = [
        (client.copies[task], task)
        for client in running
        for thread in client.threads
        for task in (*thread.active, *thread.standby)
        if task in growing and not _is_behind(task, client, changelogs)
    ]
    for task in growing:
        changelogs.ends[task] += changelogs.grows_by * span
    for copy, task in kept_up:
        copy.position = changelogs.ends[task]
    for one in filling:
        end = changelogs.ends[one.task]
        before, one.copy.position = one.copy.position, min(one.copy.position + one.speed * span, end)
        restore = one.copy.restore
        if restore is not None:
            restore.restored += one.copy.position - before
        if one.copy.position == end:
            one.copy.whole_since_ms = now
            if restore is not None:
                restore.until_ms, one.copy.restore = now, None
