"""In which order a thread goes through its tasks, which is the same in every turn: nothing rotates."""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.java_order.strings import spread_hash
from topoviz.engine.tasks.task_id import TaskId, folded_task_hash
from topoviz.engine.versions import Behaviours


def in_order(tasks: Iterable[TaskId], behaviours: Behaviours) -> list[TaskId]:
    """Sort tasks as the thread has them: until 2.5 in a ConcurrentHashMap, from 2.6 on in a TreeMap.

    Tasks of one bucket stand in the order in which they began to run; here, that of their ids.
    """
    found = sorted(tasks)
    if behaviours.has("processes_several_in_turn"):
        return found
    size = 16
    while len(found) * 4 >= size * 3:
        size *= 2
    return sorted(found, key=lambda task: spread_hash(folded_task_hash(task)) & (size - 1))
