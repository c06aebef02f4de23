"""Join two tables on their keys: each side looks the other's value up, and a third processor puts the results out.

Kafka: KTableImpl#doJoin. With a Materialized the result has a store even when nobody names it.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.materialized import is_versioned, own_store
from topoviz.engine.dsl.operators.store_settings import with_serdes
from topoviz.engine.dsl.operators.tables.table_name import table_name
from topoviz.engine.java_order.hash_sets import sized_order
from topoviz.engine.logical.nodes import NodeId, TableTableJoin


def join_on_key(call: OperatorCall, table: TableValue, other: TableValue) -> TableValue:
    """Add the join below both tables, and make them keep what it looks up."""
    plan = table.plan
    options = take_options(call, plan, 2, "Named", "Materialized")
    user_name = table_name(call, options)
    materialized = options.get("Materialized")
    given = options.materialized()
    told = with_serdes(given.key_serde or table.key_serde, given.value_serde)
    own = own_store(plan, materialized, "KTABLE-MERGE-", told) if materialized is not None else None
    name = plan.name(user_name, "KTABLE-MERGE-", call.origin)
    sources = table.sources | other.sources
    plan.copartition(sources.names())
    _keep_old_values(call, table, other)
    this_name = plan.suffixed(user_name, "-join-this", "KTABLE-JOINTHIS-", call.origin)
    other_name = plan.suffixed(user_name, "-join-other", "KTABLE-JOINOTHER-", call.origin)
    left_stores, right_stores = table.stores_for_lookup(call.origin), other.stores_for_lookup(call.origin)
    node = plan.add(
        TableTableJoin, name, *_parents(call, table, other), operator=call.method, origin=call.origin,
        this_name=this_name, other_name=other_name, left_name=table.name, right_name=other.name,
        left_stores=left_stores, right_stores=right_stores, own_store=own,
    )  # fmt: skip
    return TableValue(
        plan, name, node.id, sources, TableOrigin.JOIN,
        store=own.name if own else None, parents=(table, other), is_versioned=is_versioned(given),
        joined_stores=_looked_into(left_stores, right_stores), queryable_name=own.name if own else None,
        key_serde=given.key_serde or table.key_serde, value_serde=given.value_serde,
    )  # fmt: skip


def _keep_old_values(call: OperatorCall, table: TableValue, other: TableValue) -> None:
    """A side whose records may stay without a partner must also tell what was there before."""
    if call.method in ("leftJoin", "outerJoin"):
        table.send_old_values(call.origin, forces=True)
    if call.method == "outerJoin":
        other.send_old_values(call.origin, forces=True)


def _parents(call: OperatorCall, table: TableValue, other: TableValue) -> tuple[NodeId, ...]:
    both = call.behaviours.has("joins_hang_under_both_tables")
    return (table.node, other.node) if both else (table.node,)


def _looked_into(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    """List the stores of both sides as the result's view does: a hash set of two hash sets.

    Kafka: KTableKTableAbstractJoinValueGetterSupplier#storeNames, KTableKTableJoinMerger#view.
    """
    one_side = sized_order((*left, *right), len(left) + len(right))
    return tuple(sized_order(one_side, 2 * len(one_side)))
