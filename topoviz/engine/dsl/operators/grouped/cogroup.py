"""KGroupedStream#cogroup, CogroupedKStream#cogroup and #aggregate: several streams into one table (KIP-150).

Kafka: CogroupedKStreamImpl, CogroupedStreamAggregateBuilder. The first aggregation owns the store and the others
connect to it; a node behind them, which is no merge to the optimizer, passes on what they give.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import (
    CogroupedStreamValue,
    GroupedStreamValue,
    TableOrigin,
    TableValue,
    WindowKind,
)
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.grouped.aggregation import STORE_KINDS, windowed_serde
from topoviz.engine.dsl.operators.grouped.window_retention import check_retention
from topoviz.engine.dsl.operators.materialized import is_versioned, own_store_name, store_of
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.store_settings import settings_of_windowed, with_serdes
from topoviz.engine.dsl.operators.unknown_stream import report_stand_in, stand_in_stream
from topoviz.engine.dsl.plan_builder import PlanBuilder, UserText
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.dsl.values import Unknown
from topoviz.engine.logical.nodes import NodeId, Processor, Repartition, StatefulProcessor, Store

_PREFIX = "COGROUPKSTREAM-AGGREGATE-"


def apply_cogroup(call: OperatorCall, grouped: GroupedStreamValue) -> CogroupedStreamValue:
    """Begin with one grouped stream; it adds nothing yet."""
    call.refuse_null(0, "aggregator can't be null")
    return CogroupedStreamValue(grouped.plan, grouped.name, [grouped])


def apply_cogroup_more(call: OperatorCall, cogrouped: CogroupedStreamValue) -> CogroupedStreamValue:
    """Add another grouped stream to the same object; one that is there keeps its place."""
    call.refuse_null(0, "groupedStream can't be null")
    call.refuse_null(1, "aggregator can't be null")
    other = call.argument(0)
    if not isinstance(other, GroupedStreamValue) or other.plan is not cogrouped.plan:
        other = _stand_in(call, cogrouped.plan)
    if not any(other is group for group in cogrouped.groups):
        cogrouped.groups.append(other)
    return cogrouped


def apply_aggregate(call: OperatorCall, cogrouped: CogroupedStreamValue) -> TableValue:
    """Add an aggregation for each group, behind repartition topics where a key changed, and the node behind them."""
    plan, windows = cogrouped.plan, cogrouped.windows
    kind = None if windows is None else windows.kind
    options = take_options(call, plan, 2 if kind is WindowKind.SESSION else 1, "Named", "Materialized")
    materialized = options.materialized()
    name = own_store_name(plan, materialized, _PREFIX)
    if windows is not None:
        check_retention(call, windows, materialized, name, cogrouped.name)
    told = settings_of_windowed(call, cogrouped, windows, materialized)
    told = with_serdes(materialized.key_serde, materialized.value_serde, told)
    store = store_of(plan, materialized, name, told, STORE_KINDS[kind])
    for group in cogrouped.groups:
        cogrouped.parents[id(group)] = _parent(
            call, cogrouped, group, name, is_named=materialized.store_name is not None
        )
    plan.copartition(source for group in cogrouped.groups for source in group.sources.names())
    nodes = [
        _aggregation(call, cogrouped, group, options.name(), number, store)
        for number, group in enumerate(cogrouped.groups)
    ]
    merged = plan.suffixed(options.name(), "-cogroup-merge", "COGROUPKSTREAM-MERGE-", call.origin)
    node = plan.add(Processor, merged, *nodes, operator="aggregate", origin=call.origin)
    return TableValue(
        plan, merged, node.id, SourceNames(merged), TableOrigin.COGROUP, store=name,
        is_versioned=is_versioned(materialized),
        queryable_name=name if materialized.store_name is not None else None,
        key_serde=windowed_serde(materialized.key_serde, kind), value_serde=materialized.value_serde,
    )  # fmt: skip


def _parent(
    call: OperatorCall, cogrouped: CogroupedStreamValue, group: GroupedStreamValue, store: str, *, is_named: bool
) -> NodeId:
    """Give the node that a group's aggregation hangs under.

    Three numbers are taken for each repartition, also when a second aggregate() uses the node of the first.
    """
    if not group.repartition_required:
        return group.node
    plan = cogrouped.plan
    prefix = store if group.user_name is None else plan.use(group.user_name)
    names = plan.repartition_names(prefix, is_named=is_named or group.user_name is not None)
    known = cogrouped.parents.get(id(group))
    if known is not None:
        return known
    return plan.add(
        Repartition, names.source, group.node, operator="repartition", origin=call.origin, topic=names.topic,
        sink_name=names.sink, filter_name=names.filter, key_serde=group.key_serde, value_serde=group.value_serde,
    ).id  # fmt: skip


def _aggregation(
    call: OperatorCall,
    cogrouped: CogroupedStreamValue,
    group: GroupedStreamValue,
    user_name: UserText | None,
    number: int,
    store: Store,
) -> NodeId:
    plan = cogrouped.plan
    name = plan.suffixed(user_name, f"-cogroup-agg-{number}", _PREFIX, call.origin)
    return plan.add(
        StatefulProcessor, name, cogrouped.parents[id(group)], operator="aggregate", origin=call.origin,
        own_store=store if number == 0 else None, store_names=() if number == 0 else (store.name,),
        is_windowed=cogrouped.windows is not None,
    ).id  # fmt: skip


def _stand_in(call: OperatorCall, plan: PlanBuilder) -> GroupedStreamValue:
    """Let a source stand in for a grouped stream that the text does not make."""
    other = call.argument(0)
    key = other.key if isinstance(other, Unknown) else "cogroup#0"
    reason = f"cogroup() takes a grouped stream, {key}, which the text does not make for this builder."
    report_stand_in(call, reason)
    stream = stand_in_stream(plan, key, reason, call.origin)
    return GroupedStreamValue(plan, stream.name, stream.node, stream.sources, repartition_required=False)


OPERATORS = (
    Operator("KGroupedStream", "cogroup", apply_cogroup),
    Operator("CogroupedKStream", "cogroup", apply_cogroup_more),
    Operator("CogroupedKStream", "aggregate", apply_aggregate),
)
