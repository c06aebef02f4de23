"""The class that Kafka Streams of a version uses for a node of a logical plan.

Kafka: package kstream.internals.graph. KIP-1112 took away the classes that owned stores, since stores come with their
processors; KAFKA-18026 gave windowed aggregations a class of their own.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.logical.nodes import ForeignKeyPart, GraphNode, StatefulProcessor, describe_class
from topoviz.engine.versions import Behaviours

_CONNECTORS: Final = frozenset({"process", "processValues", "transformValues"})
"""The operators whose processors are connected by name with stores that others own."""

_READERS: Final = frozenset({ForeignKeyPart.ANSWER_SUBSCRIBER, ForeignKeyPart.RESOLVE})
"""The parts of a foreign-key join that read a table's stores."""


def node_class(node: GraphNode, behaviours: Behaviours) -> str:
    """Give the class's name, as plan trees show it."""
    name = describe_class(
        node,
        windows_have_own_class=behaviours.has("windows_have_own_node_class"),
        tables_have_own_classes=behaviours.has("tables_have_own_node_classes"),
    )
    if name not in ("StatefulProcessorNode", "TableProcessorNode"):
        return name
    return _class_without_stores(node, behaviours) if behaviours.has("stores_come_with_processors") else name


def _class_without_stores(node: GraphNode, behaviours: Behaviours) -> str:
    if node.operator in _CONNECTORS or node.part in _READERS:
        return "ProcessorToStateConnectorNode"
    is_windowed = isinstance(node, StatefulProcessor) and node.is_windowed
    has_grace = is_windowed and behaviours.has("windows_have_grace_node_class")
    return "GracePeriodGraphNode" if has_grace else "ProcessorGraphNode"
