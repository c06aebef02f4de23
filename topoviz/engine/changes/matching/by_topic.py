"""Pairs sources that read the same topics of the user's, and sinks that alone write to the same one."""

from __future__ import annotations

from collections import defaultdict

from topoviz.engine.changes.matching.graph import Graph, Way
from topoviz.engine.changes.matching.pairs import Evidence, Pairing
from topoviz.engine.changes.matching.thing import Sort

Reads = tuple[Sort, frozenset[str]]


def pair_by_topic(pairing: Pairing) -> None:
    """Pair by topics: what reads another topic gets other records, wherever they go then."""
    ours, theirs = _by_topics(pairing.old), _by_topics(pairing.new)
    for key, here in ours.items():
        there = theirs.get(key, [])
        if len(here) == len(there) == 1:
            pairing.pair(here[0], there[0], Evidence.TOPIC)


def _by_topics(graph: Graph) -> dict[Reads, list[int]]:
    found: defaultdict[Reads, list[int]] = defaultdict(list)
    for place, thing in enumerate(graph.things):
        if thing.sort not in (Sort.SOURCE, Sort.SINK):
            continue
        topics = [graph.things[there] for way, there in graph.links[place] if way in (Way.READS, Way.WRITES)]
        if topics and all(topic.sort is Sort.TOPIC for topic in topics):
            found[thing.sort, frozenset(topic.name for topic in topics)].append(place)
    return found
