"""Give every active task back to the client that ran it, since nobody knows how far the copies are.

Kafka Streams does so where the leader cannot find out the ends of the changelogs.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors.sticky_steps import assign_active, assign_standbys, begin, result_of
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.result import AssignmentResult


def assign(problem: AssignmentProblem) -> AssignmentResult:
    """Assign as FallbackPriorTaskAssignor does; it always looks again later, and never at racks."""
    work = begin(problem)
    assign_active(work, keeps_all=True)
    assign_standbys(work, problem.stateful_in_hash_order)
    return result_of(work, is_probing=True)


ASSIGNOR: Final = Assignor(
    name="fallback-prior",
    sentence="Every task that ran stays where it ran, however many its client has, until the lags are known again.",
    reference="FallbackPriorTaskAssignor, KIP-441",
    behaviour="assigns_by_state",
    assign=assign,
)
