"""Active tasks run where they are caught up, and their own clients warm up or wait for the next rebalance.

Kafka: TaskMovement#assignActiveTaskMovements.
"""

from __future__ import annotations

from topoviz.engine.assignment.draft import NOBODY, Draft
from topoviz.engine.assignment.high_availability.clients_by_load import ClientsByLoad
from topoviz.engine.assignment.high_availability.movements import (
    Facts,
    Movement,
    find_movement,
    in_order,
    source_facts,
    warming,
)
from topoviz.engine.assignment.high_availability.progress import Progress
from topoviz.engine.assignment.high_availability.warm_up_budget import WarmUpBudget
from topoviz.engine.assignment.problem import NO_COPY
from topoviz.engine.assignment.result import Because, Reason


def move_actives(draft: Draft, progress: Progress, budget: WarmUpBudget) -> int:
    """Move active tasks away from clients that lag; give how many moved."""
    movements = _plan(draft, progress)
    clients = ClientsByLoad(draft)
    for movement in in_order(draft, movements):
        source = clients.poll([one for one in movement.caught_up if movement.task in draft.standbys[one]])
        if source == NOBODY:
            source = clients.poll(movement.caught_up)
        if source == NOBODY:
            source = progress.nearest(movement.task)[1]
        _move(draft, progress, movement, source, budget)
        clients.put_back(source, movement.destination)
    return len(movements)


def _plan(draft: Draft, progress: Progress) -> list[Movement]:
    """Find the tasks that shall move, and say of all others how far their clients are."""
    movements = []
    for client, tasks in enumerate(draft.actives):
        for task in sorted(tasks):
            lag = progress.lag(client, task)
            told: Facts = {"lag": progress.told_lag(client, task), "limit": progress.limit}
            if progress.is_enough(lag):
                _add_facts(draft, task, told)
                continue
            movement = find_movement(draft, progress, client, task, lag)
            if movement is not None:
                movements.append(movement)
            elif progress.is_unknown_to_all(task):
                _add_facts(draft, task, {"lag": NO_COPY, "copies": 0})
            else:
                _add_facts(draft, task, told, stays_lagging=True)
    return movements


def _move(draft: Draft, progress: Progress, movement: Movement, source: int, budget: WarmUpBudget) -> None:
    task, destination = movement.task, movement.destination
    facts = source_facts(draft, progress, movement, source)
    if task in draft.standbys[source]:
        draft.drop_standby(source, task)
        draft.set_active(source, task, Reason(Because.PROMOTED, facts))
        stepped_back: Facts = {
            "lag": facts["intended_lag"],
            "active_on": draft.name(source),
            "active_lag": facts["lag"],
        }
        draft.add_standby(destination, task, Reason(Because.STEPPED_BACK, stepped_back))
        return
    because = Because.CAUGHT_UP if source in movement.caught_up else Because.LEAST_LAG
    draft.set_active(source, task, Reason(because, facts))
    if budget.take():
        why = warming(progress, movement, budget, {"active_on": draft.name(source)})
        draft.add_standby(destination, task, why)
        draft.warm_ups[destination].add(task)


def _add_facts(draft: Draft, task: int, facts: Facts, *, stays_lagging: bool = False) -> None:
    """Say more of a task that does not move; one that stays although it lags does so for want of anything better."""
    why = draft.why_active[task]
    assert why is not None
    if stays_lagging:
        why = Reason(Because.NOTHING_BETTER, {**why.facts, "put": why.because.value})
    draft.why_active[task] = Reason(why.because, {**why.facts, **facts})
