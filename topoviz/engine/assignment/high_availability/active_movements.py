"""Active tasks run where they are caught up, and their own clients warm up or wait for the next rebalance.

Kafka: TaskMovement#assignActiveTaskMovements.
"""

from __future__ import annotations

from topoviz.engine.assignment.draft import NOBODY, Draft
from topoviz.engine.assignment.high_availability.clients_by_load import ClientsByLoad
from topoviz.engine.assignment.high_availability.movements import Movement, find_movement, in_order
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
            if progress.is_enough(lag):
                _add_lag(draft, task, progress.told_lag(client, task), progress.limit)
                continue
            movement = find_movement(draft, progress, client, task, lag)
            if movement is None and not progress.is_unknown_to_all(task):
                _stay(draft, task, progress.told_lag(client, task), progress.limit)
            elif movement is None:
                _first(draft, task)
            else:
                movements.append(movement)
    return movements


def _move(draft: Draft, progress: Progress, movement: Movement, source: int, budget: WarmUpBudget) -> None:
    task, destination = movement.task, movement.destination
    lag, intended_lag = progress.told_lag(source, task), progress.told_lag(destination, task)
    facts: dict[str, int | str] = {
        "lag": lag,
        "limit": progress.limit,
        "intended": draft.name(destination),
        "intended_lag": intended_lag,
        "caught_up": len(movement.caught_up),
    }
    if task in draft.standbys[source]:
        draft.drop_standby(source, task)
        draft.set_active(source, task, Reason(Because.PROMOTED, facts))
        stepped_back: dict[str, int | str] = {"lag": intended_lag, "active_on": draft.name(source), "active_lag": lag}
        draft.add_standby(destination, task, Reason(Because.STEPPED_BACK, stepped_back))
        return
    because = Because.CAUGHT_UP if source in movement.caught_up else Because.LEAST_LAG
    draft.set_active(source, task, Reason(because, facts))
    if budget.take():
        warming: dict[str, int | str] = {
            "lag": intended_lag,
            "limit": progress.limit,
            "active_on": draft.name(source),
            "number": budget.used,
            "most": budget.most,
        }
        draft.add_standby(destination, task, Reason(Because.CATCHING_UP, warming))
        draft.warm_ups[destination].add(task)


def _add_lag(draft: Draft, task: int, lag: int, limit: int) -> None:
    why = draft.why_active[task]
    if why is not None:
        draft.why_active[task] = Reason(why.because, {**why.facts, "lag": lag, "limit": limit})


def _first(draft: Draft, task: int) -> None:
    why = draft.why_active[task]
    if why is not None:
        draft.why_active[task] = Reason(why.because, {**why.facts, "lag": NO_COPY, "copies": 0})


def _stay(draft: Draft, task: int, lag: int, limit: int) -> None:
    why = draft.why_active[task]
    if why is not None:
        facts: dict[str, int | str] = {**why.facts, "put": why.because.value, "lag": lag, "limit": limit}
        draft.why_active[task] = Reason(Because.NOTHING_BETTER, facts)
