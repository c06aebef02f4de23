"""StreamsBuilder#table and #globalTable: read a topic as a table.

Kafka: InternalStreamsBuilder#table, #globalTable. A table gets a store only when somebody needs one (KAFKA-6036).
"""

from __future__ import annotations

from topoviz.engine.dsl.library.options import refuse_clearing
from topoviz.engine.dsl.objects import BuilderValue, GlobalTableValue, OptionsValue, TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options, user_text
from topoviz.engine.dsl.operators.materialized import is_versioned, own_store_name, store_of
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.store_settings import with_serdes
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.logical.nodes import Store, StoreKind, TableSource
from topoviz.engine.logical.plan import ROOT
from topoviz.engine.refusal import Refused, Why, topology_exception


def apply_table(call: OperatorCall, builder: BuilderValue) -> TableValue:
    """Add a table source: a source node, a processor, and a store that waits to be needed."""
    plan = builder.plan
    options = take_options(call, plan, 1, "Consumed", "Materialized")
    materialized = options.materialized()
    # StreamsBuilder#table makes a Consumed of the serdes of a Materialized that it is given alone.
    consumed = options.get("Consumed") or OptionsValue(
        "Consumed", key_serde=materialized.key_serde, value_serde=materialized.value_serde
    )
    topic = plan.use(user_text(call.argument(0), "topic"))
    store = own_store_name(plan, materialized, f"{topic}-")
    if call.behaviours.has("table_name_is_its_processor"):
        source_name = plan.suffixed(consumed.name, "-source", "KSTREAM-SOURCE-", call.origin)
        name = plan.name(consumed.name, "KTABLE-SOURCE-", call.origin)
    else:
        source_name = plan.name(consumed.name, "KSTREAM-SOURCE-", call.origin)
        name = plan.suffixed(consumed.name, "-table-source", "KTABLE-SOURCE-", call.origin)
    is_queryable = materialized.store_name is not None
    told = with_serdes(consumed.key_serde, consumed.value_serde)
    node = plan.add(
        TableSource, name, ROOT, operator="table", origin=call.origin, topic=topic, source_name=source_name,
        processor_name=name,
        store=store_of(plan, materialized, store, told), is_materialized=is_queryable, reset=consumed.reset,
        log_config_refusal=_log_config_refusal(call, materialized),
    )  # fmt: skip
    return TableValue(
        plan, name, node.id, SourceNames(source_name), TableOrigin.SOURCE, store=store,
        is_versioned=is_versioned(materialized), queryable_name=store if is_queryable else None,
        key_serde=consumed.key_serde, value_serde=consumed.value_serde,
    )  # fmt: skip


def _log_config_refusal(call: OperatorCall, materialized: OptionsValue) -> str | None:
    """Give what Java says when reusing the topic clears the map that the user gave, and not the store builder's copy.

    Kafka: TableSourceNode#writeToTopology; since KIP-954 it asks MaterializedStoreFactory.
    """
    refusal, behaviours = materialized.log_config_refusal, call.behaviours
    is_cleared = refusal is not None and (
        behaviours.has("names_store_in_retention_refusal") or not behaviours.has("copies_log_configs")
    )
    return refusal if is_cleared else None


def apply_global_table(call: OperatorCall, builder: BuilderValue) -> GlobalTableValue:
    """Add a global table, which always has a store and belongs to no sub-topology.

    Since KIP-1112 its store comes with its processor, which brings none when a Materialized has no name: Kafka Streams
    refuses that when it builds the topology.
    """
    plan = builder.plan
    options = take_options(call, plan, 1, "Consumed", "Materialized")
    consumed = options.get("Consumed") or OptionsValue("Consumed")
    materialized = options.get("Materialized") or OptionsValue("Materialized", is_logged=False)
    if len(call.arguments) > 2 and call.behaviours.has("unlogs_materialized_of_global_tables"):
        materialized.is_logged = False
    topic = plan.use(user_text(call.argument(0), "topic"))
    store = own_store_name(plan, materialized, f"{topic}-")
    has_name = options.get("Materialized") is None or materialized.store_name is not None
    brings_store = has_name or not call.behaviours.has("stores_come_with_processors")
    if is_versioned(materialized):
        raise Refused(topology_exception(Why.VERSIONED_GLOBAL_TABLE, "GlobalTables cannot be versioned."), call.origin)
    refuse_clearing(call, materialized.log_config_refusal)
    if call.behaviours.has("names_operators"):
        source_name = plan.suffixed(consumed.name, "-source", "KSTREAM-SOURCE-", call.origin)
        name = plan.name(consumed.name, "KTABLE-SOURCE-", call.origin)
    else:
        source_name = plan.new_name("KTABLE-SOURCE-")
        name = plan.new_name("KTABLE-SOURCE-")
    plan.add(
        TableSource, "null", ROOT, operator="globalTable", origin=call.origin, topic=topic, source_name=source_name,
        processor_name=name,
        store=Store(store, StoreKind.KEY_VALUE, is_logged=False, identity=plan.draft.next_priority),
        is_materialized=brings_store, is_global=True, reset=consumed.reset,
    )  # fmt: skip
    queryable = materialized.store_name
    if options.get("Materialized") is None and call.behaviours.has("names_every_global_table"):
        queryable = UserText(store, plan.draft.unsure.get(store))
    return GlobalTableValue(store, queryable)


OPERATORS = (
    Operator("StreamsBuilder", "table", apply_table),
    Operator("StreamsBuilder", "globalTable", apply_global_table),
)
