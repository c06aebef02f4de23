"""Leave tasks on their threads as long as all have the same number, active tasks and standbys each for themselves.

Source: StreamsPartitionAssignor#assignTasksToThreads of 2.6 to 3.1 (KAFKA-10079). Stateless tasks go first to threads
that have one task less than others, then to all in turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.engine.assignment.threads.dealt import ClientWork, Dealt
from topoviz.engine.assignment.threads.filling import fill
from topoviz.engine.assignment.threads.interleaved import IN_TURN, interleave

_NOTHING: Mapping[str, int] = {}


def deal(work: ClientWork) -> Dealt:
    """Share the tasks of a client out to its threads."""
    active = fill(work.stateful_active, work.consumers, work.previous, _NOTHING)
    stateless = sorted(work.stateless_active)
    for task, consumer in zip(stateless, active.short, strict=False):
        active.tasks[consumer].append(task)
    for consumer, dealt in interleave(stateless[len(active.short) :], work.consumers).items():
        active.tasks[consumer].extend(dealt)
    standby = fill(work.standby, work.consumers, work.previous, _NOTHING)
    reasons = {**active.reasons, **dict.fromkeys(stateless, IN_TURN), **standby.reasons}
    return Dealt(active.tasks, standby.tasks, reasons)
