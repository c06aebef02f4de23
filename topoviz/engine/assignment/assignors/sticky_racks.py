"""What the sticky assignors have assigned is brought near the racks of its partitions (KIP-925).

Kafka: RackAwareTaskAssignor, as LegacyStickyTaskAssignor calls it, and TaskAssignmentUtils, as the public one does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.assignors.sticky_steps import StickyWork
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.racks.information import STATELESS_COSTS, Costs, RackCrossings
from topoviz.engine.assignment.racks.standbys import bring_standbys_near
from topoviz.engine.assignment.result import Because, Placement, Reason, Role
from topoviz.engine.tasks.task_id import TaskId

_TRAFFIC_COST: Final = 1
_NON_OVERLAP_COST: Final = 10

BringActives = Callable[[AssignmentProblem, RackCrossings, Mapping[TaskId, UUID], Costs], dict[TaskId, UUID]]
"""Gives the new owners of active tasks."""


@dataclass(frozen=True, slots=True)
class _Why:
    """Says of a task how many of its partitions lie in other racks, there and here."""

    crossings: RackCrossings
    of_changelogs: bool

    def __call__(self, task: TaskId, source: UUID, destination: UUID) -> Reason:
        counts = [
            self.crossings.count(task, process_id, of_changelogs=self.of_changelogs)
            for process_id in (source, destination)
        ]
        racks = self.crossings.racks
        return Reason(
            Because.RACK,
            {
                "from": str(source),
                "rack_there": racks[source],
                "rack": racks[destination],
                "far_there": counts[0],
                "far_here": counts[1],
            },
        )


def move_actives(work: StickyWork, crossings: RackCrossings, bring: BringActives) -> None:
    """Move active tasks with state, then those without; each client keeps as many of either."""
    stateful = work.problem.stateful
    _move_some(work, crossings, bring, lambda task: task in stateful, _costs_of(work.problem))
    _move_some(work, crossings, bring, lambda task: task not in stateful, STATELESS_COSTS)
    _settle(work)


def swap_standbys(work: StickyWork, crossings: RackCrossings) -> None:
    """Swap standbys between two clients at a time; any may move."""
    owners = _owners(work, lambda task: True)
    before = {client.process_id: set[TaskId]() for client in work.loads.clients}
    for placement in work.placements:
        if placement.role is Role.STANDBY:
            before[placement.process_id].add(placement.task)
    costs = _costs_of(work.problem)
    after = bring_standbys_near(work.problem, crossings, owners, before, costs, lambda *_: True)
    sources: dict[TaskId, list[UUID]] = {}
    for process_id, tasks in before.items():
        for task in tasks - after[process_id]:
            sources.setdefault(task, []).append(process_id)
    moves = {
        (task, sources[task].pop()): process_id
        for process_id in before
        for task in sorted(after[process_id] - before[process_id])
    }
    _replace(work, Role.STANDBY, moves, _Why(crossings, of_changelogs=True))
    _settle(work)


def with_changelogs(problem: AssignmentProblem) -> AssignmentProblem:
    """Take changelog partitions for some that a task reads, as the public assignor does."""
    partitions = {
        task: replace(one, sources=tuple(dict.fromkeys((*one.sources, *one.changelogs))))
        for task, one in problem.partitions.items()
    }
    return replace(problem, partitions=partitions)


def _costs_of(problem: AssignmentProblem) -> Costs:
    settings = problem.settings
    return Costs(
        _TRAFFIC_COST if settings.traffic_cost is None else settings.traffic_cost,
        _NON_OVERLAP_COST if settings.non_overlap_cost is None else settings.non_overlap_cost,
    )


def _move_some(
    work: StickyWork, crossings: RackCrossings, bring: BringActives, belongs: Callable[[TaskId], bool], costs: Costs
) -> None:
    owners = _owners(work, belongs)
    found = bring(work.problem, crossings, owners, costs)
    moves = {(task, owners[task]): client for task, client in found.items() if client != owners[task]}
    _replace(work, Role.ACTIVE, moves, _Why(crossings, of_changelogs=False))


def _owners(work: StickyWork, belongs: Callable[[TaskId], bool]) -> dict[TaskId, UUID]:
    actives = (placement for placement in work.placements if placement.role is Role.ACTIVE)
    return {placement.task: placement.process_id for placement in actives if belongs(placement.task)}


def _replace(work: StickyWork, role: Role, moves: Mapping[tuple[TaskId, UUID], UUID], why: _Why) -> None:
    """Put placements elsewhere, by task and client, for the reason of their racks."""

    def moved(placement: Placement) -> Placement:
        there = moves.get((placement.task, placement.process_id)) if placement.role is role else None
        if there is None:
            return placement
        return Placement(placement.task, there, role, why(placement.task, placement.process_id, there))

    work.placements = list(map(moved, work.placements))


def _settle(work: StickyWork) -> None:
    """Reckon anew what each client has. Tasks that have moved are not paired with those they met."""
    number_of = {client.process_id: number for number, client in enumerate(work.loads.clients)}
    tasks: list[set[int]] = [set() for _ in number_of]
    active = [0] * len(number_of)
    work.holders = {}
    for placement in work.placements:
        client = number_of[placement.process_id]
        tasks[client].add(work.number_of[placement.task])
        active[client] += placement.role is Role.ACTIVE
        work.holders.setdefault(placement.task, []).append(client)
    work.loads.move(tasks, active)
    work.pairs.move([sorted(one) for one in tasks])
