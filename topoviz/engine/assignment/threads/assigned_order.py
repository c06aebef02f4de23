"""In which order the leader walks the active tasks that one client got.

Source: ClientState#statefulActiveTasks and #statelessActiveTasks since 2.6: sorted tasks, copied to a HashSet.
"""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.assignment.task_order import empty_task_set
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.versions import Behaviours


def assigned_in_hash_order(tasks: Iterable[TaskId], behaviours: Behaviours) -> tuple[TaskId, ...]:
    """Order tasks as a HashSet has them to which they were added sorted."""
    return added_in_hash_order(sorted(tasks), behaviours)


def added_in_hash_order(tasks: Iterable[TaskId], behaviours: Behaviours) -> tuple[TaskId, ...]:
    """Order tasks as a HashSet has them to which they were added in the given order."""
    found = empty_task_set(behaviours)
    found.add_all(tasks, None)
    return tuple(found)
