"""What tasks restore: their partitions of the changelogs, by sizes that somebody measured; and who has to restore them.

A client restores a task as a whole where it had no copy of it before. What it had, as active task, standby or warm-up
or on its disk alone, it goes on with, and reads only what came since.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from topoviz.engine.assignment.rebalanced import Rebalance
from topoviz.engine.assignment.result import Role
from topoviz.engine.cluster.model import Client
from topoviz.engine.explanations.wording import code, counted, listed
from topoviz.engine.sizing.sizes import size_text
from topoviz.engine.state_sizes.model import Restored, StateSizes
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.topology_tasks import TopologyTasks

_MOST_NAMED: Final = 3
_NAMES: Final = {
    Role.ACTIVE: ("active task", "active tasks"),
    Role.STANDBY: ("standby", "standbys"),
    Role.WARM_UP: ("warm-up", "warm-ups"),
}


@dataclass(frozen=True, slots=True)
class RestoredCopy:
    """A copy of a task's state on a client that did not have it, and what it reads to fill it."""

    task: TaskId
    client: str
    role: Role
    restored: Restored


@dataclass(frozen=True, slots=True)
class TaskRestores:
    """What each task with state restores, which copies are restored now, and the same in sentences."""

    tasks: dict[TaskId, Restored]
    copies: tuple[RestoredCopy, ...]
    sentences: tuple[str, ...]
    day: date | None


def task_restores(tasks: TopologyTasks, sizes: StateSizes, done: Rebalance | None) -> TaskRestores:
    """Add up by task; without a rebalance nothing is known of copies."""
    by_task = {
        task.id: sizes.of_task((log.store for log in one.changelogs), task.id.partition)
        for one in tasks.sub_topologies
        for task in one.tasks or ()
        if task.is_stateful
    }
    copies = () if done is None else tuple(_copies(by_task, done))
    return TaskRestores(by_task, copies, tuple(_sentences(by_task, copies, sizes, done)), sizes.day)


def _copies(by_task: dict[TaskId, Restored], done: Rebalance) -> Iterator[RestoredCopy]:
    had = {(one.client.name, task) for one in done.clients for task in _had(one.client)}
    names = {one.client.process_id: one.client.name for one in done.clients}
    for placement in sorted(done.result.placements, key=lambda one: (one.task, list(Role).index(one.role))):
        client = names[placement.process_id]
        if placement.task in by_task and (client, placement.task) not in had:
            yield RestoredCopy(placement.task, client, placement.role, by_task[placement.task])


def _had(client: Client) -> Iterator[TaskId]:
    if client.keeps_state:
        yield from client.stored
        yield from client.lags
        for thread in client.threads:
            yield from (*thread.active, *thread.standby)


def _sentences(
    by_task: dict[TaskId, Restored], copies: tuple[RestoredCopy, ...], sizes: StateSizes, done: Rebalance | None
) -> Iterator[str]:
    if not by_task:
        yield "No task has state to restore."
        return
    if done is None:
        total = sum(one.size_bytes for one in by_task.values())
        tasks = counted(len(by_task), "task")
        yield f"{sizes.source}, {tasks} with state {_restore(len(by_task))} {size_text(total)} without local state."
    elif not copies:
        yield f"{sizes.source}, nothing is restored as a whole: every client had what it gets."
    else:
        most = max(copies, key=lambda one: one.restored.size_bytes)
        parts = [
            f"{size_text(sum(one.restored.size_bytes for one in own))} for {counted(len(own), *_NAMES[role])}"
            for role in Role
            if (own := [one for one in copies if one.role is role])
        ]
        yield (
            f"{sizes.source}, clients restore copies that they did not have: {listed(parts)}; the most is "
            f"{size_text(most.restored.size_bytes)}, task {most.task} on {code(most.client)}."
        )
    unknown = sorted({store for one in by_task.values() for store in one.unknown})
    if unknown:
        more = f" and {len(unknown) - _MOST_NAMED} more" if len(unknown) > _MOST_NAMED else ""
        yield f"Not in this, for the size is not known: {', '.join(map(code, unknown[:_MOST_NAMED]))}{more}."


def _restore(count: int) -> str:
    return "restores" if count == 1 else "restore"
