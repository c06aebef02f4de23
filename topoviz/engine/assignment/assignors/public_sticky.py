"""The sticky assignor that `task.assignor.class` can name since KIP-924."""

from __future__ import annotations

from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors.sticky_steps import assign_active, assign_standbys, begin, result_of
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.result import AssignmentResult

_DOUBT: Final = (
    "Which standby is where is one of several answers: this assignor walks a hash set of tasks by their identity hash "
    "codes, which the JVM draws anew at each rebalance."
)


def assign(problem: AssignmentProblem) -> AssignmentResult:
    """Assign as processor.assignment.assignors.StickyTaskAssignor does, standbys in the order of their ids."""
    work = begin(problem, is_public=True)
    assign_active(work)
    assign_standbys(work, sorted(problem.stateful))
    return result_of(work, doubts=(_DOUBT,) if _has_choice(problem) else ())


def _has_choice(problem: AssignmentProblem) -> bool:
    """Tell whether the order of the tasks may matter: where every client gets a copy anyway, it does not."""
    wanted = problem.settings.num_standby_replicas
    return len(problem.stateful) > 1 and 0 < wanted < len(problem.clients) - 1


ASSIGNOR: Final = Assignor(
    name="public-sticky",
    sentence="As the sticky assignor, but of clients with as many tasks for each thread, none is preferred for having "
    "more threads.",
    reference="org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor, KIP-924",
    behaviour="takes_public_assignors",
    assign=assign,
)
