"""Tasks with state run where their state is, and warm up where they shall run: the default since 2.6.

Kafka: HighAvailabilityTaskAssignor (KIP-441).
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.high_availability.active_movements import move_actives
from topoviz.engine.assignment.high_availability.balance import balance_actives, balance_standbys
from topoviz.engine.assignment.high_availability.dealing import deal_stateful_tasks
from topoviz.engine.assignment.high_availability.near_racks import NearRacks
from topoviz.engine.assignment.high_availability.progress import Progress
from topoviz.engine.assignment.high_availability.standby_movements import move_standbys
from topoviz.engine.assignment.high_availability.stateless import assign_stateless_tasks
from topoviz.engine.assignment.high_availability.warm_up_budget import WarmUpBudget
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.racks.information import STATELESS_COSTS
from topoviz.engine.assignment.result import AssignmentResult
from topoviz.engine.assignment.standbys.choice import choose_standby_assignor


def assign(problem: AssignmentProblem) -> AssignmentResult:
    """Assign in the steps of the class; raises AssignmentFails where there is no client, or racks fit no tasks."""
    if not problem.clients:
        raise AssignmentFails("NoSuchElementException", "null", "There is no client.")
    draft = Draft(problem)
    near_racks = NearRacks(draft)
    deal_stateful_tasks(draft)
    balance_actives(draft)
    near_racks.move_actives(draft.stateful, near_racks.stateful_costs())
    if problem.settings.num_standby_replicas:
        standbys = choose_standby_assignor(draft)
        standbys.assign()
        balance_standbys(draft, standbys.may_balance)
        near_racks.move_standbys(near_racks.stateful_costs(), standbys.may_come_near)
    progress = Progress(draft)
    budget = WarmUpBudget(problem.settings.max_warmup_replicas)
    moved = move_actives(draft, progress, budget)
    moved += move_standbys(draft, progress, budget)
    assign_stateless_tasks(draft)
    near_racks.move_actives(draft.stateless, STATELESS_COSTS)
    return draft.result(is_probing=moved > 0)


ASSIGNOR: Final = Assignor(
    name="high-availability",
    sentence="Balances tasks first, and lets each run where it is caught up until its new client has warmed up.",
    reference="HighAvailabilityTaskAssignor, KIP-441",
    behaviour="assigns_by_state",
    assign=assign,
)
