"""Where a sub-topology with several stores or sources could be made two: what ties it, and what that would bring.

Kafka: InternalTopologyBuilder#makeNodeGroups. Only a topic parts sub-topologies; arrows and shared stores tie them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import accumulate
from typing import Final

from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.sizing.sizes import count_text
from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import SourceNode, Topology, TopologyNode
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.engine.versions import Behaviours

_MOST_CUTS: Final = 50


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a cut: its stores, its source topics, and the tasks that it would have by itself."""

    stores: tuple[str, ...]
    topics: tuple[str, ...]
    tasks: int


@dataclass(frozen=True, slots=True)
class Split:
    """A sub-topology, and the arrow where a topic would make two of it; without one, nothing parts its stores.

    `above` and `below` are the sides of the arrow.
    """

    sub_topology_id: int
    tasks: int
    stores: tuple[str, ...]
    topics: tuple[str, ...]
    arrow: tuple[str, str] | None
    above: Side | None
    below: Side | None
    sentence: str
    next_step: str

    @property
    def more(self) -> int:
        """Count the tasks that come on top."""
        return 0 if self.above is None or self.below is None else self.above.tasks + self.below.tasks - self.tasks


def splits(analyzed: AnalyzedTopology, tasks: TopologyTasks, behaviours: Behaviours) -> tuple[Split, ...]:
    """Look at each sub-topology with two stores, or without stores and with two source topics, the fullest first."""
    topology = analyzed.topology
    assert topology is not None
    widths = {one.sub_topology_id: len(one.tasks or ()) for one in tasks.sub_topologies}
    graphs = [_graph(topology, group) for group in analyzed.groups if widths.get(group.id) and not group.is_global]
    found = [
        split
        for graph in graphs
        if len(graph.stores) > 1 or (not graph.stores and len(graph.topics) > 1)
        if (split := _split(graph, widths[graph.group_id], tasks.counts.counts, behaviours)) is not None
    ]
    return tuple(sorted(found, key=lambda split: (-len(split.stores), -split.more, split.sub_topology_id)))


@dataclass
class _Graph:
    """A sub-topology as dots and lines without direction: nodes, and stores, which tie the processors that share them.

    The first so many lines are `arrows`; `users` counts the processors of each store.
    """

    group_id: int
    nodes: Mapping[str, TopologyNode]
    stores: tuple[str, ...]
    topics: tuple[str, ...]
    lines: list[tuple[str, str]]
    arrows: int
    users: Mapping[str, int]
    touching: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, (left, right) in enumerate(self.lines):
            self.touching.setdefault(left, []).append(number)
            self.touching.setdefault(right, []).append(number)


def _graph(topology: Topology, group: NodeGroup) -> _Graph:
    members = set(group.nodes)
    nodes = {node.name: node for node in topology.nodes if node.name in members}
    users = {store: [user for user in names if user in members] for store, names in topology.store_users.items()}
    stores = tuple(store for store, names in users.items() if names)
    topics = dict.fromkeys(topic for node in nodes.values() if isinstance(node, SourceNode) for topic in node.topics)
    arrows = [(above, node.name) for node in nodes.values() for above in node.predecessors if above in members]
    ties = [(user, _dot(store)) for store in stores for user in users[store]]
    return _Graph(
        group.id,
        nodes,
        stores,
        tuple(topics),
        [*arrows, *ties],
        len(arrows),
        {store: len(users[store]) for store in stores},
    )


def _dot(store: str) -> str:
    """Name a store among nodes, which may have the same name."""
    return f"store {store}"


def _split(graph: _Graph, tasks: int, counts: Mapping[str, int], behaviours: Behaviours) -> Split | None:
    best = max(_cuts(graph, counts), key=_gain, default=None)
    if best is None and not graph.stores:
        return None
    if best is None:
        return Split(
            graph.group_id, tasks, graph.stores, graph.topics, None, None, None, _tied(graph, tasks), _keep(graph)
        )
    arrow, above, below = best
    found = Split(graph.group_id, tasks, graph.stores, graph.topics, arrow, above, below, "", "")
    return Split(
        graph.group_id,
        tasks,
        graph.stores,
        graph.topics,
        arrow,
        above,
        below,
        _sentence(found),
        _how(found, behaviours),
    )


def _gain(cut: tuple[tuple[str, str], Side, Side]) -> tuple[int, int, int]:
    """Prefer the cut that divides stores most evenly, then the one with most tasks."""
    _, above, below = cut
    fewer = min(len(above.stores), len(below.stores))
    return fewer, above.tasks + below.tasks, -abs(len(above.stores) - len(below.stores))


def _cuts(graph: _Graph, counts: Mapping[str, int]) -> Iterator[tuple[tuple[str, str], Side, Side]]:
    """Give the arrows that alone join two sides which both have a store, or both a source topic where none has one.

    Of many, those are looked at that divide the stores most evenly.
    """
    all_dots = frozenset((*graph.nodes, *map(_dot, graph.stores)))
    walk = _walk(graph)
    for line, first, end in nlargest(_MOST_CUTS, walk.bridges, key=lambda one: walk.evenness(one[1], one[2])):
        if line >= graph.arrows or not walk.parts_something(first, end):
            continue
        above_name, below_name = graph.lines[line]
        inside = frozenset(walk.dots[first:end])
        below = inside if below_name in inside else all_dots - inside
        above_side = _side(graph, all_dots - below, counts, 0)
        # Stores below get their records through the new topic; without stores, both sides go on by themselves.
        through = above_side.tasks if graph.stores else 0
        yield (above_name, below_name), above_side, _side(graph, below, counts, through)


