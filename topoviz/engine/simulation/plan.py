"""What is simulated: who runs which tasks with which partitions, and the nodes of each sub-topology."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topoviz.engine.assignment.rebalanced import Application, Rebalance
from topoviz.engine.scenarios.model import Scenario
from topoviz.engine.simulation.nodes.segments import Ways
from topoviz.engine.simulation.settings import SimulationSettings
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class ThreadPlan:
    """A thread by name, the instance it belongs to, and its active tasks."""

    name: str
    instance: str
    tasks: tuple[TaskId, ...]


@dataclass(frozen=True, slots=True)
class LoggedStore:
    """A store with a changelog: the node that writes to it, and the records that its changelog has at the beginning."""

    name: str
    changelog: str
    node: str
    records: int


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """The consumer group: what its leader knows, and what scenarios say of clients, sessions and restoring.

    With `starts`, all instances start at the beginning; else they run since before, with the tasks of `first`.
    """

    application: Application
    scenario: Scenario
    application_id: str
    first: Rebalance
    starts: bool = False


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """All that stands before the first record: `counts` are the partitions of the topics that tasks read.

    By sub-topology, `nodes` are its own in the order in which they are initialized, and `stores` those with a
    changelog. Without a `group`, nothing is followed of what a group does: threads have their tasks, and an instance
    that dies comes back with them.
    """

    behaviours: Behaviours
    settings: SimulationSettings
    threads: tuple[ThreadPlan, ...]
    tasks: Mapping[TaskId, Task]
    ways: Mapping[int, Ways]
    counts: Mapping[str, int]
    repartition_topics: frozenset[str]
    nodes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    stores: Mapping[int, tuple[LoggedStore, ...]] = field(default_factory=dict)
    group: GroupPlan | None = None
    change_topics: frozenset[str] = frozenset()
    """Repartition topics whose records have the old value of a table too."""
