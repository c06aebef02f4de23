"""Tasks to clients at the least cost, each client with as many as before: strategy `min_traffic`.

Kafka: MinTrafficGraphConstructor (in RackAwareTaskAssignor itself until 3.6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from topoviz.engine.assignment.racks.flow_graph import FlowGraph
from topoviz.engine.tasks.task_id import TaskId

CostOf = Callable[[TaskId, UUID, bool], int]
"""Gives the cost of a task on a client, and knows whether it is there now."""


def find_cheapest_owners(
    tasks: Sequence[TaskId],
    clients: Sequence[UUID],
    owners: Mapping[TaskId, UUID],
    cost_of: CostOf,
    *,
    starts_at_each_node: bool = False,
) -> dict[TaskId, UUID]:
    """Give each task the client that Kafka gives it. Tasks and clients are sorted, `owners` are those of now."""
    count = len(tasks)
    source, first_task, first_client = 0, 1, 1 + count
    sink = first_client + len(clients)
    graph = FlowGraph(sink + 1)
    held = dict.fromkeys(clients, 0)
    edges = []
    for number, task in enumerate(tasks):
        held[owners[task]] += 1
        fan = fan_of(task, clients, owners[task], cost_of)
        edges.append(graph.add_fan(first_task + number, first_client, *fan, flows_to=fan[1][0]))
        graph.add_edge(source, first_task + number, 1, 0, 1)
    for place, client in enumerate(clients):
        graph.add_edge(first_client + place, sink, held[client], 0, held[client])
    graph.sort_edges()
    graph.make_cheapest(starts_at_each_node=starts_at_each_node)
    return {task: end_of_flow(graph, first, clients) for task, first in zip(tasks, edges, strict=True)}


def fan_of(
    task: TaskId, clients: Sequence[UUID], owner: UUID, cost_of: CostOf
) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Give what a task costs on each client that has not got it now; and its owner's place, with the cost there."""
    own = clients.index(owner), cost_of(task, owner, True)
    return tuple(cost_of(task, client, False) for client in clients), own


def end_of_flow(graph: FlowGraph, first_edge: int, clients: Sequence[UUID]) -> UUID:
    """Give the client to which a task flows over one of its edges."""
    return next(client for place, client in enumerate(clients) if graph.flow_of(first_edge + 2 * place))
