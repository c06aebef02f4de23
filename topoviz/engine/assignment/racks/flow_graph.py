"""A graph along whose edges tasks flow to clients, made as cheap as it gets, with ties decided as Kafka decides them.

Kafka: Graph. Many cheapest flows exist; which of them comes out is decided by the order in which negative cycles are
found and taken out, so that is followed step by step: Bellman-Ford over all edges in the order of their nodes.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from operator import sub
from typing import Final

_NOBODY: Final = -1
_FAR: Final = 2**31 - 1
"""Integer.MAX_VALUE, how far every node is from the one at which a search of 3.6 starts."""


@dataclass(frozen=True, slots=True)
class _Anchor:
    """How near all nodes were after some round, and which had edges to be looked at."""

    distances: list[int]
    pending: bytes


class FlowGraph:
    """Nodes are numbers that are compared, the source the least and the sink the greatest.

    Edges come in pairs, there at an even place and back at the next odd one; what can still flow back is what flows.
    """

    def __init__(self, node_count: int) -> None:
        self.node_count = node_count
        self._nodes: set[int] = set()
        self._ends: list[int] = []
        self._costs: list[int] = []
        self._left: list[int] = []
        # What of each node's edges can take more, in the order of their ends: (end, cost, edge).
        self._open: list[list[tuple[int, int, int]]] = [[] for _ in range(node_count)]

    def add_edge(self, start: int, end: int, capacity: int, cost: int, flow: int) -> int:
        """Add an edge and give its place; edges of a node come in the order of their ends, so do those into it."""
        edge = len(self._ends)
        self._nodes.update((start, end))
        self._ends += (end, start)
        self._costs += (cost, -cost)
        self._left += (capacity - flow, flow)
        if capacity > flow:
            self._open[start].append((end, cost, edge))
        if flow:
            self._open[end].append((start, -cost, edge + 1))
        return edge

    def sort_edges(self) -> None:
        """Bring the edges of every node into order, once all are there."""
        for edges in self._open:
            edges.sort()

    def flow_of(self, edge: int) -> int:
        """Give what flows along an edge."""
        return self._left[edge + 1]

    def fill(self, source: int, sink: int) -> int:
        """Let as much flow as can, and give how much (Graph#calculateMaxFlow, by breadth-first search)."""
        total = 0
        while (parents := self._find_way(source, sink)) is not None:
            way = []
            node = sink
            while node != source:
                edge = parents[node]
                way.append(edge)
                node = self._ends[edge ^ 1]
            total += self._push(way)
        return total

    def make_cheapest(self, *, starts_at_each_node: bool) -> int:
        """Take out negative cycles until there is none, and give how many there were (Graph#solveMinCostFlow).

        3.6 starts a search at each node in turn, later releases at one more node that leads to all.
        """
        count = 0
        if not starts_at_each_node:
            while self._cancel_cycle([0] * self.node_count, rounds=len(self._nodes) + 1, keeps_last_step=True):
                count += 1
            return count
        # All nodes are at some distance from the start, so any start finds a cycle if there is one.
        while True:
            for start in sorted(self._nodes):
                distances = [_FAR] * self.node_count
                distances[start] = 0
                if not self._cancel_cycle(distances, rounds=len(self._nodes), keeps_last_step=False):
                    return count
                count += 1

    def _find_way(self, source: int, sink: int) -> dict[int, int] | None:
        """Find the edge into each node on the way to the sink, the nearest first."""
        parents: dict[int, int] = {source: _NOBODY}
        queue = deque([source])
        while queue:
            for end, _, edge in self._open[queue.popleft()]:
                if end in parents:
                    continue
                parents[end] = edge
                if end == sink:
                    return parents
                queue.append(end)
        return None

    def _push(self, way: Sequence[int]) -> int:
        """Let as much flow along edges as the narrowest takes."""
        left = self._left
        amount = min(left[edge] for edge in way)
        for edge in way:
            back = edge ^ 1
            start, end = self._ends[back], self._ends[edge]
            left[edge] -= amount
            if not left[edge]:
                edges = self._open[start]
                del edges[bisect_left(edges, (end, self._costs[edge], edge))]
            if not left[back]:
                insort(self._open[end], (start, self._costs[back], back))
            left[back] += amount
        return amount

    def _cancel_cycle(self, distances: list[int], *, rounds: int, keeps_last_step: bool) -> bool:
        """Find a negative cycle and let flow along it; tell whether there was one (Graph#cancelNegativeCycles)."""
        parents = [_NOBODY] * self.node_count
        node = self._find_node_below_cycle(distances, parents, rounds, keeps_last_step=keeps_last_step)
        if node == _NOBODY:
            return False
        seen = set()
        while node not in seen:
            seen.add(node)
            node = self._ends[parents[node] ^ 1]
        cycle = [parents[node]]
        at = self._ends[parents[node] ^ 1]
        while at != node:
            cycle.append(parents[at])
            at = self._ends[parents[at] ^ 1]
        self._push(cycle)
        return True

    def _find_node_below_cycle(
        self, distances: list[int], parents: list[int], rounds: int, *, keeps_last_step: bool
    ) -> int:
        """Search by Bellman-Ford, and give the node that the last round still brings nearer (#detectNegativeCycles).

        A node that no step has brought nearer since its edges were last looked at cannot bring another nearer, so only
        the others are looked at. Rounds that repeat themselves are counted and left out.
        """
        pending = bytearray(b"\1" * self.node_count)
        anchor, anchor_round, next_anchor = _Anchor(list(distances), bytes(pending)), -1, 1
        number = 0
        while number < rounds - 1:
            if not self._relax(distances, parents, pending):
                return _NOBODY
            period = number - anchor_round
            skipped = (rounds - 2 - number) // period
            if skipped and self._repeats(distances, anchor, skipped):
                for node, before in enumerate(anchor.distances):
                    distances[node] += skipped * (distances[node] - before)
                number += skipped * period
                next_anchor = rounds
            elif number >= next_anchor:
                anchor = _Anchor(list(distances), bytes(pending))
                anchor_round, next_anchor = number, 2 * number + 1
            number += 1
        return self._first_step(distances, parents, keeps_step=keeps_last_step)

    def _relax(self, distances: list[int], parents: list[int], pending: bytearray) -> bool:
        """Look at all edges once, in order, and tell whether any node came nearer."""
        came_nearer = False
        edges_of = self._open
        start = pending.find(1)
        while start >= 0:
            pending[start] = 0
            distance = distances[start]
            for end, cost, edge in edges_of[start]:
                if distance + cost < distances[end]:
                    distances[end] = distance + cost
                    parents[end] = edge
                    pending[end] = 1
                    came_nearer = True
            start = pending.find(1, start + 1)
        return came_nearer

    def _repeats(self, distances: Sequence[int], anchor: _Anchor, times: int) -> bool:
        """Tell whether what happened since the anchor happens again so many times.

        It does when every node that came nearer came as much nearer as the others; when the rest had no part in it,
        for their edges had been looked at before; and when they are not reached in all that time.
        """
        before = anchor.distances
        steps = set(map(sub, distances, before))
        if len(steps) > 2 or (len(steps) == 2 and 0 not in steps):
            return False
        if 0 not in steps:
            return True
        reach = (times + 1) * min(steps)
        for start, distance in enumerate(distances):
            if distance == before[start]:
                if anchor.pending[start]:
                    return False
            elif any(
                distance + reach + cost < distances[end]
                for end, cost, _ in self._open[start]
                if distances[end] == before[end]
            ):
                return False
        return True

    def _first_step(self, distances: Sequence[int], parents: list[int], *, keeps_step: bool) -> int:
        for start in range(self.node_count):
            for end, cost, edge in self._open[start]:
                if distances[start] + cost < distances[end]:
                    if keeps_step:
                        parents[end] = edge
                    return end
        return _NOBODY
