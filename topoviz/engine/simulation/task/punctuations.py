"""Schedules of punctuators, and when they fire.

Source: PunctuationQueue, PunctuationSchedule#next. A schedule fires once a check, however many intervals have passed,
and stays in step with its first time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from topoviz.engine.java_order.priority_queue import JavaPriorityQueue


@dataclass(eq=False, slots=True)
class Schedule:
    """A punctuator that is to be called from `time` on, each `interval`, both in ms."""

    name: str
    time: int
    interval: int
    is_cancelled: bool = False
    calls: int = 0
    """How often it was called."""

    def __post_init__(self) -> None:
        if self.interval < 1:
            raise ValueError("The minimum supported scheduling interval is 1 millisecond.")

    def move_on(self, now: int) -> None:
        """Set the next time: the missed ones are left out."""
        following = self.time + self.interval
        if now >= following:
            following = self.time + ((now - self.time) // self.interval + 1) * self.interval
        self.time = following


class Punctuations:
    """The schedules of one task by one of both clocks."""

    def __init__(self) -> None:
        self._queue: JavaPriorityQueue[Schedule] = JavaPriorityQueue(lambda schedule: schedule.time)

    def add(self, schedule: Schedule) -> Schedule:
        """Add a schedule, which may be cancelled by its `is_cancelled`."""
        self._queue.offer(schedule)
        return schedule

    def fire(self, now: int, punctuate: Callable[[Schedule, int], None]) -> bool:
        """Call what is due with the time of the check in ms; tell whether anything was."""
        fired = False
        while (due := self._first_due(now)) is not None:
            if due.is_cancelled:
                continue
            punctuate(due, now)
            # It may have cancelled itself.
            if not due.is_cancelled:
                due.move_on(now)
                self._queue.offer(due)
            fired = True
        return fired

    def _first_due(self, now: int) -> Schedule | None:
        first = next(iter(self._queue), None)
        return self._queue.poll() if first is not None and first.time <= now else None
