"""The clients of an application and their stream threads, as somebody describes them or a log shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from topoviz.engine.tasks.task_id import TaskId


@dataclass(frozen=True, slots=True)
class StreamThread:
    """One stream thread with its consumer: what it had before, by task.

    `name` is `<application id>-<process id>-StreamThread-<n>` or shorter; `consumer_id` the broker's name for its
    member, None where nobody gave one.
    """

    name: str
    active: tuple[TaskId, ...] = ()
    standby: tuple[TaskId, ...] = ()
    consumer_id: str | None = None


@dataclass(frozen=True, slots=True)
class Client:
    """An instance of the application: one process with one KafkaStreams.

    `lags` are in records by stateful task, as far as they are given. With `keeps_state`, what its threads had before is
    still on its disk, and so are the tasks of `stored`. `name` is the user's word for it. Where a text has no process
    id, one is made up, and where it says only what the client had, its threads are given that in turn.
    """

    name: str
    process_id: UUID
    threads: tuple[StreamThread, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    rack: str | None = None
    lags: Mapping[TaskId, int] = field(default_factory=dict)
    stored: tuple[TaskId, ...] = ()
    keeps_state: bool = True
    has_process_id: bool = True
    has_threads: bool = True


@dataclass(frozen=True, slots=True)
class Cluster:
    """All clients of an application, in the order in which they are given, which is that in which they join."""

    clients: tuple[Client, ...]
