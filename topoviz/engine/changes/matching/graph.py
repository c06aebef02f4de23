"""A topology as things and the links between them, seen from both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from topoviz.engine.changes.matching.thing import Sort, Thing
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology, TopologyNode


class Way(StrEnum):
    """What a thing is to its neighbour."""

    FEEDS = "feeds"
    IS_FED = "is fed by"
    USES = "uses"
    IS_USED = "is used by"
    WRITES = "writes to"
    IS_WRITTEN = "is written by"
    READS = "reads"
    IS_READ = "is read by"


_BACK: Final = {
    Way.IS_FED: Way.FEEDS,
    Way.USES: Way.IS_USED,
    Way.WRITES: Way.IS_WRITTEN,
    Way.READS: Way.IS_READ,
}


@dataclass(frozen=True, slots=True)
class Graph:
    """Things in the order in which the topology was written, and for each its neighbours by their places."""

    things: tuple[Thing, ...]
    links: tuple[tuple[tuple[Way, int], ...], ...]

    @property
    def places(self) -> dict[Thing, int]:
        """Give the place of each thing."""
        return {thing: place for place, thing in enumerate(self.things)}


def graph_of(topology: Topology) -> Graph:
    """Put a topology's nodes, stores and topics into one graph; topics link the sub-topologies."""
    places: dict[Thing, int] = {}
    links: list[list[tuple[Way, int]]] = []

    def place_of(thing: Thing) -> int:
        if thing not in places:
            places[thing] = len(places)
            links.append([])
        return places[thing]

    for node in topology.nodes:
        place_of(thing_of(node))
    sorts = {node.name: thing_of(node) for node in topology.nodes}
    for node in topology.nodes:
        here = place_of(sorts[node.name])
        for way, thing in _links_of(node, sorts, topology):
            there = place_of(thing)
            if (way, there) not in links[here]:
                links[here].append((way, there))
                links[there].append((_BACK[way], here))
    for name, users in topology.store_users.items():
        there = place_of(store_of(name, topology))
        for user in users:
            here = place_of(sorts[user])
            if (Way.USES, there) not in links[here]:
                links[here].append((Way.USES, there))
                links[there].append((Way.IS_USED, here))
    for name in (*topology.stores, *topology.global_stores):
        place_of(store_of(name, topology))
    return Graph(tuple(places), tuple(map(tuple, links)))


def thing_of(node: TopologyNode) -> Thing:
    """Give a node as a thing."""
    if isinstance(node, SourceNode):
        return Thing(Sort.SOURCE, node.name)
    return Thing(Sort.SINK if isinstance(node, SinkNode) else Sort.PROCESSOR, node.name)


def store_of(name: str, topology: Topology) -> Thing:
    """Give a store as a thing."""
    return Thing(Sort.GLOBAL_STORE if name in topology.global_stores else Sort.STORE, name)


def topic_of(name: str, topology: Topology) -> Thing:
    """Give a topic as a thing."""
    return Thing(Sort.REPARTITION_TOPIC if name in topology.repartition_topics else Sort.TOPIC, name)


def _links_of(node: TopologyNode, sorts: dict[str, Thing], topology: Topology) -> Iterator[tuple[Way, Thing]]:
    match node:
        case SourceNode(topics=topics, pattern=pattern):
            for topic in topics:
                yield Way.READS, topic_of(topic, topology)
            if pattern is not None:
                yield Way.READS, Thing(Sort.TOPIC, f"/{pattern}/")
        case SinkNode(topic=topic) if topic is not None:
            yield Way.WRITES, topic_of(topic, topology)
        case ProcessorNode(stores=stores):
            for store in stores:
                yield Way.USES, store_of(store, topology)
        case _:
            pass
    # An edge is written down with the node below it.
    for above in node.predecessors:
        yield Way.IS_FED, sorts[above]
