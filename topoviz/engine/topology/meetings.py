"""Infer from a dump which topics are joined, and so must have equal partition counts.

describe() does not print copartition groups. But every join and cogroup of the DSL looks into a state store that
another node fills, and the names that Kafka Streams numbers tell these nodes from processors of the user's own, which
may share a store without that anybody enforces equal counts.

Kafka: KStreamImpl, KTableImpl and CogroupedStreamAggregateBuilder call InternalTopologyBuilder#copartitionSources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import SourceNode, Topology, TopologyNode

_NUMBERED: Final = re.compile(r"(?:KSTREAM|KTABLE)-(?P<words>[A-Z-]+)-\d{10}\w*", re.ASCII)
_BY_HAND: Final = frozenset({
    "PROCESSOR", "PROCESSVALUES", "TRANSFORM", "TRANSFORMVALUES", "FLATTRANSFORM", "FLATTRANSFORMVALUES",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meeting:
    """Source nodes whose records meet in a state store, and the topics they read.

    It is not certain where the user's own processors may share the store, where Kafka Streams forgets one of two
    groups, and in cogroups, where it takes the topics in front of the repartition topics.
    """

    store: str
    sources: tuple[str, ...]
    topics: tuple[str, ...]
    is_certain: bool


def find_meetings(topology: Topology, groups: Sequence[NodeGroup]) -> tuple[Meeting, ...]:
    """Find the stores in which records of several topics meet, in the order of the stores."""
    nodes = {node.name: node for node in topology.nodes}
    group_of = {name: group.id for group in groups for name in group.nodes if not group.is_global}
    forgotten = _forgotten_sources(topology, nodes)
    found: list[Meeting] = []
    for store, users in topology.store_users.items():
        by_group: dict[int, list[str]] = {}
        for user in users:
            if user in group_of:
                by_group.setdefault(group_of[user], []).append(user)
        for together in by_group.values():
            above = _above(together, nodes)
            sources = [node for node in above if isinstance(node, SourceNode)]
            topics = tuple(sorted({topic for node in sources for topic in node.topics}))
            if len(together) > 1 and len(topics) > 1:
                is_certain = all(map(_is_of_the_dsl, together)) and not any(
                    node.name.startswith("COGROUPKSTREAM-") or node.name in forgotten for node in above
                )
                found.append(Meeting(store, tuple(sorted(node.name for node in sources)), topics, is_certain))
    return tuple(_without_the_merged(found, topology))


def _is_of_the_dsl(name: str) -> bool:
    numbered = _NUMBERED.fullmatch(name)
    return numbered is not None and numbered["words"] not in _BY_HAND


def _forgotten_sources(topology: Topology, nodes: Mapping[str, TopologyNode]) -> set[str]:
    """Give the sources above tables that are joined behind suppress(): such a table forgets where it comes from."""
    suppressed = [
        user
        for users in topology.store_users.values()
        if len(users) > 1
        for user in users
        if user.startswith("KTABLE-SUPPRESS-")
    ]
    return {node.name for node in _above(suppressed, nodes) if isinstance(node, SourceNode)}


def _above(names: Iterable[str], nodes: Mapping[str, TopologyNode]) -> list[TopologyNode]:
    """Give nodes and all that lies above them."""
    seen: dict[str, TopologyNode] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in seen and name in nodes:
            seen[name] = nodes[name]
            waiting.extend(nodes[name].predecessors)
    return list(seen.values())


def _without_the_merged(meetings: Sequence[Meeting], topology: Topology) -> Iterable[Meeting]:
    """Doubt what a repartition topic meets in several joins: where the optimizer merged two, one join is forgotten."""
    partners: dict[str, set[tuple[str, ...]]] = {}
    for meeting in meetings:
        for topic in meeting.topics:
            if topic in topology.repartition_topics:
                partners.setdefault(topic, set()).add(meeting.topics)
    for meeting in meetings:
        is_merged = any(len(partners.get(topic, ())) > 1 for topic in meeting.topics)
        yield replace(meeting, is_certain=meeting.is_certain and not is_merged)
