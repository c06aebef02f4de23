"""The cheapest flow is the one that Kafka's procedure ends at, also where rounds of it are left out."""

from random import Random

import pytest

from topoviz.engine.assignment.racks.flow_graph import FlowGraph

Edges = dict[tuple[int, int], list[int]]
"""By start and end: cost, what can still flow, and whether it is an edge of the graph or the way back."""


def some_graph(seed: int) -> tuple[FlowGraph, Edges, dict[tuple[int, int], int]]:
    """Tasks and clients with random costs, and the same as Kafka's residual graph."""
    random = Random(seed)  # noqa: S311 - the same for the same seed
    count, clients = random.randint(2, 12), random.randint(2, 5)
    owners = [random.randrange(clients) for _ in range(count)]
    sink = 1 + count + clients
    given = [(0, 1 + task, 1, 0, 1) for task in range(count)]
    for task, owner in enumerate(owners):
        for one in range(clients):
            given.append((1 + task, 1 + count + one, 1, random.choice((0, 1, 1, 10, 11, 20)), int(one == owner)))
    given += [(1 + count + one, sink, held := owners.count(one), 0, held) for one in range(clients)]
    graph, residual, places = FlowGraph(sink + 1), {}, {}
    for start, end, capacity, cost, flow in given:
        places[start, end] = graph.add_edge(start, end, capacity, cost, flow)
        residual[start, end] = [cost, capacity - flow]
        residual[end, start] = [-cost, flow]
    graph.sort_edges()
    return graph, residual, places


def cancel_as_kafka_does(residual: Edges) -> int:
    """Graph#cancelNegativeCycles since 3.7, all rounds over all edges."""
    nodes = sorted({node for edge in residual for node in edge})
    count = 0
    while (found := _negative_cycle(residual, nodes)) is not None:
        amount = min(residual[edge][1] for edge in found)
        for start, end in found:
            residual[start, end][1] -= amount
            residual[end, start][1] += amount
        count += 1
    return count


def _negative_cycle(residual: Edges, nodes: list[int]) -> list[tuple[int, int]] | None:
    distances, parents = dict.fromkeys(nodes, 0), {}
    for number in range(len(nodes) + 1):
        for start, end in sorted(residual):
            cost, left = residual[start, end]
            if left and distances[start] + cost < distances[end]:
                distances[end] = distances[start] + cost
                parents[end] = start
                if number == len(nodes):
                    return _cycle(parents, end)
    return None


def _cycle(parents: dict[int, int], node: int) -> list[tuple[int, int]]:
    seen = set()
    while node not in seen:
        seen.add(node)
        node = parents[node]
    edges, at = [(parents[node], node)], parents[node]
    while at != node:
        edges.append((parents[at], at))
        at = parents[at]
    return edges


@pytest.mark.parametrize("seed", range(60))
def test_leaving_out_rounds_that_repeat_changes_neither_cycles_nor_flow(seed: int):
    graph, residual, places = some_graph(seed)

    cycles = graph.make_cheapest(starts_at_each_node=False)

    assert cycles == cancel_as_kafka_does(residual)
    assert all(graph.flow_of(place) == residual[end, start][1] for (start, end), place in places.items())
