"""Who has which task, and the copies of it that are filled or left on a disk."""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.assignment.result import Role
from topoviz.engine.scenarios.clients import Copy, LiveClient, LiveThread, OpenRestore
from topoviz.engine.scenarios.group import Member
from topoviz.engine.scenarios.playing.live import Live
from topoviz.engine.tasks.task_id import TaskId


def let_go(live: Live, tasks: Iterable[TaskId]) -> None:
    """Take tasks from whoever has them; the step of now shows how long nobody has them."""
    live.steps[-1].waits.extend(live.owners.take(tuple(tasks), live.now))


def come_back(live: Live, client: LiveClient, members: Iterable[tuple[LiveThread, Member]]) -> None:
    """Give threads back what the group kept for the static members that they are (KIP-345)."""
    for thread, member in members:
        thread.active, thread.standby, thread.warm_ups = member.active, member.standby, member.warm_ups
        member.expires_ms, member.consumer_id, member.joined_ms = None, thread.consumer_id, live.now
        live.owners.give(client.name, thread.active, live.now)
    assign_copies(live, client)


def assign_copies(live: Live, client: LiveClient) -> None:
    """Open the copies of what a client has, and close those of what it has no more."""
    ends = live.changelogs.ends
    held = {task: (thread, role) for thread, task, role in client.held() if task in ends}
    for task, copy in client.copies.items():
        if task not in held and copy.left_ms is None:
            copy.left_ms, copy.restore = live.now, None
    for task, (thread, role) in held.items():
        copy = client.copies.setdefault(task, Copy())
        copy.left_ms = None
        missing = ends[task] - copy.position
        if missing <= 0:
            copy.whole_since_ms = live.now if copy.whole_since_ms is None else copy.whole_since_ms
            continue
        if copy.restore is not None and copy.restore.role == role:
            continue
        held_up = _held_up(live, thread, client) if role is Role.ACTIVE else ()
        copy.whole_since_ms = None
        copy.restore = OpenRestore(task, client.name, thread.name, role, missing, live.now, held_up=held_up)
        live.steps[-1].restores.append(copy.restore)


def _held_up(live: Live, thread: LiveThread, client: LiveClient) -> tuple[TaskId, ...]:
    """List the tasks of a thread that could be processed, were it not for what the thread restores first."""
    if not live.restoring.holds_up:
        return ()
    ends, copies = live.changelogs.ends, client.copies
    return tuple(
        task for task in thread.active if task not in ends or (task in copies and copies[task].position >= ends[task])
    )
