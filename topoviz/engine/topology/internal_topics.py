"""The topics that Kafka Streams makes for itself, and which sub-topology reads and writes which topic.

Kafka: InternalTopologyBuilder#subtopologyToTopicsInfo, ProcessorStateManager#storeChangelogTopic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import SinkNode, SourceNode, Topology


@dataclass(frozen=True, slots=True)
class RepartitionTopic:
    """A topic between two sub-topologies; without a count, its partitions follow from what is written to it."""

    name: str
    partitions: int | None = None


@dataclass(frozen=True, slots=True)
class ChangelogTopic:
    """The topic from which a store is restored; `is_source` when a topic that is read anyway serves as such."""

    store: str
    name: str
    is_source: bool = False


@dataclass(frozen=True, slots=True)
class GroupTopics:
    """The topics of one node group, by name in order; internal ones without the application's id before them."""

    group_id: int
    sources: tuple[str, ...]
    patterns: tuple[str, ...]
    repartition_sources: tuple[str, ...]
    sinks: tuple[str, ...]
    changelogs: tuple[ChangelogTopic, ...]


def repartition_topics(topology: Topology) -> tuple[RepartitionTopic, ...]:
    """List the repartition topics in the order in which they come about."""
    return tuple(RepartitionTopic(name, partitions) for name, partitions in topology.repartition_topics.items())


def changelog_topics(topology: Topology) -> tuple[ChangelogTopic, ...]:
    """List the changelogs of all stores that have one and are used by a processor."""
    found: list[ChangelogTopic] = []
    for name, store in topology.stores.items():
        if name in topology.reused_topics:
            found.append(ChangelogTopic(name, topology.reused_topics[name], is_source=True))
        elif store.is_logged and topology.store_users.get(name):
            found.append(ChangelogTopic(name, f"{name}-changelog"))
    return tuple(found)


def topics_by_group(topology: Topology, groups: Sequence[NodeGroup]) -> tuple[GroupTopics, ...]:
    """Say for each group that reads a topic what it reads, writes and restores from."""
    nodes = {node.name: node for node in topology.nodes}
    group_of = {name: group.id for group in groups for name in group.nodes}
    changelogs: dict[int, list[ChangelogTopic]] = {}
    for changelog in changelog_topics(topology):
        users = topology.store_users.get(changelog.store, ())
        for group_id in dict.fromkeys(group_of[user] for user in users):
            changelogs.setdefault(group_id, []).append(changelog)
    found: list[GroupTopics] = []
    for group in groups:
        members = [nodes[name] for name in group.nodes]
        sources = {
            topic
            for node in members
            if isinstance(node, SourceNode)
            for topic in node.topics
            if topic not in topology.global_topics
        }
        patterns = [node.pattern for node in members if isinstance(node, SourceNode) and node.pattern is not None]
        if not sources and not patterns:
            continue
        sinks = {
            node.topic for node in members if isinstance(node, SinkNode) and node.topic is not None and node.is_listed
        }
        found.append(
            GroupTopics(
                group.id,
                tuple(sorted(sources)),
                tuple(patterns),
                tuple(sorted(sources & topology.repartition_topics.keys())),
                tuple(sorted(sinks)),
                tuple(sorted(changelogs.get(group.id, ()), key=lambda changelog: changelog.name)),
            )
        )
    return tuple(found)
