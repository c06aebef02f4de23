"""How much shorter records could wait if threads shared the work of their tasks, at most.

In each stretch what waits grows by what comes and gets less by what threads can read, and not below nothing. That is
reckoned once for each thread with the tasks that it has, and once for all threads of an instance, or of the
application, together. A task is read by one thread at a time also then, so that what waits of it alone is a bound too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from topoviz.engine.advice.measured import Measured, TaskWork, known_sum
from topoviz.engine.advice.thread_pace import Does, does


@dataclass(frozen=True, slots=True)
class Shared:
    """Mean seconds that a record waits: as measured, and as reckoned with each way of sharing.

    `apart` has every thread with its own tasks, `in_instance` and `in_group` share. `beside_idle` is the part of the
    time of busy threads in which another thread of the group had time left, None where no thread was busy.
    """

    measured: float
    apart: float
    in_instance: float
    in_group: float
    beside_idle: float | None


def share(measured: Measured, paces: Mapping[str, float], process_of: Callable[[str], str]) -> Shared | None:
    """Reckon what sharing would give; None where nothing came.

    `paces` are records a second of every thread that has a task.
    """
    records = sum(value for one in measured.tasks for value in came_throughout(one))
    if records <= 0:
        return None
    count = len(measured.stretches)
    rate = records / (count * measured.width)
    waiting = [known_sum(one.waiting[stretch] for one in measured.tasks) or 0.0 for stretch in measured.stretches]
    return Shared(
        sum(waiting) / count / rate,
        _waits(measured, paces, lambda thread: thread) / rate,
        _waits(measured, paces, process_of) / rate,
        _waits(measured, paces, lambda _: "") / rate,
        _beside_idle(measured),
    )


def _waits(measured: Measured, paces: Mapping[str, float], pool_of: Callable[[str], str]) -> float:
    """Give the mean number of records that wait where threads of one pool share their tasks.

    Tasks stay where they are at the end.
    """
    pools: dict[str, list[int]] = {}
    capacity: dict[str, float] = {}
    for thread, pace in paces.items():
        capacity[pool_of(thread)] = capacity.get(pool_of(thread), 0.0) + pace
    fastest: dict[str, float] = {}
    for thread, pace in paces.items():
        fastest[pool_of(thread)] = max(fastest.get(pool_of(thread), 0.0), pace)
    owners = measured.owners()
    for place, one in enumerate(measured.tasks):
        owner = owners[one.task]
        if owner in paces and owner is not None:
            pools.setdefault(pool_of(owner), []).append(place)
    total = 0.0
    for pool, places in pools.items():
        tasks = [measured.tasks[place] for place in places]
        came = [came_throughout(one) for one in tasks]
        first = [_waiting_at_first(one) for one in tasks]
        together = _queue([sum(at) for at in zip(*came, strict=True)], sum(first), capacity[pool] * measured.width)
        alone = [_queue(own, begin, fastest[pool] * measured.width) for own, begin in zip(came, first, strict=True)]
        total += sum(max(waits, sum(at)) for waits, *at in zip(together, *alone, strict=True))
    return total / max(len(measured.stretches), 1)


def _waiting_at_first(task: TaskWork) -> float:
    """Give what waits at the start for sure: the least of the first samples, without what came since."""
    came = came_throughout(task)
    return max(0.0, (task.least_waiting[0] or 0.0) - came[0]) if came else 0.0


def came_throughout(task: TaskWork) -> list[float]:
    """Give the records that came in each stretch; in those without samples as many as in the mean of others."""
    known = [value for value in task.came if value is not None]
    mean = sum(known) / len(known) if known else 0.0
    return [mean if value is None else value for value in task.came]


def _queue(came: Sequence[float], begin: float, capacity: float) -> list[float]:
    """Give what waits in the mean of each stretch, where records come evenly and `capacity` are read in one."""
    waits = []
    left = begin
    for records in came:
        after = left + records - capacity
        # What is gone before the end of the stretch is gone for the rest of it.
        waits.append((left + after) / 2 if after >= 0 else left / 2 * left / (left - after))
        left = max(after, 0.0)
    return waits


def _beside_idle(measured: Measured) -> float | None:
    busy = beside = 0
    for stretch in measured.stretches:
        doing = [does(tasks, stretch, measured) for _, tasks in measured.held_in(stretch)]
        working = doing.count(Does.READS_ALL_THE_TIME)
        busy += working
        beside += working if Does.HAS_TIME_LEFT in doing else 0
    return beside / busy if busy else None
