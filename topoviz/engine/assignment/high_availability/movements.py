"""In which order tasks move to clients that are further on.

Kafka: TaskMovement. The fewer clients are caught up with a task, the sooner it moves. Until 3.2 the queue of movements
is walked by its array, which is not its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.high_availability.progress import Progress
from topoviz.engine.assignment.high_availability.warm_up_budget import WarmUpBudget
from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.java_order.priority_queue import JavaPriorityQueue

Facts = dict[str, int | str]


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


def source_facts(draft: Draft, progress: Progress, movement: Movement, source: int) -> Facts:
    """Say why a client has a task until the one that shall have it has caught up."""
    return {
        "lag": progress.told_lag(source, movement.task),
        "limit": progress.limit,
        "intended": draft.name(movement.destination),
        "intended_lag": progress.told_lag(movement.destination, movement.task),
        "caught_up": len(movement.caught_up),
    }


def warming(progress: Progress, movement: Movement, budget: WarmUpBudget, where_it_is: Facts) -> Reason:
    """Say why a client warms up a task that it shall have, and that is somewhere else until then."""
    return Reason(
        Because.CATCHING_UP,
        {
            "lag": progress.told_lag(movement.destination, movement.task),
            "limit": progress.limit,
            **where_it_is,
            "number": budget.used,
            "most": budget.most,
        },
    )


def in_order(draft: Draft, movements: Iterable[Movement]) -> Iterator[Movement]:
    """Give movements in the order in which this version makes them."""
    queue: JavaPriorityQueue[Movement] = JavaPriorityQueue(lambda movement: movement.priority)
    queue.offer_all(movements)
    if not draft.problem.behaviours.has("moves_scarce_tasks_first"):
        yield from queue
        return
    while (movement := queue.poll()) is not None:
        yield movement
