"""Copartition groups: topics that are joined and so must have equal partition counts.

Kafka: InternalTopologyBuilder#copartitionGroups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, repeat

from topoviz.engine.java_order.hash_sets import copied_order, filled_order
from topoviz.engine.topology.nodes import SourceNode, Topology
from topoviz.engine.versions import DEFAULT_JDK


@dataclass(frozen=True, slots=True)
class CopartitionGroup:
    """Topics that must have equal partition counts, by name in order."""

    topics: tuple[str, ...]


def copartition_groups(topology: Topology, application_id: str | None = None) -> tuple[CopartitionGroup, ...]:
    """Turn the groups of source nodes into groups of topics.

    Groups that share a topic are joined in the order in which they were registered: each goes to the group of its
    first topic that has one, in the order of a hash set. So a later group that touches two earlier ones joins only one
    of them, as in Kafka Streams. Names of nodes that were merged away stand for no topic.
    """
    return _join(topology, application_id)[0]


def hangs_on_application_id(topology: Topology) -> bool:
    """Tell whether another application id may give other groups, for internal topics are hashed with it."""
    return bool(topology.repartition_topics) and _join(topology, None)[1]


def _join(topology: Topology, application_id: str | None) -> tuple[tuple[CopartitionGroup, ...], bool]:
    """Join the groups, and tell whether the id decided about one."""
    topics_of = {node.name: node.topics for node in topology.nodes if isinstance(node, SourceNode)}
    group_of: dict[str, set[str]] = {}
    is_open = False
    for names in topology.copartition_groups:
        if _join_only_one(names, topics_of, group_of):
            continue
        topics = _in_hash_order(
            topology,
            (topic for name in copied_order(names, DEFAULT_JDK) for topic in topics_of.get(name, ())),
            application_id,
        )
        known = [topic for topic in topics if topic in group_of]
        touched = {id(group_of[topic]): group_of[topic] for topic in known}
        leaves_some = len(touched) > 1 and any(not group <= set(topics) for group in touched.values())
        is_open = is_open or (leaves_some and any(topic in topology.repartition_topics for topic in known))
        group = group_of[known[0]] if known else set()
        group.update(topics)
        group_of.update(dict.fromkeys(topics, group))
    unique = {id(group): group for group in group_of.values()}
    found = (CopartitionGroup(tuple(sorted(group))) for group in unique.values())
    return tuple(sorted(found, key=lambda group: group.topics)), is_open


def _join_only_one(
    names: Iterable[str], topics_of: Mapping[str, tuple[str, ...]], group_of: dict[str, set[str]]
) -> bool:
    """Join topics to the one group that has any of them, or make them one; tell whether there was no other to choose.

    The groups of a chain of joins grow by a name each, so each name is handled by Python's own loops here.
    """
    topics = dict.fromkeys(chain.from_iterable(map(topics_of.get, names, repeat(()))))
    touched = list(filter(None, map(group_of.get, topics)))
    if len(set(map(id, touched))) > 1:
        return False
    group = touched[0] if touched else set()
    group.update(topics)
    group_of.update(dict.fromkeys(topics, group))
    return True


def _in_hash_order(topology: Topology, topics: Iterable[str], application_id: str | None) -> list[str]:
    """Order topics as a hash set of their full names gives them back; within a bucket they stay as they came."""
    prefix = "" if application_id is None else f"{application_id}-"
    full = {f"{prefix}{topic}" if topic in topology.repartition_topics else topic: topic for topic in topics}
    return [full[name] for name in filled_order(list(full))]
