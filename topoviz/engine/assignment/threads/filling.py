"""Fill the threads of a client up to the same number of tasks, with those that each had before where it may keep them.

Source: StreamsPartitionAssignor#assignTasksToThreads (KAFKA-10079). The steps are the same in 2.6–3.1 and since; what
differs is which tasks are shared out together, and whether what threads have already counts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.java_order.number_heap import NumberHeap
from topoviz.engine.tasks.task_id import TaskId

_STAYS: Final = Reason(Because.RAN_HERE)
_IN_TURN: Final = Reason(Because.IN_TURN)


@dataclass(frozen=True, slots=True)
class Filled:
    """Tasks by consumer; consumers that are one task short of others, in turn; why each task is where it is."""

    tasks: Mapping[str, list[TaskId]]
    short: deque[str]
    reasons: dict[TaskId, Reason]


def fill(
    tasks: Sequence[TaskId],
    consumers: Sequence[str],
    previous: Mapping[str, Sequence[TaskId]],
    load: Mapping[str, int],
) -> Filled:
    """Share tasks out; `load` is how many each consumer has already.

    `previous` has what each consumer had, sorted by lag and id. The order of `tasks` matters for those that are left
    when all have the same number: they are walked as they lie in the array of a heap.
    """
    work = _Filling(tasks, consumers, previous, load)
    if tasks:
        work.fill_to_least(work.keep_up_to_least())
        work.hand_out_rest()
    return Filled(work.given, work.short, work.reasons)


class _Filling:
    """Tasks as their ranks in the sorted list of all: those wait in the heap that nobody has yet."""

    def __init__(
        self,
        tasks: Sequence[TaskId],
        consumers: Sequence[str],
        previous: Mapping[str, Sequence[TaskId]],
        load: Mapping[str, int],
    ) -> None:
        self.sorted_tasks = sorted(tasks)
        self.rank_of = {task: rank for rank, task in enumerate(self.sorted_tasks)}
        self.waiting = NumberHeap(map(self.rank_of.__getitem__, tasks))
        self.consumers = consumers
        self.previous = previous
        self.load = load
        self.least = (len(tasks) + sum(load.values())) // len(consumers)
        self.given: dict[str, list[TaskId]] = {consumer: [] for consumer in consumers}
        self.had_by: dict[int, str] = {}
        self.short: deque[str] = deque()
        self.reasons: dict[TaskId, Reason] = {}

    def keep_up_to_least(self) -> deque[str]:
        """Leave tasks where they were, as long as their thread has less than all will have; give who has room then."""
        to_fill: deque[str] = deque()
        for consumer in self.consumers:
            mine = self.given[consumer]
            room = self.least - self.load.get(consumer, 0)
            for task in self.previous.get(consumer, ()):
                rank = self.rank_of.get(task)
                if rank is None or rank not in self.waiting:
                    continue
                if len(mine) < room:
                    self.waiting.remove(rank)
                    mine.append(task)
                    self.reasons[task] = _STAYS
                else:
                    self.had_by[rank] = consumer
            if len(mine) < room:
                to_fill.append(consumer)
        return to_fill

    def fill_to_least(self, to_fill: deque[str]) -> None:
        """Deal the first tasks that wait to the threads with room, in turn."""
        while to_fill:
            rank = self.waiting.poll()
            if rank is None:
                raise AssertionError("Threads cannot have room for more tasks than there are.")
            consumer = to_fill.popleft()
            self._give(rank, consumer)
            if len(self.given[consumer]) + self.load.get(consumer, 0) < self.least:
                to_fill.append(consumer)

    def hand_out_rest(self) -> None:
        """Give one more to as many threads as there are tasks left: first to those that had them."""
        if not self.waiting:
            return
        short = self.short
        short.extend(
            consumer
            for consumer in self.consumers
            if len(self.given[consumer]) + self.load.get(consumer, 0) == self.least
        )
        may_take_more = set(short)
        for rank, consumer in sorted(self.had_by.items()):
            if consumer in may_take_more and rank in self.waiting:
                self.waiting.remove(rank)
                self._give(rank, consumer)
                may_take_more.remove(consumer)
                short.remove(consumer)
        for rank in self.waiting:
            self._give(rank, short.popleft())

    def _give(self, rank: int, consumer: str) -> None:
        task = self.sorted_tasks[rank]
        self.given[consumer].append(task)
        before = self.had_by.get(rank)
        if before is None:
            self.reasons[task] = _IN_TURN
        elif before == consumer:
            self.reasons[task] = _STAYS
        else:
            self.reasons[task] = Reason(Because.BALANCED, {"from": before, "least": self.least})
