"""KTable#filter, #filterNot, #mapValues and #toStream.

Kafka: KTableImpl. A table made by filter or mapValues has a store only if the user named one; a Materialized without
a name takes a number for nothing.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue, StreamValue, TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.operator import Operator, refuse_missing
from topoviz.engine.dsl.values import BoundMethod, Closure, Unknown
from topoviz.engine.logical.nodes import Processor, Store, TableProcessor


def apply_filter(call: OperatorCall, table: TableValue) -> TableValue:
    """Add a filter; both serdes are inherited."""
    return _derive(call, table, "KTABLE-FILTER-", filters=True)


def apply_map_values(call: OperatorCall, table: TableValue) -> TableValue:
    """Add a mapping of values; the value's serde is lost."""
    return _derive(call, table, "KTABLE-MAPVALUES-", filters=False)


def apply_to_stream(call: OperatorCall, table: TableValue) -> StreamValue:
    """Turn updates into records; with a mapper, select a key as well."""
    plan = table.plan
    has_mapper = bool(call.arguments) and isinstance(call.arguments[0], Closure | BoundMethod | Unknown)
    named = take_options(call, plan, 1 if has_mapper else 0, "Named").name()
    if named is not None:
        refuse_missing(call, "KTable#toStream with Named", since="2.4.0")
    name = plan.name(named, "KTABLE-TOSTREAM-", call.origin)
    node = plan.add(Processor, name, table.node, operator="toStream", origin=call.origin)
    stream = StreamValue(plan, name, node.id, table.sources, key_serde=table.key_serde, value_serde=table.value_serde)
    return _select_key(call, stream) if has_mapper else stream


def _select_key(call: OperatorCall, stream: StreamValue) -> StreamValue:
    name = stream.plan.new_name("KSTREAM-KEY-SELECT-")
    node = stream.plan.add(Processor, name, stream.node, operator="selectKey", origin=call.origin, changes_key=True)
    return StreamValue(
        stream.plan, name, node.id, stream.sources, repartition_required=True, value_serde=stream.value_serde
    )


def _derive(call: OperatorCall, table: TableValue, prefix: str, *, filters: bool) -> TableValue:
    plan = table.plan
    options = take_options(call, plan, 1, "Named", "Materialized")
    if options.get("Named") is not None:
        refuse_missing(call, f"KTable#{call.method} with Named", since="2.4.0")
    materialized = options.get("Materialized")
    if materialized is not None and materialized.store_name is None:
        plan.new_store_name(prefix)
    name = plan.name(options.name(), prefix, call.origin)
    own = None
    if materialized is not None and materialized.store_name is not None:
        store_name = plan.use(materialized.store_name)
        own = Store(store_name, is_logged=materialized.is_logged, identity=plan.draft.next_priority)
    node = plan.add(
        TableProcessor, name, table.node, operator=call.method, origin=call.origin, own_store=own, filters=filters
    )
    given = materialized or OptionsValue("Materialized")
    return TableValue(
        plan, name, node.id, table.sources, TableOrigin.DERIVED,
        store=own.name if own else None, parent=table, queryable_name=own.name if own else None,
        key_serde=given.key_serde or table.key_serde,
        value_serde=given.value_serde or (table.value_serde if filters else None),
    )  # fmt: skip


OPERATORS = (
    Operator("KTable", "filter", apply_filter),
    Operator("KTable", "filterNot", apply_filter),
    Operator("KTable", "mapValues", apply_map_values),
    Operator("KTable", "toStream", apply_to_stream),
)
