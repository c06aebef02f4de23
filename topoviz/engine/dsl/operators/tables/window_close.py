"""Suppressing until windows close needs windows: every way up must lead to an aggregation by windows.

Kafka: GraphGraceSearchUtil#findAndVerifyWindowGrace.
"""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.logical.nodes import NodeId, StatefulProcessor
from topoviz.engine.logical.plan import PlanDraft
from topoviz.engine.refusal import Refused, Why, topology_exception
from topoviz.engine.source import Origin


def refuse_without_windows(draft: PlanDraft, start: NodeId, origin: Origin) -> None:
    """Raise Refused with the first way up, parents in order, that ends without windows."""
    seen: set[NodeId] = set()
    stack: list[_Way] = [_Way(start)]
    while stack:
        way = stack.pop()
        node = draft.nodes[way.node]
        if way.node in seen or (isinstance(node, StatefulProcessor) and node.is_windowed):
            continue
        seen.add(way.node)
        parents = tuple(draft.parents[way.node])
        if not parents:
            words = f"Window close time is only defined for windowed computations. Got [{way.text(draft)}]."
            raise Refused(topology_exception(Why.NO_WINDOWS, words), origin)
        stack.extend(_Way(parent, way) for parent in reversed(parents))


@dataclass(frozen=True, slots=True)
class _Way:
    """A way up that has come to a node, from the node below it."""

    node: NodeId
    below: _Way | None = None

    def text(self, draft: PlanDraft) -> str:
        """Name the nodes from the top down, as Kafka Streams does in its exception."""
        names = [draft.nodes[self.node].name]
        current = self.below
        while current is not None:
            names.append(draft.nodes[current.node].name)
            current = current.below
        return "->".join(names)
