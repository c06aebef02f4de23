"""Who has which task, as pictures need it: clients, their stream threads, and what each of these has.

Pictures know nothing else of an assignment, so that a rebalance, a step of a scenario and a test are drawn alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topoviz.engine.assignment.result import Role
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.topology_tasks import TopologyTasks


@dataclass(frozen=True, slots=True)
class Held:
    """A task on a stream thread. `lag` is in records.

    `waits_for` says in words who has to give the task back before the thread gets it, such as `b`; else it is empty.
    With `is_for_now`, the thread has it only until the next rebalance, which follows at once.
    """

    task: TaskId
    role: Role
    lag: int | None = None
    waits_for: str = ""
    is_for_now: bool = False
    is_unsure: bool = False


@dataclass(frozen=True, slots=True)
class Thread:
    """A stream thread by its name in its client, such as `StreamThread-1`, and what it has in any order."""

    name: str
    tasks: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True)
class Holder:
    """A client of the application. `process_id` is empty where nobody gave it; one that is stopped has no threads."""

    name: str
    threads: tuple[Thread, ...]
    process_id: str = ""
    rack: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    is_running: bool = True


@dataclass(frozen=True, slots=True)
class Holding:
    """The tasks of a topology, and who has them.

    `clients` is None where nobody asked who gets them, and `before` where nothing is known of the time before; of a
    client that is gone, only `before` knows. `moment` says when in a scenario this is and what happens then, and is
    empty where it is the end of a rebalance that stands alone. `notes` and `doubts` are sentences.
    """

    tasks: TopologyTasks
    clients: tuple[Holder, ...] | None = None
    before: tuple[Holder, ...] | None = None
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    moment: str = ""
