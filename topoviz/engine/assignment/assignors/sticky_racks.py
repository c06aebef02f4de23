"""What the sticky assignors have assigned is brought near the racks of its partitions (KIP-925).

Kafka: RackAwareTaskAssignor, as LegacyStickyTaskAssignor calls it, and TaskAssignmentUtils, as the public one does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.assignors.sticky_steps import StickyWork
from topoviz.engine.assignment.problem import AssignmentProblem, ClientState
from topoviz.engine.assignment.racks.actives import bring_actives_near
from topoviz.engine.assignment.racks.information import STATELESS_COSTS, Costs, RackCrossings, stateful_costs
from topoviz.engine.assignment.racks.standbys import bring_standbys_near, moves_between
from topoviz.engine.assignment.result import Placement, Role
from topoviz.engine.tasks.task_id import TaskId

_COSTS: Final = Costs(traffic=1, non_overlap=10)


def move_actives(work: StickyWork, crossings: RackCrossings, clients: Sequence[ClientState]) -> None:
    """Move active tasks with state, then those without; each client keeps as many of either.

    The order of clients decides between equally cheap ways.
    """
    stateful = work.problem.stateful
    costs = stateful_costs(work.problem.settings, _COSTS)
    _move_some(work, crossings, clients, lambda task: task in stateful, costs)
    _move_some(work, crossings, clients, lambda task: task not in stateful, STATELESS_COSTS)
    _settle(work)


def swap_standbys(work: StickyWork, crossings: RackCrossings) -> None:
    """Swap standbys between two clients at a time; any may move."""
    owners = _owners(work, lambda task: True)
    before = {client.process_id: set[TaskId]() for client in work.loads.clients}
    for placement in work.placements:
        if placement.role is Role.STANDBY:
            before[placement.process_id].add(placement.task)
    costs = stateful_costs(work.problem.settings, _COSTS)
    after = bring_standbys_near(work.problem, crossings, owners, before, costs, lambda *_: True)
    moves = {(move.task, move.source): move.destination for move in moves_between(before, after)}
    _replace(work, Role.STANDBY, moves, crossings)
    _settle(work)


def with_changelogs(problem: AssignmentProblem) -> AssignmentProblem:
    """Take changelog partitions for some that a task reads, as the public assignor does."""
    partitions = {
        task: replace(one, sources=tuple(dict.fromkeys((*one.sources, *one.changelogs))))
        for task, one in problem.partitions.items()
    }
    return replace(problem, partitions=partitions)


def _move_some(
    work: StickyWork,
    crossings: RackCrossings,
    clients: Sequence[ClientState],
    belongs: Callable[[TaskId], bool],
    costs: Costs,
) -> None:
    owners = _owners(work, belongs)
    found = bring_actives_near(work.problem, crossings, owners, costs, clients)
    moves = {(task, owners[task]): client for task, client in found.items() if client != owners[task]}
    _replace(work, Role.ACTIVE, moves, crossings)


def _owners(work: StickyWork, belongs: Callable[[TaskId], bool]) -> dict[TaskId, UUID]:
    actives = (placement for placement in work.placements if placement.role is Role.ACTIVE)
    return {placement.task: placement.process_id for placement in actives if belongs(placement.task)}


def _replace(work: StickyWork, role: Role, moves: Mapping[tuple[TaskId, UUID], UUID], crossings: RackCrossings) -> None:
    """Put placements elsewhere, by task and client, for the reason of their racks; standbys read changelogs alone."""
    of_changelogs = role is Role.STANDBY

    def moved(placement: Placement) -> Placement:
        task, here = placement.task, placement.process_id
        there = moves.get((task, here)) if placement.role is role else None
        if there is None:
            return placement
        return Placement(task, there, role, crossings.why(task, here, there, of_changelogs=of_changelogs))

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
