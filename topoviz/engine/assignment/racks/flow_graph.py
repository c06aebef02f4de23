"""A graph along whose edges tasks flow to clients, made as cheap as it gets, with ties decided as Kafka decides them.

Kafka: Graph. Many cheapest flows exist; which of them comes out is decided by the order in which negative cycles are
found and taken out, so that is followed step by step: Bellman-Ford over all edges in the order of their nodes. In which
order the edges of one node are looked at makes no difference, for they lead to as many nodes; nor do edges that cannot
bring their end nearer, and those of tasks that cost the same are known by the first of these tasks.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from operator import sub
from typing import Final

_NOBODY: Final = -1
NOWHERE: Final = -1
"""Stands for a place in a fan where there is none."""

_FAR: Final = 2**31 - 1
"""Integer.MAX_VALUE, how far every node is from the one at which a search of 3.6 starts."""


@dataclass(frozen=True, slots=True)
class _Anchor:
    """How near all nodes were after some round, and which had edges to be looked at."""

    distances: list[int]
    pending: bytes


@dataclass(slots=True)
class _Fan:
    """Edges of one unit from a node to nodes that follow one another, of which one may be `closed`.

    They cost what those of all fans of this `kind` cost, but for the one at the place `own`, which costs no more and
    is kept with the other edges of the node.
    """

    kind: int
    first_end: int
    first_edge: int
    costs: tuple[int, ...]
    own: int
    closed: int = NOWHERE

    def place_of(self, edge: int) -> int:
        """Give the place of an edge that leads away; `NOWHERE` where it is none of this fan."""
        place, is_back = divmod(edge - self.first_edge, 2)
        return place if 0 <= place < len(self.costs) and not is_back else NOWHERE

    def open_edges(self) -> Iterator[tuple[int, int, int]]:
        """Give end, cost and number of the edges that can take something, without its own."""
        for place, cost in enumerate(self.costs):
            if place not in (self.closed, self.own):
                yield self.first_end + place, cost, self.first_edge + 2 * place


@dataclass(slots=True)
class _Search:
    """How near all nodes are, over which edge, and which have edges to be looked at again.

    Of each kind of fan, `low` is the least distance of a node whose edges were looked at: other nodes bring an end
    nearer only if they are nearer themselves. That holds of its closed end too: the node is reached over that one
    alone, so that whatever brings its end nearer is nearer than the node; but not of the `origin` of a search.
    """

    distances: list[int]
    parents: list[int]
    pending: bytearray
    low: list[float]
    origin: int


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
        # What of each node's edges can take more, in the order of their ends: (end, cost, edge). Of a fan's edges only
        # its own are among them.
        self._open: list[list[tuple[int, int, int]]] = [[] for _ in range(node_count)]
        self._fans: list[_Fan | None] = [None] * node_count
        self._kinds: dict[tuple[int, tuple[int, ...], int], int] = {}

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

    def add_fan(self, start: int, first_end: int, costs: tuple[int, ...], own: tuple[int, int], flows_to: int) -> int:
        """Add an edge of one unit to each of so many nodes, and give the place of the first; the others are 2 apart.

        `own` is the number of the one that has a cost of its own, and that cost; `flows_to` the one in use, or -1.
        """
        first_edge, count = len(self._ends), len(costs)
        place, cost = own
        # Where costs overflow, nothing is known by other fans.
        kind_key = (first_end, costs, _NOBODY if 0 <= cost <= costs[place] and min(costs) >= 0 else start)
        kind = self._kinds.setdefault(kind_key, len(self._kinds))
        self._nodes.update((start, *range(first_end, first_end + count)))
        self._ends += [node for end in range(first_end, first_end + count) for node in (end, start)]
        self._costs += [one for to in costs for one in (to, -to)]
        self._costs[first_edge + 2 * place : first_edge + 2 * place + 2] = cost, -cost
        self._left += (1, 0) * count
        self._fans[start] = _Fan(kind, first_end, first_edge, costs, place, flows_to)
        if flows_to != place:
            self._open[start].append((first_end + place, cost, first_edge + 2 * place))
        if flows_to != NOWHERE:
            edge = first_edge + 2 * flows_to
            self._left[edge : edge + 2] = 0, 1
            self._open[first_end + flows_to].append((start, self._costs[edge + 1], edge + 1))
        return first_edge

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
        reached: set[int] = set()
        while queue:
            start = queue.popleft()
            for end, _, edge in self._edges_to_more(start, parents, reached):
                if end in parents:
                    continue
                parents[end] = edge
                if end == sink:
                    return parents
                queue.append(end)
        return None

    def _edges_to_more(self, start: int, parents: dict[int, int], reached: set[int]) -> Sequence[tuple[int, int, int]]:
        """Give open edges without those of fans all of whose ends are `reached`, by the first of their ends."""
        fan = self._fans[start]
        if fan is None or fan.first_end in reached:
            return self._open[start]
        if fan.closed == NOWHERE or fan.first_end + fan.closed in parents:
            reached.add(fan.first_end)
        return self._edges_from(start)

    def _push(self, way: Sequence[int]) -> int:
        """Let as much flow along edges as the narrowest takes."""
        left = self._left
        amount = min(left[edge] for edge in way)
        for edge in way:
            left[edge] -= amount
            if not left[edge]:
                self._close(edge)
            if not left[edge ^ 1]:
                self._reopen(edge ^ 1)
            left[edge ^ 1] += amount
        return amount

    def _close(self, edge: int) -> None:
        start, end = self._ends[edge ^ 1], self._ends[edge]
        fan = self._fans[start]
        place = NOWHERE if fan is None else fan.place_of(edge)
        if fan is not None and place != NOWHERE:
            fan.closed = place
        if fan is None or place in (NOWHERE, fan.own):
            edges = self._open[start]
            del edges[bisect_left(edges, (end, self._costs[edge], edge))]

    def _reopen(self, edge: int) -> None:
        start, end = self._ends[edge ^ 1], self._ends[edge]
        fan = self._fans[start]
        place = NOWHERE if fan is None else fan.place_of(edge)
        if fan is not None and fan.closed == place:
            fan.closed = NOWHERE
        if fan is None or place in (NOWHERE, fan.own):
            insort(self._open[start], (end, self._costs[edge], edge))

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
        search = self._search_from(distances, parents)
        anchor, anchor_round, next_anchor = _Anchor(list(distances), bytes(search.pending)), -1, 1
        number = 0
        while number < rounds - 1:
            if not self._relax(search):
                return _NOBODY
            period = number - anchor_round
            skipped = (rounds - 2 - number) // period
            if skipped and self._repeats(distances, anchor, skipped):
                for node, before in enumerate(anchor.distances):
                    distances[node] += skipped * (distances[node] - before)
                number += skipped * period
                next_anchor = rounds
            elif number >= next_anchor:
                anchor = _Anchor(list(distances), bytes(search.pending))
                anchor_round, next_anchor = number, 2 * number + 1
            number += 1
        return self._first_step(search, keeps_step=keeps_last_step)

    def _search_from(self, distances: list[int], parents: list[int]) -> _Search:
        origin = distances.index(0) if _FAR in distances else _NOBODY
        return _Search(distances, parents, bytearray(b"\1" * self.node_count), [inf] * len(self._kinds), origin)

    def _relax(self, search: _Search) -> bool:
        """Look at all edges once, in order, and tell whether any node came nearer."""
        came_nearer = False
        distances, parents, pending = search.distances, search.parents, search.pending
        edges_of, fans, low = self._open, self._fans, search.low
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
            fan = fans[start]
            if fan is not None and distance < low[fan.kind]:
                if start != search.origin:
                    low[fan.kind] = distance
                first, first_edge, closed, own = fan.first_end, fan.first_edge, fan.closed, fan.own
                row = distances[first : first + len(fan.costs)]
                for place, (cost, far) in enumerate(zip(fan.costs, row, strict=True)):
                    if distance + cost < far and place not in (closed, own):
                        distances[first + place] = distance + cost
                        parents[first + place] = first_edge + 2 * place
                        pending[first + place] = 1
                        came_nearer = True
            start = pending.find(1, start + 1)
        return came_nearer

    def _edges_from(self, start: int) -> Sequence[tuple[int, int, int]]:
        """Give the open edges of a node in the order of their ends."""
        fan = self._fans[start]
        return self._open[start] if fan is None else sorted((*self._open[start], *fan.open_edges()))

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
                for end, cost, _ in self._edges_from(start)
                if distances[end] == before[end]
            ):
                return False
        return True

    def _first_step(self, search: _Search, *, keeps_step: bool) -> int:
        distances = search.distances
        for start, distance in enumerate(distances):
            fan = self._fans[start]
            is_known = fan is None or distance >= search.low[fan.kind]
            for end, cost, edge in self._open[start] if is_known else self._edges_from(start):
                if distance + cost < distances[end]:
                    if keeps_step:
                        search.parents[end] = edge
                    return end
        return _NOBODY
