"""Turn a logical plan into runtime nodes, in the order and with the checks of Kafka Streams.

Kafka: InternalStreamsBuilder#buildAndOptimizeTopology and writeToTopology of each graph node. A plan node is written
when all nodes above it are; among those that could be, the one with the lowest priority goes first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from topoviz.engine.logical import nodes as logical
from topoviz.engine.logical.implicit_names import words_about
from topoviz.engine.logical.nodes import GraphNode, NodeId
from topoviz.engine.logical.plan import ROOT, LogicalPlan
from topoviz.engine.refusal import Refusal, Refused, Why, topology_exception
from topoviz.engine.topology.draft import TopologyDraft
from topoviz.engine.topology.validate_copartition import validate_copartition


def write_plan(plan: LogicalPlan, draft: TopologyDraft) -> None:
    """Write every node of the plan into the draft; raises Refused with the words of Kafka Streams."""
    draft.copartition_groups.extend(plan.copartition_groups)
    draft.repartition_topics.update(dict.fromkeys(plan.internal_topics))
    _refuse_versioned_suppress(plan)
    for node in in_write_order(plan):
        parents = tuple(plan.nodes[parent].name for parent in plan.parents[node.id])
        WRITERS[type(node)](node, parents, draft)
    if draft.copartition_groups and draft.behaviours.has("validates_copartition_at_build"):
        validate_copartition(draft)
    if plan.refuses_implicit_names and plan.implicit_names:
        raise Refused(topology_exception(Why.NAMES_DEMANDED, words_about(plan.implicit_names)))


def _refuse_versioned_suppress(plan: LogicalPlan) -> None:
    """Refuse suppress() below versioned tables (InternalStreamsBuilder#enableVersionedSemantics)."""
    for node in plan.nodes.values():
        if isinstance(node, logical.TableSuppress) and node.inherits_versions:
            words = f"{logical.NOT_FOR_VERSIONED} (note that version semantics might be inherited from upstream)"
            raise Refused(topology_exception(Why.VERSIONED_SUPPRESSED, words), node.origin)


def in_write_order(plan: LogicalPlan) -> list[GraphNode]:
    """List the nodes below the root in the order in which Kafka Streams writes them.

    Kafka Streams offers a node to its queue once for every path that leads there. Here it is offered once for every
    node above that has been written, which gives the same order without walking the paths.
    """
    order: list[GraphNode] = []
    written: set[NodeId] = set()
    waiting: dict[NodeId, int] = {node: len(above) for node, above in plan.parents.items()}
    queue: list[tuple[int, int, NodeId]] = [(plan.priorities[ROOT], 0, ROOT)]
    offered = 0
    while queue:
        _, _, current = heapq.heappop(queue)
        if current in written:
            continue
        written.add(current)
        if current != ROOT:
            order.append(plan.nodes[current])
        for child in plan.children[current]:
            waiting[child] -= 1
            if waiting[child] == 0:
                offered += 1
                heapq.heappush(queue, (plan.priorities[child], offered, child))
    return order


Writer = Callable[..., None]

_KEEP_KEYS: Final = frozenset({"filter", "filterNot", "mapValues", "flatMapValues", "peek", "toStream"})
"""Those whose nodes are made of a FixedKeyProcessorSupplier; a store can be connected to them after the build."""


def _write_stream_source(node: logical.StreamSource, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    draft.add_source(
        node.name, node.topics, pattern=node.pattern, reset=node.reset, plan_node=node.id, origin=node.origin
    )


def _write_table_source(node: logical.TableSource, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    if node.is_global:
        store = replace(node.store, is_logged=False)
        draft.add_global_store(
            store, node.source_name, node.topic, node.processor_name,
            brings_store=node.is_materialized, plan_node=node.id, origin=node.origin,
        )  # fmt: skip
        return
    draft.add_source(node.source_name, (node.topic,), plan_node=node.id, origin=node.origin)
    draft.add_processor(node.name, (node.source_name,), plan_node=node.id, origin=node.origin)
    if not node.is_materialized:
        return
    if node.reuses_source_topic and node.log_config_refusal is not None:
        words = node.log_config_refusal
        raise Refused(Refusal(Why.FIXED_LOG_SETTINGS, "UnsupportedOperationException", words), node.origin)
    store = replace(node.store, is_logged=False) if node.reuses_source_topic else node.store
    draft.add_store(store, (node.name,), origin=node.origin)
    if node.reuses_source_topic:
        draft.reuse_topic(node.store.name, node.topic, origin=node.origin)


def _write_state_store(node: logical.StateStoreAdded, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    draft.add_store(node.store, origin=node.origin)


def _write_global_store(node: logical.GlobalStoreAdded, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    draft.add_global_store(
        replace(node.store, is_logged=False), node.source_name, node.topic, node.processor_name, plan_node=node.id,
        origin=node.origin,
    )  # fmt: skip


def _write_processor(node: GraphNode, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    is_forgetful = node.operator in _KEEP_KEYS
    draft.add_processor(node.name, parents, is_forgetful=is_forgetful, plan_node=node.id, origin=node.origin)


def _write_windowed_processor(
    node: logical.WindowedStreamProcessor, parents: tuple[str, ...], draft: TopologyDraft
) -> None:
    draft.add_processor(node.name, parents, plan_node=node.id, origin=node.origin)
    if draft.behaviours.has("stores_come_with_processors"):
        draft.add_store(node.store, (node.name,), origin=node.origin)


def _write_stateful_processor(
    node: logical.StatefulProcessor | logical.TableProcessor, parents: tuple[str, ...], draft: TopologyDraft
) -> None:
    if node.name == logical.NO_NAME:
        raise Refused(Refusal(Why.NULL_ARGUMENT, "NullPointerException", "name must not be null"), node.origin)
    is_forgetful = node.operator == "processValues"
    draft.add_processor(node.name, parents, is_forgetful=is_forgetful, plan_node=node.id, origin=node.origin)
    own = () if node.own_store is None else (node.own_store,)
    brought = node.supplier_stores if isinstance(node, logical.StatefulProcessor) else ()
    # Since 4.0 a table's own store comes with its processor too (KIP-1112), before those it is connected with.
    own_comes_first = bool(own) and draft.behaviours.has("stores_come_with_processors")
    brought_comes_first = bool(brought) and draft.behaviours.has("adds_supplier_stores_first")
    for store in (*(brought if brought_comes_first else ()), *(own if own_comes_first else ())):
        draft.add_store(store, (node.name,), origin=node.origin)
    if node.store_names:
        draft.connect(node.name, node.store_names, origin=node.origin)
    for store in (*(() if own_comes_first else own), *(() if brought_comes_first else brought)):
        draft.add_store(store, (node.name,), origin=node.origin)


def _write_sink(node: logical.StreamSink, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    draft.add_sink(
        node.name, node.topic, parents, extractor=node.extractor, plan_node=node.id, origin=node.origin,
        is_listed=not node.partitions_by_window or draft.behaviours.has("lists_windowed_sinks"),
    )  # fmt: skip


def _write_repartition(node: logical.Repartition, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    draft.repartition_topics[node.topic] = node.partitions
    draft.add_processor(node.filter_name, parents, is_forgetful=True, plan_node=node.id, origin=node.origin)
    draft.add_sink(node.sink_name, node.topic, (node.filter_name,), plan_node=node.id, origin=node.origin)
    why = Why.DUPLICATE_REPARTITION_TOPIC
    draft.add_source(node.name, (node.topic,), plan_node=node.id, origin=node.origin, if_known=why)


def _write_grouped_table_repartition(
    node: logical.GroupedTableRepartition, parents: tuple[str, ...], draft: TopologyDraft
) -> None:
    draft.repartition_topics[node.topic] = None
    draft.add_sink(node.sink_name, node.topic, parents, plan_node=node.id, origin=node.origin)
    why = Why.DUPLICATE_REPARTITION_TOPIC
    draft.add_source(node.name, (node.topic,), plan_node=node.id, origin=node.origin, if_known=why)


def _write_table_table_join(node: logical.TableTableJoin, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    def add(name: str, *predecessors: str, if_missing: Why = Why.MISSING_PARENT) -> None:
        draft.add_processor(name, predecessors, plan_node=node.id, origin=node.origin, if_missing=if_missing)

    add(node.this_name, node.left_name)
    add(node.other_name, node.right_name, if_missing=Why.RIGHT_TABLE_COMES_LATER)
    add(node.name, node.this_name, node.other_name)
    draft.connect(node.this_name, node.right_stores, origin=node.origin)
    draft.connect(node.other_name, node.left_stores, origin=node.origin)
    if node.own_store is not None:
        draft.add_store(node.own_store, (node.name,), origin=node.origin)


def _write_stream_stream_join(node: logical.StreamStreamJoin, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    def add(name: str, *predecessors: str) -> None:
        draft.add_processor(name, predecessors, plan_node=node.id, origin=node.origin)

    if draft.behaviours.has("stores_come_with_processors"):
        _write_join_with_its_stores(node, add, draft)
        return
    if node.is_self_join:
        add(node.name, node.this_windowed_name)
        draft.add_store(node.this_store, (node.this_windowed_name, node.name), origin=node.origin)
        return
    add(node.this_name, node.this_windowed_name)
    add(node.other_name, node.other_windowed_name)
    add(node.name, node.this_name, node.other_name)
    draft.add_store(node.this_store, (node.this_windowed_name, node.other_name), origin=node.origin)
    draft.add_store(node.other_store, (node.other_windowed_name, node.this_name), origin=node.origin)
    if node.outer_store is not None:
        draft.add_store(node.outer_store, (node.this_name, node.other_name), origin=node.origin)


def _write_join_with_its_stores(node: logical.StreamStreamJoin, add: Callable[..., None], draft: TopologyDraft) -> None:
    """Write a join as 4.0 and later do: each side brings the store that it reads, and that of unmatched records."""

    def add_stores(name: str, *stores: logical.Store | None) -> None:
        for store in stores:
            if store is not None:
                draft.add_store(store, (name,), origin=node.origin)

    if node.is_self_join:
        add(node.name, node.this_windowed_name)
        add_stores(node.name, node.this_store)
        return
    add(node.this_name, node.this_windowed_name)
    add_stores(node.this_name, node.other_store, node.outer_store)
    add(node.other_name, node.other_windowed_name)
    add_stores(node.other_name, node.this_store, node.outer_store)
    add(node.name, node.this_name, node.other_name)


def _write_stream_table_join(node: logical.StreamTableJoin, parents: tuple[str, ...], draft: TopologyDraft) -> None:
    draft.add_processor(node.name, parents, plan_node=node.id, origin=node.origin)
    if not node.store_names:
        return
    if node.buffer is not None and draft.behaviours.has("stores_come_with_processors"):
        draft.add_store(node.buffer, (node.name,), origin=node.origin)
    draft.connect(node.name, node.store_names, origin=node.origin)
    if node.buffer is not None:
        draft.connect(node.name, (node.buffer.name,), origin=node.origin)
        _check_history(node, draft)


def _check_history(node: logical.StreamTableJoin, draft: TopologyDraft) -> None:
    """Refuse a grace period longer than the table's store keeps old values, or a store that keeps none (KIP-923)."""
    for store in (draft.stores[name] for name in node.store_names):
        if store.kind is logical.StoreKind.OTHER and store.name in draft.unsure:
            continue
        if store.kind is not logical.StoreKind.VERSIONED:
            words = logical.NOT_VERSIONED
            raise Refused(Refusal(Why.GRACE_WITHOUT_VERSIONS, "IllegalArgumentException", words), node.origin)
        if node.grace is None or store.history_retention is None:
            draft.unsure[store.name] = "Whether it keeps old values as long as the grace period is not known."
        elif node.grace > store.history_retention:
            words = "History retention must be at least grace period."
            raise Refused(Refusal(Why.GRACE_PAST_HISTORY, "IllegalArgumentException", words), node.origin)


WRITERS: dict[type[GraphNode], Writer] = {
    logical.StreamSource: _write_stream_source,
    logical.TableSource: _write_table_source,
    logical.StateStoreAdded: _write_state_store,
    logical.GlobalStoreAdded: _write_global_store,
    logical.Processor: _write_processor,
    logical.WindowedStreamProcessor: _write_windowed_processor,
    logical.StatefulProcessor: _write_stateful_processor,
    logical.TableProcessor: _write_stateful_processor,
    logical.StreamToTable: _write_stateful_processor,
    logical.TableSuppress: _write_stateful_processor,
    logical.TableRepartitionMap: _write_processor,
    logical.GroupedTableRepartition: _write_grouped_table_repartition,
    logical.TableTableJoin: _write_table_table_join,
    logical.StreamSink: _write_sink,
    logical.Repartition: _write_repartition,
    logical.StreamStreamJoin: _write_stream_stream_join,
    logical.StreamTableJoin: _write_stream_table_join,
}
