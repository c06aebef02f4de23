"""The clients of a scenario while it runs: their processes, threads, and what is on their disks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.result import Role
from topoviz.engine.cluster.model import Client, StreamThread
from topoviz.engine.tasks.task_id import TaskId

RECORD: Final = 1_000_000
"""Positions are whole millionths of a record, so that shares of a rate add up without fractions."""


@dataclass(slots=True)
class OpenRestore:
    """A copy that is being filled; `until_ms` stays None when something else ends that."""

    task: TaskId
    client: str
    thread: str
    role: Role
    missing: int
    from_ms: int
    until_ms: int | None = None
    restored: int = 0
    held_up: tuple[TaskId, ...] = ()


@dataclass(slots=True)
class Copy:
    """The state of a task on a disk: how much of its changelogs is in it, and since when it is whole.

    `left_ms` says since when no thread has it; None while one does.
    """

    position: int = 0
    whole_since_ms: int | None = None
    left_ms: int | None = None
    restore: OpenRestore | None = None


@dataclass(slots=True)
class LiveThread:
    """A stream thread of a client that runs, with the member of the group that its consumer is."""

    name: str
    number: int
    consumer_id: str
    active: tuple[TaskId, ...] = ()
    standby: tuple[TaskId, ...] = ()
    warm_ups: tuple[TaskId, ...] = ()


@dataclass(slots=True)
class LiveClient:
    """A client, running or not. `starts` counts its processes, of which each may have an id of its own."""

    name: str
    process_id: UUID
    number_of_threads: int
    has_process_id: bool = False
    tags: Mapping[str, str] = field(default_factory=dict)
    rack: str | None = None
    threads: list[LiveThread] = field(default_factory=list)
    copies: dict[TaskId, Copy] = field(default_factory=dict)
    is_running: bool = False
    started_ms: int = 0
    starts: int = 0

    def as_told(self, ends: Mapping[TaskId, int], members: frozenset[str]) -> Client:
        """Give the client as its members tell of it when they join; lags are in whole records, rounded up."""
        threads = tuple(thread for thread in self.threads if thread.consumer_id in members)
        active = {task for thread in threads for task in thread.active}
        assigned = active.union(task for thread in threads for task in thread.standby)
        lags = {
            task: -(-(ends[task] - copy.position) // RECORD)
            for task, copy in sorted(self.copies.items())
            if task in ends and not (task in active and copy.position >= ends[task])
        }
        return Client(
            self.name,
            self.process_id,
            tuple(StreamThread(one.name, one.active, one.standby, one.consumer_id) for one in threads),
            self.tags,
            self.rack,
            lags,
            tuple(sorted(task for task in self.copies if task not in assigned and task in ends)),
            has_process_id=self.has_process_id,
        )

    def clean_disk(self, now_ms: int, delay_ms: int) -> None:
        """Delete what the cleaner found old: it comes every `delay_ms` after the start (StateDirectory)."""
        for task, copy in list(self.copies.items()):
            if copy.left_ms is None:
                continue
            runs = max((copy.left_ms + delay_ms - self.started_ms) // delay_ms + 1, 1)
            if self.is_running and self.started_ms + runs * delay_ms <= now_ms:
                del self.copies[task]

    def held(self) -> Iterator[tuple[LiveThread, TaskId, Role]]:
        """Give every task that its threads have, with the role."""
        for thread in self.threads:
            yield from ((thread, task, Role.ACTIVE) for task in thread.active)
            yield from (
                (thread, task, Role.WARM_UP if task in thread.warm_ups else Role.STANDBY) for task in thread.standby
            )
