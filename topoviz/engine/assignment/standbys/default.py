"""Standbys for each stateful task in turn, on the clients with the fewest tasks per thread.

Kafka: DefaultStandbyTaskAssignor.
"""

from __future__ import annotations

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.result import Because
from topoviz.engine.assignment.standbys.remaining import assign_to_least_loaded, loads


def assign_standbys(draft: Draft) -> None:
    """Give `num.standby.replicas` copies of every stateful task to clients."""
    heap = loads(draft)
    for task in draft.stateful:
        assign_to_least_loaded(draft, heap, task, draft.problem.settings.num_standby_replicas, Because.LEAST_LOADED)
