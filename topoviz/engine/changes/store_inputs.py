"""Which topics of the user's own fill a store: those above the operator that it belongs to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from topoviz.engine.changes.matching.graph import thing_of
from topoviz.engine.changes.matching.thing import first_made
from topoviz.engine.changes.side import Side
from topoviz.engine.topology.nodes import SinkNode, SourceNode, TopologyNode


def owners_of(side: Side) -> dict[str, str]:
    """Give for each store the node that uses it before all others, which is the one that fills it."""
    places = {node.name: (place, thing_of(node)) for place, node in enumerate(side.topology.nodes)}
    return {
        store: first_made([thing for _, thing in sorted(places[user] for user in users)]).name
        for store, users in side.topology.store_users.items()
        if users
    }


def may_fill(side: Side) -> dict[str, tuple[str, ...]]:
    """Give for each store the nodes that may fill it: all its users where only their order would tell which one does.

    A dump prints nodes in another order than that in which the program made them; numbers say that order.
    """
    things = {node.name: thing_of(node) for node in side.topology.nodes}
    owners = owners_of(side)
    return {
        store: users if side.is_dump and not all(things[user].is_numbered for user in users) else (owners[store],)
        for store, users in side.topology.store_users.items()
        if users
    }


def inputs_of(side: Side, node: str) -> frozenset[str]:
    """Give the topics and patterns above a node, through repartition topics too."""
    nodes = {one.name: one for one in side.topology.nodes}
    writers: defaultdict[str, list[str]] = defaultdict(list)
    for one in side.topology.nodes:
        if isinstance(one, SinkNode) and one.topic is not None and one.topic in side.topology.repartition_topics:
            writers[one.topic].append(one.name)

    def above(one: TopologyNode) -> Iterator[str]:
        yield from one.predecessors
        for topic in one.topics if isinstance(one, SourceNode) else ():
            yield from writers.get(topic, ())

    found: set[str] = set()
    seen = {node}
    waiting = [node]
    while waiting:
        one = nodes[waiting.pop()]
        if isinstance(one, SourceNode):
            found.update(topic for topic in one.topics if topic not in side.topology.repartition_topics)
            found.update([f"/{one.pattern}/"] if one.pattern is not None else [])
        fresh = {name for name in above(one) if name not in seen}
        seen |= fresh
        waiting.extend(fresh)
    return frozenset(found)
