"""Whether racks are known well enough to assign by them, and how many partitions of a task lie in other racks.

Kafka: RackAwareTaskAssignor#canEnableRackAwareAssignor, #getCost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.problem import AssignmentProblem, TaskPartitions
from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy
from topoviz.engine.java_order.strings import wrap_int
from topoviz.engine.tasks.task_id import TaskId


@dataclass(frozen=True, slots=True)
class Costs:
    """What a partition in another rack costs, and what a task costs that leaves its client."""

    traffic: int
    non_overlap: int


STATELESS_COSTS = Costs(1, 0)
"""Tasks without state may move freely."""


def stateful_costs(settings: AssignmentSettings, default: Costs) -> Costs:
    """Give the costs of the settings, and those of an assignor by itself where they do not say."""
    return Costs(
        default.traffic if settings.traffic_cost is None else settings.traffic_cost,
        default.non_overlap if settings.non_overlap_cost is None else settings.non_overlap_cost,
    )


def assigns_by_racks(problem: AssignmentProblem) -> bool:
    """Tell whether a strategy is set that this version has, and all racks that it asks for are known."""
    return _has_strategy(problem) and why_racks_do_not_count(problem) is None


def note_on_racks(problem: AssignmentProblem) -> str | None:
    """Say that the strategy that is set does nothing, and why; None where it does or there is none."""
    why = why_racks_do_not_count(problem) if _has_strategy(problem) else None
    return None if why is None else f"{problem.settings.rack_aware_assignment_strategy} has no effect: {why}."


def why_racks_do_not_count(problem: AssignmentProblem) -> str | None:
    """Say which rack is missing first; None where all are known.

    Changelog topics matter only where standbys read them.
    """
    for client in problem.clients_by_id:
        if client.rack is None:
            return f"client {client.process_id} has no client.rack"
    known = [problem.partitions.get(task, TaskPartitions()) for task in problem.tasks]
    partitions = [one for task in known for one in task.sources]
    if problem.settings.num_standby_replicas:
        partitions += [one for task in known for one in task.changelogs]
    for partition in partitions:
        if not problem.racks.get(partition):
            return f"the racks of the replicas of {partition} are not known"
    return None


def _has_strategy(problem: AssignmentProblem) -> bool:
    """Raises AssignmentFails for a strategy that came later than others."""
    strategy, behaviours = problem.settings.rack_aware_assignment_strategy, problem.behaviours
    if strategy is RackStrategy.NONE or not behaviours.has("assigns_by_racks"):
        return False
    if strategy is RackStrategy.BALANCE_SUBTOPOLOGY and not behaviours.has("balances_sub_topologies_by_racks"):
        raise AssignmentFails(
            "ConfigException",
            f"Invalid value {strategy} for configuration rack.aware.assignment.strategy: String must be one of: none, "
            "min_traffic",
            f"Kafka Streams {behaviours.version} does not know this strategy.",
        )
    return True


@dataclass
class RackCrossings:
    """Counts the partitions of a task that have no replica in a client's rack: what it reads, or its changelogs."""

    problem: AssignmentProblem
    racks: Mapping[UUID, str] = field(init=False)
    _counts: dict[tuple[TaskId, str, bool], int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.racks = {client.process_id: client.rack or "" for client in self.problem.clients}

    def count(self, task: TaskId, process_id: UUID, *, of_changelogs: bool = False) -> int:
        """Count them; raises AssignmentFails for a task that has no such partitions."""
        key = (task, self.racks[process_id], of_changelogs)
        found = self._counts.get(key)
        if found is None:
            partitions = self.problem.partitions.get(task, TaskPartitions())
            chosen = partitions.changelogs if of_changelogs else partitions.sources
            if not chosen:
                raise AssignmentFails(
                    "IllegalStateException",
                    f"Task {task} has no TopicPartitions",
                    f"No partition of {task} is known.",
                )
            found = sum(key[1] not in self.problem.racks[partition] for partition in chosen)
            self._counts[key] = found
        return found

    def why(self, task: TaskId, source: UUID, destination: UUID, *, of_changelogs: bool) -> Reason:
        """Say how many partitions lie in other racks, there and here; a swap may also serve the other task."""
        return Reason(
            Because.RACK,
            {
                "from": str(source),
                "rack_there": self.racks[source],
                "rack": self.racks[destination],
                "far_there": self.count(task, source, of_changelogs=of_changelogs),
                "far_here": self.count(task, destination, of_changelogs=of_changelogs),
            },
        )

    def cost(self, task: TaskId, process_id: UUID, costs: Costs, *, is_here: bool, of_changelogs: bool = False) -> int:
        """Give what a task costs on a client, in Java's int."""
        crossing = self.count(task, process_id, of_changelogs=of_changelogs) * costs.traffic
        return wrap_int(crossing + (0 if is_here else costs.non_overlap))