def _side(graph: _Graph, names: frozenset[str], counts: Mapping[str, int], width: int) -> Side:
    topics = dict.fromkeys(
        topic for name in names if isinstance(node := graph.nodes.get(name), SourceNode) for topic in node.topics
    )
    return Side(
        tuple(store for store in graph.stores if _dot(store) in names),
        tuple(sorted(topics)),
        max([width, *(counts.get(topic, 0) for topic in topics)]),
    )


@dataclass
class _Walk:
    """The dots as they were met, depth first, and the lines without which the graph falls apart.

    A bridge has the places between which the dots on its far side stand. `stores` and `topics` count those before each
    place.
    """

    dots: list[str]
    stores: list[int]
    topics: list[int]
    bridges: list[tuple[int, int, int]]

    def evenness(self, first: int, end: int) -> tuple[int, int]:
        """Count the stores, and the source topics, of the side that has fewer."""
        return _fewer(self.stores, first, end), _fewer(self.topics, first, end)

    def parts_something(self, first: int, end: int) -> bool:
        """Tell whether both sides have a store, or both a source topic where there is no store."""
        stores, topics = self.evenness(first, end)
        return stores > 0 or (topics > 0 and not self.stores[-1])


def _fewer(before: Sequence[int], first: int, end: int) -> int:
    inside = before[end] - before[first]
    return min(inside, before[-1] - inside)


def _walk(graph: _Graph) -> _Walk:
    """Find the bridges as Tarjan does; keeps its own stack."""
    start = next(iter(graph.nodes))
    order: dict[str, int] = {start: 0}
    lowest = {start: 0}
    dots, bridges = [start], []
    stack: list[tuple[str, int, Iterator[int]]] = [(start, -1, iter(graph.touching.get(start, ())))]
    while stack:
        name, came_by, lines = stack[-1]
        for line in lines:
            if line == came_by:
                continue
            left, right = graph.lines[line]
            other = right if left == name else left
            if other in order:
                lowest[name] = min(lowest[name], order[other])
                continue
            order[other] = lowest[other] = len(dots)
            dots.append(other)
            stack.append((other, line, iter(graph.touching.get(other, ()))))
            break
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                lowest[above] = min(lowest[above], lowest[name])
                if lowest[name] > order[above]:
                    # All dots met since this one lie on its side: those on the other side are met later.
                    bridges.append((came_by, order[name], len(dots)))
    of_stores = set(map(_dot, graph.stores))
    sources = [len(node.topics) if isinstance(node := graph.nodes.get(dot), SourceNode) else 0 for dot in dots]
    return _Walk(
        dots,
        list(accumulate((dot in of_stores for dot in dots), initial=0)),
        list(accumulate(sources, initial=0)),
        bridges,
    )


# --- in words ---------------------------------------------------------------------------------------------------------


def _sentence(split: Split) -> str:
    assert split.arrow is not None
    assert split.above is not None
    assert split.below is not None
    above, below = split.arrow
    sums = f"{split.above.tasks:,} + {split.below.tasks:,} = {split.above.tasks + split.below.tasks:,}"
    then = (
        f"With a topic there, it would be two sub-topologies with {sums} tasks."
        if split.stores
        else f"Each by itself, they would be two sub-topologies with {sums} tasks."
    )
    return (
        f"{_holds(split.sub_topology_id, split.tasks, split.stores, split.topics)} The arrow from {above} to {below} "
        f"alone ties {_what(split.above)} above it and {_what(split.below)} below it. {then}"
    )


def _what(side: Side) -> str:
    parts = []
    if side.stores:
        parts.append(_named("store", side.stores))
    if side.topics:
        parts.append(_named("source topic", side.topics))
    return " with ".join(parts) or "the rest"


def _named(word: str, names: Sequence[str]) -> str:
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")
    return f"{word if len(names) == 1 else f'{word}s'} {listed}"


def _holds(sub_topology_id: int, tasks: int, stores: Sequence[str], topics: Sequence[str]) -> str:
    reads = f"reads {count_text(len(topics), 'topic')}"
    holds = f"holds {count_text(len(stores), 'store')} and {reads}" if stores else reads
    return (
        f"Sub-topology {sub_topology_id} {holds}, and each of its {count_text(tasks, 'task')} does all of that on one "
        "thread."
    )


def _how(split: Split, behaviours: Behaviours) -> str:
    if not split.stores:
        return (
            "Call what follows on each stream by itself, instead of merging them first: a sink may write to the same "
            "topic from both."
        )
    if behaviours.has("has_repartition"):
        way = "repartition() on the stream there; for a table, toStream().repartition().toTable()"
    else:
        way = "through() with a topic of your own on the stream there"
    return f"Call {way}. Every record that passes there is then written to a topic and read again."


def _tied(graph: _Graph, tasks: int) -> str:
    shared = [store for store in graph.stores if graph.users[store] > 1]
    ties = f" Several processors share {_named('store', shared)}." if shared else ""
    return (
        f"{_holds(graph.group_id, tasks, graph.stores, graph.topics)} No single arrow has a store on each side.{ties}"
    )


def _keep(graph: _Graph) -> str:
    if any(count > 1 for count in graph.users.values()):
        return "Give the processors stores of their own where they need not see each other's records."
    return "More partitions of what it reads make more tasks of it; a topic in place of one arrow would not."
