"""Copartition groups: topics that are joined and so must have equal partition counts.

Kafka: InternalTopologyBuilder#copartitionGroups.
"""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.topology.nodes import SourceNode, Topology


@dataclass(frozen=True, slots=True)
class CopartitionGroup:
    """Topics that must have equal partition counts, by name in order."""

    topics: tuple[str, ...]


def copartition_groups(topology: Topology) -> tuple[CopartitionGroup, ...]:
    """Turn the groups of source nodes into groups of topics.

    Groups that share a topic are joined in the order in which they were registered: each goes to the group of its
    first topic that has one. So a later group that touches two earlier ones joins only one of them, as in Kafka
    Streams. Names of nodes that were merged away stand for no topic.
    """
    topics_of = {node.name: node.topics for node in topology.nodes if isinstance(node, SourceNode)}
    group_of: dict[str, set[str]] = {}
    for names in topology.copartition_groups:
        topics = sorted({topic for name in names for topic in topics_of.get(name, ())})
        group = next((group_of[topic] for topic in topics if topic in group_of), set())
        group.update(topics)
        group_of.update(dict.fromkeys(topics, group))
    unique = {id(group): group for group in group_of.values()}
    return tuple(sorted((CopartitionGroup(tuple(sorted(group))) for group in unique.values()), key=lambda g: g.topics))
