"""Active tasks move to clients in the racks of their partitions.

Kafka: RackAwareTaskAssignor#optimizeActiveTasks, TaskAssignmentUtils#optimizeRackAwareActiveTasks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from topoviz.engine.assignment.problem import AssignmentProblem, ClientState
from topoviz.engine.assignment.racks.balance_sub_topology import find_balanced_owners
from topoviz.engine.assignment.racks.information import Costs, RackCrossings
from topoviz.engine.assignment.racks.min_traffic import find_cheapest_owners
from topoviz.engine.assignment.settings import RackStrategy
from topoviz.engine.tasks.task_id import TaskId


def bring_actives_near(
    problem: AssignmentProblem,
    crossings: RackCrossings,
    owners: Mapping[TaskId, UUID],
    costs: Costs,
    clients_in_order: Sequence[ClientState],
) -> dict[TaskId, UUID]:
    """Give the new owners of these tasks, as the strategy of the settings has them; `assigns_by_racks` is asked first.

    `owners` are the clients that have these tasks as active now. Each client keeps as many of them as it has. Of
    equally cheap divisions the order of clients decides.
    """
    if not owners:
        return {}
    tasks = sorted(owners)
    clients = [client.process_id for client in clients_in_order]

    def cost_of(task: TaskId, client: UUID, is_here: bool) -> int:
        return crossings.cost(task, client, costs, is_here=is_here)

    if problem.settings.rack_aware_assignment_strategy is RackStrategy.BALANCE_SUBTOPOLOGY:
        return find_balanced_owners(tasks, clients, owners, cost_of)
    starts_at_each_node = not problem.behaviours.has("finds_cycles_from_one_node")
    return find_cheapest_owners(tasks, clients, owners, cost_of, starts_at_each_node=starts_at_each_node)
