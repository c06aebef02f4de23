"""What count, reduce and aggregate have in common: a store, a processor and, if the key changed, a repartition.

Kafka: GroupedStreamAggregateBuilder. Numbers are taken in this order: store, processor, then the repartition's three.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import (
    GroupedStreamValue,
    TableOrigin,
    TableValue,
    WindowedStreamValue,
    WindowKind,
)
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.grouped.window_retention import check_retention
from topoviz.engine.dsl.operators.materialized import is_versioned, own_store_name, store_of
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.operators.serdes import session_windowed_serde, time_windowed_serde
from topoviz.engine.dsl.operators.store_settings import settings_of_windowed, with_serdes
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.logical.nodes import NodeId, Repartition, StatefulProcessor, StoreKind

STORE_KINDS = {
    None: StoreKind.KEY_VALUE,
    WindowKind.TIME: StoreKind.WINDOW,
    WindowKind.SLIDING: StoreKind.WINDOW,
    WindowKind.SESSION: StoreKind.SESSION,
    WindowKind.JOIN: StoreKind.WINDOW,
}


def aggregate(
    call: OperatorCall,
    target: GroupedStreamValue | WindowedStreamValue,
    *,
    after: int,
    prefix: str,
    value_serde: str | None = None,
    burns_for_unnamed_store: bool = False,
) -> TableValue:
    """Add an aggregation to a grouped or windowed stream and give its table.

    `after` is the number of functions the call takes before its options; `value_serde` is what the value's serde is
    when the Materialized gives none. A count with a Materialized that names no store takes one number for nothing.
    """
    grouped = target.grouped if isinstance(target, WindowedStreamValue) else target
    windows = target.windows if isinstance(target, WindowedStreamValue) else None
    kind = None if windows is None else windows.kind
    plan = grouped.plan
    options = take_options(call, plan, after, "Named", "Materialized")
    if options.get("Named") is not None:
        refuse_missing(call, f"{call.method} with Named", since="2.4.0")
    given = options.get("Materialized")
    if burns_for_unnamed_store and given is not None and given.store_name is None:
        plan.new_store_name(prefix)
    materialized = options.materialized()
    store = own_store_name(plan, materialized, prefix)
    if windows is not None:
        check_retention(call, windows, materialized, store, grouped.name)
    key_serde, value_serde = materialized.key_serde or grouped.key_serde, materialized.value_serde or value_serde
    told = with_serdes(key_serde, value_serde, settings_of_windowed(call, target, windows, materialized))
    name = plan.name(options.name(), prefix, call.origin)
    parent, sources = grouped.node, grouped.sources
    if grouped.repartition_required:
        parent, source = _repartition(call, grouped, store, is_named=materialized.store_name is not None)
        sources = SourceNames(source)
    node = plan.add(
        StatefulProcessor, name, parent, operator=call.method, origin=call.origin,
        own_store=store_of(plan, materialized, store, told, STORE_KINDS[kind]), is_windowed=windows is not None,
    )  # fmt: skip
    return TableValue(
        plan, name, node.id, sources, TableOrigin.AGGREGATE, store=store,
        queryable_name=store if materialized.store_name is not None else None,
        is_versioned=is_versioned(materialized),
        key_serde=windowed_serde(key_serde, kind), value_serde=value_serde,
    )  # fmt: skip


def _repartition(call: OperatorCall, grouped: GroupedStreamValue, store: str, *, is_named: bool) -> tuple[NodeId, str]:
    """Hang a repartition under the grouped stream; a named one is made once and used again (KAFKA-7758)."""
    plan = grouped.plan
    prefix = store if grouped.user_name is None else plan.use(grouped.user_name)
    names = plan.repartition_names(prefix, is_named=is_named or grouped.user_name is not None)
    if grouped.repartition is None or grouped.user_name is None:
        node = plan.make(
            Repartition, names.source, operator="repartition", origin=call.origin, topic=names.topic,
            sink_name=names.sink, filter_name=names.filter,
            key_serde=grouped.key_serde, value_serde=grouped.value_serde,
        )  # fmt: skip
        grouped.repartition = node.id
    plan.hang(plan.draft.nodes[grouped.repartition], grouped.node)
    return grouped.repartition, names.source


def windowed_serde(key_serde: str | None, windows: WindowKind | None) -> str | None:
    """Give the serde of a windowed key."""
    if key_serde is None or windows is None:
        return key_serde
    return session_windowed_serde() if windows is WindowKind.SESSION else time_windowed_serde()
