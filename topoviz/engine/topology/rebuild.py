"""Rebuild a runtime topology from a description that was read from a dump.

A dump holds less than a topology: no kinds of stores, no logging, no partition counts, no copartition groups. What is
filled in for them here is either unsure, with a reason, or empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.description import DescribedGroup, DescribedNode, Description
from topoviz.engine.logical.nodes import Store, StoreKind
from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology, TopologyNode, Union


def rebuild(description: Description) -> Topology:
    """Give the topology that a description stands for, nodes in the order in which they are printed.

    Predecessors are in the printed order, which need not be the one in the code. All stores have kind OTHER. A local
    store counts as logged, which is Kafka's default, and the name of its changelog topic is in `unsure`; so is the
    name of a node that an arrow names and no block describes. Such arrows make no edges, nor do arrows that leave their
    group.
    """
    topics = dict(_global_topics(description))
    local = _local_stores(description)
    return Topology(
        nodes=tuple(node for group in description.groups for node in _nodes(group)),
        stores={name: Store(name, StoreKind.OTHER) for name in local},
        store_users={name: tuple(users) for name, users in local.items()},
        global_stores={name: Store(name, StoreKind.OTHER, is_logged=False) for name in topics},
        global_topics=frozenset(topics.values()),
        repartition_topics=dict.fromkeys(_repartition_topics(description)),
        reused_topics=topics,
        copartition_groups=(),
        unions=tuple(union for group in description.groups for union in _unions(group)),
        unsure={**_unsure_changelogs(description, local), **_missing_nodes(description)},
    )


def dumped_groups(description: Description) -> tuple[NodeGroup, ...]:
    """Give the groups of a dump with the numbers that they have there.

    A part of a dump, or one of an older version, has numbers that no counting from zero gives back.
    """
    return tuple(
        NodeGroup(group.id, tuple(node.name for node in group.nodes), tuple(_unions(group)), group.is_global)
        for group in description.groups
    )


def _nodes(group: DescribedGroup) -> Iterable[TopologyNode]:
    above = _predecessors(group)
    for node in group.nodes:
        match node.kind:
            case "Source":
                topics = _topics(group, node)
                yield SourceNode(node.name, topics=topics, pattern=None if topics else node.pattern)
            case "Sink":
                yield SinkNode(node.name, above[node.name], topic=node.topic, extractor=node.extractor)
            case _:
                yield ProcessorNode(node.name, above[node.name], stores=node.stores)


def _topics(group: DescribedGroup, node: DescribedNode) -> tuple[str, ...]:
    """Give the topics of a node. 2.0 prints the one of a global store without brackets, as all print a pattern."""
    return (node.pattern,) if group.is_global and node.pattern is not None else node.topics


def _predecessors(group: DescribedGroup) -> dict[str, tuple[str, ...]]:
    """Take the predecessors of each node from its own arrows, then from those that point at it.

    In a whole dump both say the same; in an abridged one the second may be all there is.
    """
    above: dict[str, dict[str, None]] = {node.name: {} for node in group.nodes}
    for node in group.nodes:
        above[node.name].update(dict.fromkeys(name for name in node.predecessors if name in above))
    for node in group.nodes:
        for successor in node.successors:
            if successor in above:
                above[successor].setdefault(node.name)
    return {name: tuple(names) for name, names in above.items()}


def _unions(group: DescribedGroup) -> Iterable[Union]:
    for name, names in _predecessors(group).items():
        for predecessor in names:
            yield Union(name, predecessor)
    first_users: dict[str, str] = {}
    for node in group.nodes:
        for store in node.stores:
            user = first_users.setdefault(store, node.name)
            if user != node.name:
                yield Union(user, node.name, store)


def _local_stores(description: Description) -> dict[str, list[str]]:
    """Map each store of a sub-topology to its processors."""
    users: dict[str, list[str]] = {}
    for group in description.groups:
        if not group.is_global:
            for node in group.nodes:
                for store in node.stores:
                    users.setdefault(store, []).append(node.name)
    return users


def _global_topics(description: Description) -> Iterable[tuple[str, str]]:
    """Give each global store with the topic that fills it, which is also what it restores from."""
    for group in description.groups:
        if group.is_global:
            topics = [topic for node in group.nodes for topic in _topics(group, node)]
            stores = [store for node in group.nodes for store in node.stores]
            yield from ((store, topic) for store in stores for topic in topics[:1])


# An application may name such topics itself; what is left of the generated name tells them from others.
_REPARTITION_TOPIC: Final = re.compile(
    r".+-repartition"
    r"|(?:.+-)?KTABLE-FK-JOIN-SUBSCRIPTION-(?:REGISTRATION|RESPONSE)-\d{10}-topic"
    r"|.+-subscription-(?:registration|response)-topic",
    re.DOTALL,
)


def _repartition_topics(description: Description) -> Iterable[str]:
    """List the topics with the names of repartition topics that the dump both writes and reads, as they are written.

    In a dump that is cut off, one side is enough when its node has the name that Kafka Streams gives it.
    """
    nodes = [node for group in description.groups for node in group.nodes]
    read = {topic for node in nodes for topic in node.topics}
    own = {node.topic for node in nodes if node.topic is not None and node.name == f"{node.topic}-sink"}
    own |= {topic for node in nodes for topic in node.topics if node.name == f"{topic}-source"}
    written = {node.topic: None for node in nodes if node.topic is not None}
    touched = {**written, **{topic: None for node in nodes for topic in node.topics if topic in own}}
    return [
        topic
        for topic in touched
        if (topic in own or (topic in read and topic in written)) and _REPARTITION_TOPIC.fullmatch(topic)
    ]


def _unsure_changelogs(description: Description, stores: Iterable[str]) -> dict[str, str]:
    """Give the reasons why changelog topics are unsure; a topic that the dump itself names is certain."""
    named = {topic for group in description.groups for node in group.nodes for topic in (*node.topics, node.topic)}
    return {
        f"{store}-changelog": "A dump does not say whether the store is logged, or restores from its source topic."
        for store in stores
        if f"{store}-changelog" not in named
    }


def _missing_nodes(description: Description) -> dict[str, str]:
    nodes: Mapping[str, DescribedNode] = {node.name: node for group in description.groups for node in group.nodes}
    return {
        name: "An arrow names this node, but the dump does not describe it."
        for node in nodes.values()
        for name in (*node.successors, *node.predecessors)
        if name not in nodes
    }
