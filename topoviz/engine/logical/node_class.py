"""The class that Kafka Streams of a version uses for a node of a logical plan.

Kafka: package kstream.internals.graph. KIP-1112 took away the classes that owned stores, since stores come with their
processors; KAFKA-18026 gave windowed aggregations a class of their own.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.logical.nodes import (
    ForeignKeyPart,
    GlobalStoreAdded,
    GraphNode,
    GroupedTableRepartition,
    Processor,
    Repartition,
    Root,
    StatefulProcessor,
    StateStoreAdded,
    StreamSink,
    StreamSource,
    StreamStreamJoin,
    StreamTableJoin,
    StreamToTable,
    TableProcessor,
    TableRepartitionMap,
    TableSource,
    TableSuppress,
    TableTableJoin,
    WindowedStreamProcessor,
)
from topoviz.engine.versions import Behaviours

_CONNECTORS: Final = frozenset({"process", "processValues", "transformValues"})
"""The operators whose processors are connected by name with stores that others own."""

_READERS: Final = frozenset({ForeignKeyPart.ANSWER_SUBSCRIBER, ForeignKeyPart.RESOLVE})
"""The parts of a foreign-key join that read a table's stores."""


def node_class(node: GraphNode, behaviours: Behaviours) -> str:
    """Give the class's name, as plan trees show it."""
    name = _class_with_stores(node, behaviours)
    if name not in ("StatefulProcessorNode", "TableProcessorNode"):
        return name
    return _class_without_stores(node, behaviours) if behaviours.has("stores_come_with_processors") else name


def _class_without_stores(node: GraphNode, behaviours: Behaviours) -> str:
    if node.operator in _CONNECTORS or node.part in _READERS:
        return "ProcessorToStateConnectorNode"
    is_windowed = isinstance(node, StatefulProcessor) and node.is_windowed
    has_grace = is_windowed and behaviours.has("windows_have_grace_node_class")
    return "GracePeriodGraphNode" if has_grace else "ProcessorGraphNode"


def _class_with_stores(node: GraphNode, behaviours: Behaviours) -> str:
    match node:
        case Root():
            return ""
        case StreamSource():
            return "StreamSourceNode"
        case TableSource():
            return "TableSourceNode"
        case StateStoreAdded():
            return "StateStoreNode"
        case GlobalStoreAdded():
            return "GlobalStoreNode"
        case WindowedStreamProcessor():
            has_own_class = behaviours.has("windows_have_own_node_class")
            return "WindowedStreamProcessorNode" if has_own_class else "ProcessorGraphNode"
        case TableSuppress() if _has_own_class(behaviours):
            return "TableSuppressNode"
        case StatefulProcessor(part=ForeignKeyPart.ANSWER_ALL) if _has_own_class(behaviours):
            return "ForeignTableJoinNode"
        case StatefulProcessor():
            return "StatefulProcessorNode"
        case StreamSink():
            return "StreamSinkNode"
        case Repartition():
            return "OptimizableRepartitionNode" if node.is_optimizable else "UnoptimizableRepartitionNode"
        case StreamStreamJoin():
            return "StreamStreamJoinNode"
        case StreamTableJoin():
            return "StreamTableJoinNode"
        case GroupedTableRepartition():
            return "GroupedTableOperationRepartitionNode"
        case TableTableJoin():
            return "KTableKTableJoinNode"
        case StreamToTable():
            return "StreamToTableNode"
        case TableProcessor():
            return "TableFilterNode" if node.filters and _has_own_class(behaviours) else "TableProcessorNode"
        case TableRepartitionMap() if _has_own_class(behaviours):
            return "TableRepartitionMapNode"
        case Processor(part=ForeignKeyPart.SUBSCRIBE) if _has_own_class(behaviours):
            return "ForeignJoinSubscriptionSendNode"
        case _:
            return "ProcessorGraphNode"


def _has_own_class(behaviours: Behaviours) -> bool:
    """Tell whether what is done with tables has node classes of its own."""
    return behaviours.has("tables_have_own_node_classes")
