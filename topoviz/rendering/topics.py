"""The topics that a topology names, numbered once for pictures and JSON alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topoviz.engine.topology.nodes import SinkNode, SourceNode, Topology, TopologyNode


@dataclass(frozen=True, slots=True)
class TopicRef:
    """A topic by name, or all topics that match a pattern; one text may be both."""

    text: str
    is_pattern: bool = False


def topics_of(node: TopologyNode) -> tuple[TopicRef, ...]:
    """List what a node reads or writes; an extractor has no topic that could be named."""
    match node:
        case SourceNode() if node.pattern is not None:
            return (TopicRef(node.pattern, is_pattern=True),)
        case SourceNode():
            return tuple(map(TopicRef, node.topics))
        case SinkNode() if node.topic is not None:
            return (TopicRef(node.topic),)
        case _:
            return ()


def numbered_topics(topology: Topology) -> Mapping[TopicRef, int]:
    """Give each topic that is read or written its number, in the order in which nodes name them."""
    topics = dict.fromkeys(topic for node in topology.nodes for topic in topics_of(node))
    return {topic: number for number, topic in enumerate(topics)}
