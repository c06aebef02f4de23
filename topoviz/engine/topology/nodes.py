"""The runtime topology as one immutable value: what Kafka Streams would run.

Nodes stand in the order in which Kafka Streams adds them. Stores, topics and groups refer to nodes by name, as Kafka
Streams itself does: here names are unique.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topoviz.engine.logical.nodes import NodeId, Store
from topoviz.engine.source import Origin


@dataclass(frozen=True, slots=True)
class TopologyNode:
    """What every runtime node has; `plan_node` is the logical node that wrote it, if one did."""

    name: str
    predecessors: tuple[str, ...] = ()
    plan_node: NodeId | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class SourceNode(TopologyNode):
    """Reads topics, or all topics that match a pattern."""

    topics: tuple[str, ...] = ()
    pattern: str | None = None


@dataclass(frozen=True, slots=True)
class ProcessorNode(TopologyNode):
    """Works on records one by one; `stores` in the order in which they were connected."""

    stores: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SinkNode(TopologyNode):
    """Writes to a topic, or to the topic that an extractor names; Kafka Streams may not list it with its topics."""

    topic: str | None = None
    extractor: str = ""
    is_listed: bool = True


@dataclass(frozen=True, slots=True)
class Union:
    """Why two nodes belong to one group: an edge between them, or a store that both use."""

    left: str
    right: str
    store: str | None = None


@dataclass(frozen=True, slots=True)
class Topology:
    """Everything that InternalTopologyBuilder knows once a program has been built.

    `store_users` maps a store to its processors in the order in which they were connected; `repartition_topics` maps
    an internal topic to its partition count where the user set one; `reused_topics` maps a store to the source topic
    that serves as its changelog.
    """

    nodes: tuple[TopologyNode, ...]
    stores: Mapping[str, Store]
    store_users: Mapping[str, tuple[str, ...]]
    global_stores: Mapping[str, Store]
    global_topics: frozenset[str]
    repartition_topics: Mapping[str, int | None]
    reused_topics: Mapping[str, str]
    copartition_groups: tuple[tuple[str, ...], ...]
    unions: tuple[Union, ...]
    unsure: Mapping[str, str]

    def node(self, name: str) -> TopologyNode:
        """Give the node of that name; KeyError when there is none."""
        return {node.name: node for node in self.nodes}[name]
