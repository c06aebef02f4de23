"""Copies are kept where they are caught up, and their own clients warm up or wait for the next rebalance.

Kafka: TaskMovement#assignStandbyTaskMovements.
"""

from __future__ import annotations

from topoviz.engine.assignment.draft import NOBODY, Draft
from topoviz.engine.assignment.high_availability.clients_by_load import ClientsByLoad
from topoviz.engine.assignment.high_availability.movements import (
    Movement,
    find_movement,
    in_order,
    source_facts,
    warming,
)
from topoviz.engine.assignment.high_availability.progress import Progress
from topoviz.engine.assignment.high_availability.warm_up_budget import WarmUpBudget
from topoviz.engine.assignment.result import Because, Reason


def move_standbys(draft: Draft, progress: Progress, budget: WarmUpBudget) -> int:
    """Move standbys that are no warm-ups away from clients that lag; give how many moved."""
    clients = ClientsByLoad(draft)
    moved = 0
    for movement in in_order(draft, _plan(draft, progress)):
        source = clients.poll([one for one in movement.caught_up if not draft.has(one, movement.task)])
        if source == NOBODY and draft.problem.behaviours.has("gives_tasks_to_more_caught_up"):
            source = _nearest_without_copy(draft, progress, movement)
        if source == NOBODY:
            continue
        _move(draft, progress, movement, source, budget)
        clients.put_back(source, movement.destination)
        moved += 1
    return moved


def _plan(draft: Draft, progress: Progress) -> list[Movement]:
    movements = []
    for client, tasks in enumerate(draft.standbys):
        for task in sorted(tasks - draft.warm_ups[client]):
            lag = progress.lag(client, task)
            if not progress.is_enough(lag):
                movement = find_movement(draft, progress, client, task, lag)
                if movement is not None:
                    movements.append(movement)
    return movements


def _nearest_without_copy(draft: Draft, progress: Progress, movement: Movement) -> int:
    for client in progress.by_lag(movement.task):
        if client == movement.destination:
            break
        if not draft.has(client, movement.task):
            return client
    return NOBODY


def _move(draft: Draft, progress: Progress, movement: Movement, source: int, budget: WarmUpBudget) -> None:
    task, destination = movement.task, movement.destination
    because = Because.CAUGHT_UP if source in movement.caught_up else Because.LEAST_LAG
    draft.add_standby(source, task, Reason(because, source_facts(draft, progress, movement, source)))
    if not budget.take():
        draft.drop_standby(destination, task)
        return
    draft.why_standby[task, destination] = warming(progress, movement, budget, {"standby_on": draft.name(source)})
    draft.warm_ups[destination].add(task)
