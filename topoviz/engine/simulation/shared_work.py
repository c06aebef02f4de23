"""What it would give if the threads of an instance shared the records of all their tasks, as a bound.

Kafka Streams fixes tasks to threads. Here whichever thread is free takes the oldest record that waits in a task with
which no other thread is busy, so that each task still goes on in its own order. Handing tasks over costs nothing,
fetching, commits and waits for other partitions are left out, and what a task writes comes to the next one when it did
in the simulation. So a real scheduler would gain less.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush


@dataclass(frozen=True, slots=True)
class SharedWork:
    """An instance: microseconds from when a running task can read a record until it is processed.

    Both as simulated and if shared.
    """

    instance: str
    threads: int
    records: int
    mean: int
    p99: int
    mean_if_shared: int
    p99_if_shared: int


class WorkLog:
    """What was processed on the threads of an instance, record by record, in microseconds."""

    def __init__(self, instance: str, threads: int) -> None:
        self.instance = instance
        self.threads = threads
        self._tasks: list[str] = []
        self._number_of: dict[str, int] = {}
        self._task = array("q")
        self._readable = array("q")
        self._cost = array("q")
        self._done = array("q")
        self._begun: list[tuple[int, int, int]] = []
        """Tasks that began to be processed: how many records had been by then, which task, and when."""

    def begins(self, task: str, now: int) -> None:
        """Note that a task is processed from now on: what it had to read before has waited for no thread."""
        self._begun.append((len(self._done), self._number(task), now))

    def add(self, task: str, readable: int, cost: int, done: int) -> None:
        """Note a record: when it could be read, what it took, and when it was processed."""
        self._task.append(self._number(task))
        self._readable.append(readable)
        self._cost.append(cost)
        self._done.append(done)

    def share(self) -> SharedWork | None:
        """Reckon it; None where one thread has no other to share with, or nothing was processed."""
        if self.threads < 2 or not self._done:
            return None
        readable = self._readable_by_then()
        played = [done - since for done, since in zip(self._done, readable, strict=True)]
        shared = _if_shared(self._waiting(readable), self.threads)
        return SharedWork(self.instance, self.threads, len(played), *_mean_and_p99(played), *_mean_and_p99(shared))

    def _number(self, task: str) -> int:
        return self._number_of.setdefault(task, len(self._number_of))

    def _readable_by_then(self) -> list[int]:
        """Say of each record when it could be read by a task that was processed."""
        found: list[int] = []
        since = [0] * len(self._number_of)
        for upto, number, now in (*self._begun, (len(self._done), 0, 0)):
            found += [max(self._readable[at], since[self._task[at]]) for at in range(len(found), upto)]
            since[number] = now
        return found

    def _waiting(self, all_readable: Sequence[int]) -> Mapping[int, deque[tuple[int, int]]]:
        """Give the records of each task in the order in which it took them: when readable, and cost."""
        found: dict[int, deque[tuple[int, int]]] = {}
        for task, readable, cost in zip(self._task, all_readable, self._cost, strict=True):
            found.setdefault(task, deque()).append((readable, cost))
        return found


def _if_shared(waiting: Mapping[int, deque[tuple[int, int]]], threads: int) -> list[int]:
    """Give what each record takes until it is processed, where `threads` share all tasks."""
    found: list[int] = []
    ready: list[tuple[int, int]] = []
    """Tasks with which nobody is busy, by when their next record can be read."""
    for task, records in waiting.items():
        heappush(ready, (records[0][0], task))
    # When each thread is free, and the task that it gives back then.
    busy: list[tuple[int, int]] = []
    now = 0
    while ready or busy:
        start = max(now, ready[0][0]) if ready else None
        if start is None or len(busy) == threads or (busy and busy[0][0] <= start):
            now, task = heappop(busy)
            if waiting[task]:
                heappush(ready, (waiting[task][0][0], task))
            continue
        now = start
        _, task = heappop(ready)
        readable, cost = waiting[task].popleft()
        heappush(busy, (now + cost, task))
        found.append(now + cost - readable)
    return found


def _mean_and_p99(waits: Sequence[int]) -> tuple[int, int]:
    in_order = sorted(waits)
    return sum(in_order) // len(in_order), in_order[-(-len(in_order) * 99 // 100) - 1]
