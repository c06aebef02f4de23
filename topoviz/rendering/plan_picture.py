"""The picture of a logical plan: the operators that the user wrote, from sources down to sinks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from topoviz.engine.logical.nodes import (
    ForeignKeyPart,
    GlobalStoreAdded,
    GraphNode,
    GroupedTableRepartition,
    NodeId,
    Repartition,
    StatefulProcessor,
    StateStoreAdded,
    StreamSink,
    StreamSource,
    StreamTableJoin,
    TableProcessor,
    TableSource,
)
from topoviz.engine.logical.plan import ROOT, LogicalPlan
from topoviz.engine.topology.describe import SHAPE
from topoviz.rendering.lettering import visible
from topoviz.rendering.picture import Box, Kind, Picture, Tie
from topoviz.rendering.table_words import own_store_of
from topoviz.rendering.words import Marks, changes_key, counted, plan_facts, plan_kind, plan_number, plan_title

_OTHERS: Final = (Kind.SOURCE, Kind.SINK, Kind.REPARTITION, Kind.STORE)
"""What no record leaves with a key that an operator gave it."""


def draw_plan(plan: LogicalPlan, title: str) -> Picture:
    """Draw every operator below the root, and dotted ties to the stores that were added by hand."""
    marks = Marks(plan.unsure)
    nodes = [node for node in plan.in_order() if node.id != ROOT]
    boxes = tuple(_box(node, plan, marks) for node in nodes)
    flows = [
        Tie(key_of(node.id), key_of(child)) for node in nodes for child in plan.children[node.id] if child in plan.nodes
    ]
    return Picture(title, _count(nodes), boxes, (*flows, *_uses(nodes)), notes=shape_notes(plan.unsure))


def key_of(node: NodeId) -> str:
    """Give the key of a plan node's box."""
    return f"p{node}"


def shape_notes(unsure: Mapping[str, str]) -> tuple[str, ...]:
    """Say when the text leaves open which operators there are."""
    return (f"Not certain: {visible(unsure[SHAPE])}",) if SHAPE in unsure else ()


def _box(node: GraphNode, plan: LogicalPlan, marks: Marks) -> Box:
    kind = plan_kind(node)
    return Box(
        key=key_of(node.id),
        kind=kind,
        title=plan_title(node, plan, marks),
        number=plan_number(node, marks),
        facts=plan_facts(node, plan, marks),
        tooltip=_tooltip(node, marks),
        data_node=node.id,
        changes_key=kind not in _OTHERS and changes_key(node),
        is_unsure=marks.any_unsure(*_names(node)),
    )


def _names(node: GraphNode) -> tuple[str | None, ...]:
    """List the names that a box of this node shows."""
    match node:
        case StreamSource():
            return (node.name, node.pattern, *node.topics)
        case TableSource():
            return (node.name, node.processor_name, node.topic)
        case StreamSink():
            return (node.name, node.topic)
        case Repartition() | GroupedTableRepartition():
            return (node.name, node.topic)
        case StateStoreAdded():
            return (node.store.name,)
        case GlobalStoreAdded():
            return (node.store.name, node.topic, node.source_name, node.processor_name)
        case _:
            return (node.name, own_store_of(node))


def _tooltip(node: GraphNode, marks: Marks) -> str:
    parts = [marks.name(node.name or getattr(node, "processor_name", ""))]
    match node:
        case StreamSource():
            parts += [f"topic: {marks.name(topic)}" for topic in node.topics]
        case TableSource() if node.is_materialized or node.is_global:
            parts.append(f"store: {marks.name(node.store.name)}")
        case GlobalStoreAdded():
            parts += [marks.name(node.source_name), marks.name(node.processor_name)]
        case StreamSink() if node.topic is None:
            parts.append(visible(node.extractor))
        case _:
            own = own_store_of(node)
            parts += [f"store: {marks.name(own)}"] if own is not None else []
    return "\n".join(parts)


def _uses(nodes: list[GraphNode]) -> list[Tie]:
    stores = {node.store.name: node.id for node in nodes if isinstance(node, StateStoreAdded)}
    return [
        Tie(key_of(node.id), key_of(stores[name]), uses=True)
        for node in nodes
        if isinstance(node, StatefulProcessor | TableProcessor | StreamTableJoin)
        for name in _names_of_stores(node)
        if name in stores
    ]


def _names_of_stores(node: StatefulProcessor | TableProcessor | StreamTableJoin) -> tuple[str, ...]:
    buffer = node.buffer if isinstance(node, StreamTableJoin) else None
    return node.store_names if buffer is None else (*node.store_names, buffer.name)


def _count(nodes: list[GraphNode]) -> str:
    topics = sum(plan_kind(node) is Kind.REPARTITION for node in nodes)
    operators = sum(_is_operator(node) for node in nodes)
    return f"{counted(operators, 'operator')}, {counted(topics, 'repartition topic')}."


def _is_operator(node: GraphNode) -> bool:
    """Tell whether a node counts as an operator; of a foreign-key join only its result does."""
    if node.part is not None:
        return node.part is ForeignKeyPart.RESULT
    return not isinstance(node, Repartition | GroupedTableRepartition | StateStoreAdded)
