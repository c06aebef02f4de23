"""KGroupedTable#count, #reduce and #aggregate: always behind a repartition topic, always with a store.

Kafka: KGroupedTableImpl#doAggregate. Numbers are taken in this order: store, sink, source, processor; the store is
numbered alike for all three.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import GroupedTableValue, TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.materialized import is_versioned, own_store
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.serdes import LONG_SERDE
from topoviz.engine.dsl.operators.store_settings import with_serdes
from topoviz.engine.dsl.operators.tables.table_name import table_name
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.logical.nodes import GraphNode, GroupedTableRepartition, StatefulProcessor
from topoviz.engine.logical.repartition_names import REPARTITION_SUFFIX

_AGGREGATE = "KTABLE-AGGREGATE-"


def apply_count(call: OperatorCall, grouped: GroupedTableValue) -> TableValue:
    """Count the rows of each new key."""
    return _aggregate(call, grouped, 0, _AGGREGATE, LONG_SERDE)


def apply_reduce(call: OperatorCall, grouped: GroupedTableValue) -> TableValue:
    """Put rows of one type together, and take them out again."""
    return _aggregate(call, grouped, 2, "KTABLE-REDUCE-", grouped.value_serde)


def apply_aggregate(call: OperatorCall, grouped: GroupedTableValue) -> TableValue:
    """Aggregate rows into another type."""
    return _aggregate(call, grouped, 3, _AGGREGATE, None)


def _aggregate(
    call: OperatorCall, grouped: GroupedTableValue, after: int, prefix: str, value_serde: str | None
) -> TableValue:
    """Add the repartition and the aggregation; `after` is the number of functions before the options."""
    plan = grouped.plan
    options = take_options(call, plan, after, "Named", "Materialized")
    user_name = table_name(call, options, "KGroupedTable")
    materialized = options.materialized()
    key_serde, value_serde = materialized.key_serde or grouped.key_serde, materialized.value_serde or value_serde
    store = own_store(plan, materialized, _AGGREGATE, with_serdes(key_serde, value_serde))
    sink = plan.suffixed(user_name, "-sink", "KSTREAM-SINK-", call.origin)
    source = plan.suffixed(user_name, "-source", "KSTREAM-SOURCE-", call.origin)
    name = plan.name(user_name, prefix, call.origin)
    repartition = _repartition(call, grouped, sink, source, store.name)
    plan.hang(repartition, grouped.node)
    node = plan.add(StatefulProcessor, name, repartition.id, operator=call.method, origin=call.origin, own_store=store)
    return TableValue(
        plan, name, node.id, SourceNames(source), TableOrigin.AGGREGATE, store=store.name,
        is_versioned=is_versioned(materialized),
        queryable_name=store.name if materialized.store_name is not None else None,
        key_serde=key_serde, value_serde=value_serde,
    )  # fmt: skip


def _repartition(call: OperatorCall, grouped: GroupedTableValue, sink: str, source: str, store: str) -> GraphNode:
    """Make the way through the topic; under a user's name it is made once and used again (KAFKA-7758)."""
    plan = grouped.plan
    if grouped.repartition is not None and grouped.user_name is not None:
        return plan.draft.nodes[grouped.repartition]
    base = plan.use(grouped.user_name) if grouped.user_name is not None else store
    topic = plan.use(UserText(base + REPARTITION_SUFFIX, plan.draft.unsure.get(base)))
    node = plan.make(
        GroupedTableRepartition, source, operator="repartition", origin=call.origin, topic=topic, sink_name=sink
    )
    grouped.repartition = node.id
    return node


OPERATORS = tuple(
    Operator("KGroupedTable", method, apply)
    for method, apply in (("count", apply_count), ("reduce", apply_reduce), ("aggregate", apply_aggregate))
)
