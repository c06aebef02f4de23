"""KStream#toTable: take each record for the new value of its key (KIP-523).

Kafka: KStreamImpl#toTable. A repartition topic, should one be needed, is named after the operator; the store waits to
be needed unless the user named it.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue, TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.materialized import is_versioned, own_store
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.store_settings import with_serdes
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.logical.nodes import NodeId, Repartition, StreamToTable
from topoviz.engine.logical.repartition_names import RepartitionNames

_PREFIX = "KSTREAM-TOTABLE-"


def apply(call: OperatorCall, stream: StreamValue) -> TableValue:
    """Add the operator, behind a repartition topic if the key changed."""
    plan = stream.plan
    options = take_options(call, plan, 0, "Named", "Materialized")
    materialized = options.materialized()
    name = plan.name(options.name(), _PREFIX, call.origin)
    key_serde = materialized.key_serde or stream.key_serde
    value_serde = materialized.value_serde or stream.value_serde
    store = own_store(plan, materialized, _PREFIX, with_serdes(materialized.key_serde, materialized.value_serde))
    parent, sources = stream.node, stream.sources
    if stream.repartition_required:
        names = plan.repartition_names(name, is_named=options.name() is not None)
        parent, sources = _repartition(call, stream, names, key_serde, value_serde)
    is_queryable = materialized.store_name is not None
    node = plan.add(
        StreamToTable, name, parent, operator="toTable", origin=call.origin,
        waiting_store=store, own_store=store if is_queryable else None,
    )  # fmt: skip
    return TableValue(
        plan, name, node.id, sources, TableOrigin.SOURCE, store=store.name,
        is_versioned=is_versioned(materialized),
        queryable_name=store.name if is_queryable else None, key_serde=key_serde, value_serde=value_serde,
    )  # fmt: skip


def _repartition(
    call: OperatorCall, stream: StreamValue, names: RepartitionNames, key_serde: str | None, value_serde: str | None
) -> tuple[NodeId, SourceNames]:
    node = stream.plan.add(
        Repartition, names.source, stream.node, operator="repartition", origin=call.origin, topic=names.topic,
        sink_name=names.sink, filter_name=names.filter, key_serde=key_serde, value_serde=value_serde,
    )  # fmt: skip
    return node.id, SourceNames(names.source)


OPERATORS = (Operator("KStream", "toTable", apply),)
