"""Keep tasks where they were as long as no client has too many, and give the others to the least loaded clients.

The default until KIP-441; from 3.8 on the class is called LegacyStickyTaskAssignor (`internal.task.assignor.class`).
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors.sticky_racks import move_actives, swap_standbys
from topoviz.engine.assignment.assignors.sticky_steps import assign_active, assign_standbys, begin, result_of
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.racks.information import RackCrossings, assigns_by_racks, note_on_racks
from topoviz.engine.assignment.result import AssignmentResult


def assign(problem: AssignmentProblem) -> AssignmentResult:
    """Assign as StickyTaskAssignor or LegacyStickyTaskAssignor does; raises AssignmentFails where it throws."""
    work = begin(problem)
    assign_active(work)
    crossings = RackCrossings(problem) if assigns_by_racks(problem) else None
    if crossings:
        move_actives(work, crossings, problem.clients_by_id)
    by_state = problem.behaviours.has("assigns_by_state")
    assign_standbys(work, problem.stateful_in_hash_order if by_state else problem.tasks_in_hash_order)
    if crossings and problem.settings.num_standby_replicas:
        swap_standbys(work, crossings)
    note = note_on_racks(problem)
    return result_of(work, notes=(note,) if note else ())


ASSIGNOR: Final = Assignor(
    name="sticky",
    sentence="A task stays where it was while its client has room; the others go to the least loaded clients, rather "
    "to one where a task meets others than before.",
    reference="StickyTaskAssignor, KAFKA-4677",
    behaviour="assigns_stickily",
    assign=assign,
)
