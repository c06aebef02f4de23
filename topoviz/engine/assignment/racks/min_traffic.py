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
        owner = owners[task]
        held[owner] += 1
        edges.append(
            [
                graph.add_edge(
                    first_task + number,
                    first_client + place,
                    1,
                    cost_of(task, client, client == owner),
                    client == owner,
                )
                for place, client in enumerate(clients)
            ]
        )
        graph.add_edge(source, first_task + number, 1, 0, 1)
    for place, client in enumerate(clients):
        graph.add_edge(first_client + place, sink, held[client], 0, held[client])
    graph.sort_edges()
    graph.make_cheapest(starts_at_each_node=starts_at_each_node)
    return {
        task: next(client for client, edge in zip(clients, row, strict=True) if graph.flow_of(edge))
        for task, row in zip(tasks, edges, strict=True)
    }
