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
from topoviz.engine.assignment.racks.flow_graph import NOWHERE, FlowGraph
from topoviz.engine.assignment.racks.min_traffic import CostOf, end_of_flow, fan_of
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
    edges: dict[TaskId, int] = {}
    number = first_task
    for place, group in enumerate(groups):
        first_of_group = first_middle + len(clients) * place
        for offset, task in enumerate(group):
            fan = fan_of(task, clients, owners[task], cost_of)
            edges[task] = graph.add_fan(number + offset, first_of_group, *fan, flows_to=NOWHERE)
        for client_place, client in enumerate(clients):
            share = ceil(held[client] * 1.0 / len(tasks) * len(group))
            graph.add_edge(first_of_group + client_place, first_client + client_place, share, 0, 0)
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
    return {task: end_of_flow(graph, first, clients) for task, first in edges.items()}
