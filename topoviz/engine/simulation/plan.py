"""What is simulated: who runs which tasks with which partitions, and the nodes of each sub-topology."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
class SimulationPlan:
    """All that stands before the first record: `counts` are the partitions of the topics that tasks read."""

    behaviours: Behaviours
    settings: SimulationSettings
    threads: tuple[ThreadPlan, ...]
    tasks: Mapping[TaskId, Task]
    ways: Mapping[int, Ways]
    counts: Mapping[str, int]
    repartition_topics: frozenset[str]
