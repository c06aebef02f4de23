"""In which order tasks move to clients that are further on.

Kafka: TaskMovement. The fewer clients are caught up with a task, the sooner it moves. Until 3.2 the queue of movements
is walked by its array, which is not its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.high_availability.progress import Progress
from topoviz.engine.java_order.priority_queue import JavaPriorityQueue


@dataclass(frozen=True, slots=True)
class Movement:
    """A task that shall run somewhere else until its client has caught up."""

    task: int
    destination: int
    lag: int
    caught_up: frozenset[int]

    @property
    def priority(self) -> tuple[int, int]:
        """The number of clients that are caught up, and the task."""
        return len(self.caught_up), self.task


def find_movement(draft: Draft, progress: Progress, client: int, task: int, lag: int) -> Movement | None:
    """Give the movement of a task whose client lags, where another is caught up or, from 3.2 on, further on."""
    if draft.problem.behaviours.has("gives_tasks_to_more_caught_up"):
        is_wanted = progress.nearest(task)[0] < lag
    else:
        is_wanted = bool(progress.caught_up(task))
    return Movement(task, client, lag, progress.caught_up(task)) if is_wanted else None


def in_order(draft: Draft, movements: Iterable[Movement]) -> Iterator[Movement]:
    """Give movements in the order in which this version makes them."""
    queue: JavaPriorityQueue[Movement] = JavaPriorityQueue(lambda movement: movement.priority)
    queue.offer_all(movements)
    if not draft.problem.behaviours.has("moves_scarce_tasks_first"):
        yield from queue
        return
    while (movement := queue.poll()) is not None:
        yield movement
