"""Deal tasks to the threads of a client in turn, as Kafka Streams did until 2.3.

Source: StreamsPartitionAssignor#interleaveTasksByGroupId. Tasks are sorted, so those of one sub-topology come to
different threads; what a thread had before does not count, and active tasks and standbys are dealt without regard to
each other. 2.4 and 2.5 do the same wherever tasks cannot stay on their threads, with sorted consumers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.assignment.threads.dealt import ClientWork, Dealt
from topoviz.engine.tasks.task_id import TaskId

IN_TURN = Reason(Because.IN_TURN)


def interleave(tasks: Iterable[TaskId], consumers: Sequence[str]) -> dict[str, list[TaskId]]:
    """Deal sorted tasks one by one to consumers, in the order in which these are given."""
    ordered = sorted(tasks)
    return {consumer: ordered[place :: len(consumers)] for place, consumer in enumerate(consumers)}


def deal(work: ClientWork, consumers: Sequence[str] | None = None) -> Dealt:
    """Deal active tasks and standbys of a client, each from the first consumer on."""
    order = work.consumers if consumers is None else consumers
    active = (*work.stateful_active, *work.stateless_active)
    return Dealt(
        interleave(active, order), interleave(work.standby, order), dict.fromkeys((*active, *work.standby), IN_TURN)
    )
