"""Standbys are swapped between two clients at a time, to be in the racks of their changelog partitions.

Kafka: RackAwareTaskAssignor#optimizeStandbyTasks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.racks.information import Costs, RackCrossings
from topoviz.engine.assignment.racks.min_traffic import find_cheapest_owners
from topoviz.engine.tasks.task_id import TaskId

_MOST_ROUNDS: Final = 4

Standbys = Mapping[UUID, AbstractSet[TaskId]]
MayMove = Callable[[UUID, UUID, TaskId, Standbys], bool]
"""Tells whether a standby may move from a client to another, as standbys stand now."""


@dataclass(frozen=True, slots=True)
class StandbyMove:
    """A standby that goes from a client to another."""

    task: TaskId
    source: UUID
    destination: UUID


def moves_between(before: Standbys, after: Standbys) -> list[StandbyMove]:
    """Give the standbys that moved, by client and task; of several that lost a task the last one gave it first."""
    sources: dict[TaskId, list[UUID]] = {}
    for client, tasks in before.items():
        for task in tasks - after[client]:
            sources.setdefault(task, []).append(client)
    return [
        StandbyMove(task, sources[task].pop(), client)
        for client in before
        for task in sorted(after[client] - before[client])
    ]


def bring_standbys_near(
    problem: AssignmentProblem,
    crossings: RackCrossings,
    owners: Mapping[TaskId, UUID],
    standbys: Standbys,
    costs: Costs,
    may_move: MayMove,
) -> dict[UUID, set[TaskId]]:
    """Give the standbys of all clients after up to four rounds; `assigns_by_racks` is asked first.

    `owners` have the tasks as active. Every client keeps as many standbys as it has.
    """
    held = {client.process_id: set(standbys.get(client.process_id, ())) for client in problem.clients_by_id}
    starts_at_each_node = not problem.behaviours.has("finds_cycles_from_one_node")

    def cost_of(task: TaskId, client: UUID, is_here: bool) -> int:
        return crossings.cost(task, client, costs, is_here=is_here, of_changelogs=True)

    def movable(source: UUID, destination: UUID) -> list[TaskId]:
        return [
            task
            for task in held[source]
            if owners.get(task) != destination
            and task not in held[destination]
            and may_move(source, destination, task, held)
        ]

    def swap(first: UUID, second: UUID) -> bool:
        there, back = movable(first, second), movable(second, first)
        # Only swaps keep loads as they are.
        if not there or not back:
            return False
        now = {**dict.fromkeys(there, first), **dict.fromkeys(back, second)}
        found = find_cheapest_owners(
            sorted(now), (first, second), now, cost_of, starts_at_each_node=starts_at_each_node
        )
        moved = [task for task, client in found.items() if client != now[task]]
        for task in moved:
            held[now[task]].discard(task)
            held[found[task]].add(task)
        return bool(moved)

    pairs = [pair for pair in combinations(held, 2) if crossings.racks[pair[0]] != crossings.racks[pair[1]]]
    for _ in range(_MOST_ROUNDS):
        moved = False
        for first, second in pairs:
            moved |= swap(first, second)
        if not moved:
            break
    return held
