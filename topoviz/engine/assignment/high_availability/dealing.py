"""Stateful tasks are dealt to clients one by one, as if nobody had run before.

Kafka: HighAvailabilityTaskAssignor#assignActiveStatefulTasks.
"""

from __future__ import annotations

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.result import Because, Reason


def deal_stateful_tasks(draft: Draft) -> None:
    """Give task after task to client after client, without looking at threads."""
    count = len(draft.clients)
    because = Because.IN_TURN if count > 1 else Because.ONLY_CLIENT
    of = len(draft.stateful)
    for turn, task in enumerate(draft.stateful):
        draft.set_active(turn % count, task, Reason(because, {"turn": turn + 1, "of": of, "clients": count}))
