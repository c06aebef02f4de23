"""As `min_traffic`, with the tasks of each sub-topology spread over clients: strategy `balance_subtopology`.

Kafka: BalanceSubtopologyGraphConstructor. Between tasks and clients stands a node for each client and sub-topology,
which lets through no more of these tasks than the client's share of all tasks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import ceil
from uuid import UUID

from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.racks.flow_graph import FlowGraph
from topoviz.engine.assignment.racks.min_traffic import CostOf
from topoviz.engine.tasks.task_id import TaskId


def find_balanced_owners(
    tasks: Sequence[TaskId], clients: Sequence[UUID], owners: Mapping[TaskId, UUID], cost_of: CostOf
) -> dict[TaskId, UUID]:
    """Give each task the client that Kafka gives it. Tasks and clients are sorted, `owners` are those of now.

    Raises AssignmentFails when the shares do not take all tasks.
    """
    groups = [list(group) for _, group in groupby(tasks, key=lambda task: task.sub_topology_id)]
    source, first_task, first_middle = 0, 1, 1 + len(tasks)
    first_client = first_middle + len(clients) * len(groups)
    sink = first_client + len(clients)
    graph = FlowGraph(sink + 1)
    held = dict.fromkeys(clients, 0)
    for task in tasks:
        held[owners[task]] += 1
    edges: dict[TaskId, list[int]] = {task: [] for task in tasks}
    number = first_task
    for place, group in enumerate(groups):
        for client_place, client in enumerate(clients):
            middle = first_middle + len(clients) * place + client_place
            for offset, task in enumerate(group):
                is_here = owners[task] == client
                edge = graph.add_edge(number + offset, middle, 1, cost_of(task, client, is_here), 0)
                edges[task].append(edge)
            share = ceil(held[client] * 1.0 / len(tasks) * len(group))
            graph.add_edge(middle, first_client + client_place, share, 0, 0)
        number += len(group)
    for offset in range(len(tasks)):
        graph.add_edge(source, first_task + offset, 1, 0, 0)
    for client_place, client in enumerate(clients):
        graph.add_edge(first_client + client_place, sink, held[client], 0, 0)
    graph.sort_edges()
    most = graph.fill(source, sink)
    if most != len(tasks):
        raise AssignmentFails(
            "IllegalStateException",
            f"max flow calculated: {most} doesn't match taskSize: {len(tasks)}",
            "The clients' shares of each sub-topology do not take all tasks.",
        )
    graph.make_cheapest(starts_at_each_node=False)
    return {
        task: next(client for client, edge in zip(clients, row, strict=True) if graph.flow_of(edge))
        for task, row in edges.items()
    }
