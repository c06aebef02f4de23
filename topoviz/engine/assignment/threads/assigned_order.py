"""In which order the leader walks the active tasks that one client got.

Source: ClientState#statefulActiveTasks and #statelessActiveTasks since 2.6: sorted tasks, copied to a HashSet.
"""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.java_order.hash_map import JavaHashMap
from topoviz.engine.tasks.task_id import TaskId, folded_task_hash, mixed_task_hash
from topoviz.engine.versions import Behaviours


def assigned_in_hash_order(tasks: Iterable[TaskId], behaviours: Behaviours) -> tuple[TaskId, ...]:
    """Order tasks as a HashSet has them to which they were added sorted."""
    return added_in_hash_order(sorted(tasks), behaviours)


def added_in_hash_order(tasks: Iterable[TaskId], behaviours: Behaviours) -> tuple[TaskId, ...]:
    """Order tasks as a HashSet has them to which they were added in the given order."""
    task_hash = mixed_task_hash if behaviours.has("mixes_task_hashes") else folded_task_hash
    found: JavaHashMap[TaskId, None] = JavaHashMap(task_hash, tuple)
    found.add_all(tasks, None)
    return tuple(found)
