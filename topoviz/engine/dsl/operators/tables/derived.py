"""KTable#filter, #filterNot and #mapValues: tables that look values up in their parent.

Kafka: KTableImpl#doFilter, #doMapValues. Such a table has a store only if the user named one; a Materialized without
a name takes a number for nothing. The store inherits no serde from the table above.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.materialized import is_versioned, named_store
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.store_settings import with_serdes
from topoviz.engine.dsl.operators.tables.table_name import table_name
from topoviz.engine.logical.nodes import TableProcessor


def apply_filter(call: OperatorCall, table: TableValue) -> TableValue:
    """Add a filter; both serdes are inherited."""
    if call.behaviours.has("reads_old_values_from_nearest_store"):
        table.send_old_values(call.origin, forces=False)
    return _derive(call, table, "KTABLE-FILTER-", filters=True)


def apply_map_values(call: OperatorCall, table: TableValue) -> TableValue:
    """Add a mapping of values; the value's serde is lost."""
    return _derive(call, table, "KTABLE-MAPVALUES-", filters=False)


def _derive(call: OperatorCall, table: TableValue, prefix: str, *, filters: bool) -> TableValue:
    plan = table.plan
    options = take_options(call, plan, 1, "Named", "Materialized")
    materialized = options.get("Materialized")
    if materialized is not None and materialized.store_name is None:
        plan.new_store_name(prefix)
    name = plan.name(table_name(call, options), prefix, call.origin)
    given = options.materialized()
    key_serde = given.key_serde or table.key_serde
    value_serde = given.value_serde or (table.value_serde if filters else None)
    own = named_store(plan, materialized, with_serdes(given.key_serde, given.value_serde))
    node = plan.add(
        TableProcessor, name, table.node, operator=call.method, origin=call.origin, own_store=own, filters=filters
    )
    return TableValue(
        plan, name, node.id, table.sources, TableOrigin.DERIVED,
        store=own.name if own else None, parents=(table,), is_versioned=is_versioned(given) if materialized else None,
        queryable_name=own.name if own else None,
        key_serde=key_serde, value_serde=value_serde,
    )  # fmt: skip


OPERATORS = (
    Operator("KTable", "filter", apply_filter),
    Operator("KTable", "filterNot", apply_filter),
    Operator("KTable", "mapValues", apply_map_values),
)
