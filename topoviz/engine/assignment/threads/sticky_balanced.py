"""Leave active tasks on their threads if all of them can stay and no thread gets too many; else deal all anew.

Source: StreamsPartitionAssignor#tryStickyAndBalancedTaskAssignmentWithinClient of 2.4 and 2.5 (KIP-429). One task that
has to move makes the client deal all its tasks in turn, and then every client that comes after it in the leader's hash
map does so too, for another rebalance is needed anyway. Standbys are always dealt in turn.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.assignment.threads import interleaved
from topoviz.engine.assignment.threads.consumer_order import copied_consumers, sorted_consumers
from topoviz.engine.assignment.threads.dealt import ClientWork, Dealt
from topoviz.engine.assignment.threads.interleaved import IN_TURN, interleave
from topoviz.engine.tasks.task_id import TaskId

_STAYS: Final = Reason(Because.RAN_HERE)


def deal_to_owners(work: ClientWork, jdk: int) -> Dealt | None:
    """Leave all active tasks where they were and deal new ones in turn; None where that is not possible."""
    active = (*work.stateful_active, *work.stateless_active)
    most = -(-len(active) // len(work.consumers))
    given: dict[str, list[TaskId]] = {consumer: [] for consumer in work.consumers}
    new = []
    for task in active:
        owners = work.owners.get(task)
        if not owners:
            new.append(task)
            continue
        owner = next(iter(owners))
        if len(owners) > 1 or owner not in given or len(given[owner]) >= most:
            return None
        given[owner].append(task)
    reasons = {task: _STAYS for tasks in given.values() for task in tasks}
    _deal_new(deque(sorted(new)), given, most, copied_consumers(work.consumers, jdk))
    standby = interleave(work.standby, sorted_consumers(work.consumers))
    return Dealt(given, standby, {**reasons, **dict.fromkeys((*new, *work.standby), IN_TURN)})


def deal_in_turn(work: ClientWork) -> Dealt:
    """Deal all tasks of a client in turn, to sorted consumers."""
    return interleaved.deal(work, sorted_consumers(work.consumers))


def _deal_new(new: deque[TaskId], given: dict[str, list[TaskId]], most: int, consumers: tuple[str, ...]) -> None:
    """Deal to the threads that have not the most yet, in the order of a copy of the client's hash set."""
    while new:
        for consumer in consumers:
            if new and len(given[consumer]) < most:
                given[consumer].append(new.popleft())
