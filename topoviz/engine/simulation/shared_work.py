"""What it would give if the threads of an instance shared the records of all their tasks, as a bound.

Kafka Streams fixes tasks to threads. Here whichever thread is free takes the oldest record that waits in a task with
which no other thread is busy, so that each task still goes on in its own order. Handing tasks over costs nothing,
fetching, commits and waits for other partitions are left out, and what a task writes comes to the next one when it did
in the simulation. So a real scheduler would gain less.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import repeat


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
        self._tasks: dict[str, TaskWork] = {}

    def begins(self, task: str, now: int) -> TaskWork:
        """Note that a task is processed from now on: what it had to read before has waited for no thread."""
        found = self._tasks.setdefault(task, TaskWork())
        found.since = now
        return found

    def share(self) -> SharedWork | None:
        """Reckon it; None where one thread has no other to share with, or nothing was processed."""
        logs = [log for log in self._tasks.values() if log.cost]
        if self.threads < 2 or not logs:
            return None
        played = array("q")
        for log in logs:
            played.extend(log.waited)
        shared = _if_shared(logs, self.threads)
        return SharedWork(self.instance, self.threads, len(played), *_mean_and_p99(played), *_mean_and_p99(shared))


class TaskWork:
    """The records of a task in the order in which it took them: when each could be read, its cost, and its wait."""

    __slots__ = ("cost", "readable", "since", "waited")

    def __init__(self) -> None:
        self.readable = array("q")
        self.cost = array("q")
        self.waited = array("q")
        self.since = 0
        """From when on the task is processed."""

    def add(self, readable: int, cost: int, done: int) -> None:
        """Note a record: when it could be read, what it took, and when it was processed."""
        if readable < self.since:
            readable = self.since
        self.readable.append(readable)
        self.cost.append(cost)
        self.waited.append(done - readable)


def _if_shared(logs: Sequence[TaskWork], threads: int) -> array[int]:
    """Give what each record takes until it is processed, where `threads` share all tasks."""
    found = array("q")
    following = [zip(log.readable, repeat(task), log.cost, strict=False) for task, log in enumerate(logs)]
    # Tasks with which nobody is busy: when their next record can be read, and what it costs.
    ready = list(map(next, following))
    heapify(ready)
    # When each thread is free, and the task that it gives back then.
    busy: list[tuple[int, int]] = []
    now = 0
    while ready or busy:
        if busy:
            end = busy[0][0]
            if not ready or end <= now or end <= ready[0][0] or len(busy) == threads:
                now, task = heappop(busy)
                record = next(following[task], None)
                if record is not None:
                    heappush(ready, record)
                continue
        readable, task, cost = heappop(ready)
        now = max(now, readable)
        heappush(busy, (now + cost, task))
        found.append(now + cost - readable)
    return found


def _mean_and_p99(waits: Sequence[int]) -> tuple[int, int]:
    in_order = sorted(waits)
    return sum(in_order) // len(in_order), in_order[-(-len(in_order) * 99 // 100) - 1]
