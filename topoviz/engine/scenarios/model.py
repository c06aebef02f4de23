"""What a scenario is, and what comes of it: steps in time, with all that is to be restored and waited for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.rebalanced import Rebalance
from topoviz.engine.assignment.result import Role
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.model import Cluster
from topoviz.engine.scenarios.events.event import Event
from topoviz.engine.scenarios.runtime_settings import RuntimeSettings
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.topology_tasks import TopologyTasks

MOST_EVENTS: Final = 500
MOST_REBALANCES: Final = 1_000
"""After which a scenario is cut off, with a note."""


@dataclass(frozen=True, slots=True)
class RestoreRate:
    """How fast copies are filled: records each second, of a client or of each of its threads, and bytes in a record."""

    records_per_second: int = 50_000
    record_bytes: int = 200
    is_per_thread: bool = False


@dataclass(frozen=True, slots=True)
class StateSize:
    """How many records the changelogs of a task hold, by store, and how many a running task adds each second."""

    records: int = 1_000_000
    stores: Mapping[str, int] = field(default_factory=dict)
    writes_per_second: int = 0


@dataclass(frozen=True, slots=True)
class Scenario:
    """Events in the order of time, and what time does. `assumed` names what nobody said, with sentences."""

    cluster: Cluster
    events: tuple[Event, ...]
    settings: AssignmentSettings
    runtime: RuntimeSettings
    rate: RestoreRate = RestoreRate()
    state: StateSize = StateSize()
    seed: int = 1
    is_running: bool = False
    is_start_up: bool = False
    assignor: str | None = None
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class Assumption:
    """What the timeline rests on and nobody said: a name, the value that was taken, and what it means."""

    name: str
    value: str
    sentence: str


class StepKind(StrEnum):
    """What a step is about: something that somebody did, or a rebalance."""

    EVENT = "event"
    REBALANCE = "rebalance"
    START_UP = "start-up"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Restore:
    """A copy that is filled on a client: what is missing when that begins, and until when it takes.

    `until_ms` is None where something else ended it first, or where it never ends. `held_up` are tasks of the same
    thread that are not processed meanwhile.
    """

    task: TaskId
    client: str
    thread: str
    role: Role
    records: int
    size_bytes: int
    from_ms: int
    until_ms: int | None
    held_up: tuple[TaskId, ...] = ()


@dataclass(frozen=True, slots=True)
class WithoutOwner:
    """A task that no thread has for a while; `to_ms` is None where that lasts until the end."""

    task: TaskId
    from_ms: int
    to_ms: int | None


@dataclass(frozen=True, slots=True)
class ThreadNow:
    """What a stream thread has at a moment; each sorted. `standby` holds no warm-ups."""

    name: str
    active: tuple[TaskId, ...] = ()
    standby: tuple[TaskId, ...] = ()
    warm_ups: tuple[TaskId, ...] = ()


@dataclass(frozen=True, slots=True)
class ClientNow:
    """A client at a moment, with its threads; it has none while it does not run.

    `has_process_id` tells whether somebody gave the id.
    """

    name: str
    process_id: UUID
    has_process_id: bool
    rack: str | None
    tags: Mapping[str, str]
    is_running: bool
    threads: tuple[ThreadNow, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What happened at a moment, why, and what followed; `moved` are active tasks that changed their client.

    `tasks` are those that a rebalance divides: somebody may have added partitions since the beginning.
    `clients` are all that there are by then, in the order in which they came, as they are at the end of the step.
    """

    at_ms: int
    kind: StepKind
    event: str
    cause: str
    rebalance: Rebalance | None = None
    moved: tuple[TaskId, ...] = ()
    restores: tuple[Restore, ...] = ()
    without_owner: tuple[WithoutOwner, ...] = ()
    idle_threads: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    clients: tuple[ClientNow, ...] = ()
    tasks: TopologyTasks | None = None


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over a timeline; times in milliseconds. `stable_at_ms` is None when it never came to rest."""

    rebalances: int
    probing_rebalances: int
    moved: int
    restored_records: int
    restored_bytes: int
    longest_without_owner_ms: int
    without_owner_ms: int
    idle_threads: int
    stable_at_ms: int | None
    ends_at_ms: int


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that was worked out; `refusal` is Kafka Streams' own where it ended so."""

    scenario: Scenario
    steps: tuple[Step, ...]
    refusal: str | None
    totals: Totals
    assumptions: tuple[Assumption, ...]
    doubts: tuple[str, ...]
    warnings: tuple[str, ...] = ()
