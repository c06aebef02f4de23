"""Leave tasks on their threads as long as all have the same number of tasks, whatever these are.

Source: StreamsPartitionAssignor#assignTasksToThreads since 3.2 (KAFKA-12959). Stateful active tasks come first, then
standbys, then stateless tasks, and what a thread has already counts each time. A stateless task does not stay.
"""

from __future__ import annotations

from topoviz.engine.assignment.threads.dealt import ClientWork, Dealt
from topoviz.engine.assignment.threads.filling import Filled, fill


def deal(work: ClientWork) -> Dealt:
    """Share the tasks of a client out to its threads."""
    load = dict.fromkeys(work.consumers, 0)
    active = fill(work.stateful_active, work.consumers, work.previous, load)
    _count(load, active)
    standby = fill(work.standby, work.consumers, work.previous, load)
    _count(load, standby)
    stateless = fill(work.stateless_active, work.consumers, {}, load)
    for consumer, tasks in stateless.tasks.items():
        active.tasks[consumer].extend(tasks)
    return Dealt(active.tasks, standby.tasks, {**active.reasons, **standby.reasons, **stateless.reasons})


def _count(load: dict[str, int], filled: Filled) -> None:
    for consumer, tasks in filled.tasks.items():
        load[consumer] += len(tasks)
