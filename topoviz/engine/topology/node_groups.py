"""Node groups: the connected parts of a topology. Each becomes a sub-topology, or the home of a global store.

Kafka: InternalTopologyBuilder#makeNodeGroups, QuickUnion. Nodes are united by edges and by shared stores, never by
topics, and never by copartitioning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from topoviz.engine.java_order.strings import utf16_key
from topoviz.engine.topology.nodes import SourceNode, Topology, Union
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class NodeGroup:
    """One connected part: its number, its nodes in the order of numbering, and why they belong together.

    A group with a global store takes a number too, but gets no tasks.
    """

    id: int
    nodes: tuple[str, ...]
    unions: tuple[Union, ...]
    is_global: bool


def find_node_groups(topology: Topology, behaviours: Behaviours) -> tuple[NodeGroup, ...]:
    """Find the connected parts and number them as this version does (KAFKA-9020 changed the order)."""
    roots = _Roots(node.name for node in topology.nodes)
    for union in topology.unions:
        roots.unite(union.left, union.right)
    members: dict[str, list[str]] = {}
    for name in _numbering_order(topology, behaviours):
        members.setdefault(roots.root(name), []).append(name)
    unions: dict[str, list[Union]] = {root: [] for root in members}
    for union in topology.unions:
        unions[roots.root(union.left)].append(union)
    global_roots = {
        roots.root(node.name)
        for node in topology.nodes
        if isinstance(node, SourceNode) and len(node.topics) == 1 and node.topics[0] in topology.global_topics
    }
    return tuple(
        NodeGroup(number, tuple(names), tuple(unions[root]), root in global_roots)
        for number, (root, names) in enumerate(members.items())
    )


def _numbering_order(topology: Topology, behaviours: Behaviours) -> Sequence[str]:
    if behaviours.has("numbers_groups_in_write_order"):
        return [node.name for node in topology.nodes]
    sources = [node.name for node in topology.nodes if isinstance(node, SourceNode)]
    others = [node.name for node in topology.nodes if not isinstance(node, SourceNode)]
    return [*sorted(sources, key=utf16_key), *sorted(others, key=utf16_key)]


class _Roots:
    """Union-find over names. Only who belongs together matters, so it may balance as it likes."""

    def __init__(self, names: Iterable[str]) -> None:
        self._above = {name: name for name in names}

    def root(self, name: str) -> str:
        above = self._above
        while above[name] != name:
            above[name] = above[above[name]]
            name = above[name]
        return name

    def unite(self, left: str, right: str) -> None:
        above = self._above[left]
        if above != right and above != self._above[right]:  # most are under one root already
            self._above[self.root(left)] = self.root(right)
