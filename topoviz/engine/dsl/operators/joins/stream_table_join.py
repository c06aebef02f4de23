"""Join a stream with a table: look up each record's key in the table's store.

Kafka: KStreamImpl#doStreamTableJoin. With a grace period records wait in a buffer, so that they meet the value that the
table had at their time (KIP-923).
"""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.dsl.objects import OptionsValue, StreamValue, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.joins.join_repartition import repartition_for_join
from topoviz.engine.dsl.operators.store_settings import OWN_STORE
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.logical.implicit_names import store_without_name
from topoviz.engine.logical.nodes import NOT_VERSIONED, StateStoreAdded, Store, StoreKind, StreamTableJoin
from topoviz.engine.logical.plan import ROOT
from topoviz.engine.refusal import Why

_PREFIXES = {"join": "KSTREAM-JOIN-", "leftJoin": "KSTREAM-LEFTJOIN-"}


def join_table(call: OperatorCall, stream: StreamValue, table: TableValue) -> StreamValue:
    """Add the join, behind a repartition topic if the stream's key changed."""
    plan = stream.plan
    joined = take_options(call, plan, 2, "Joined").get("Joined") or OptionsValue("Joined")
    if stream.repartition_required:
        prefix = plan.use(joined.name) if joined.name is not None else stream.name
        stream = repartition_for_join(
            call, stream, prefix, joined.key_serde, joined.value_serde, is_named=joined.name is not None
        )
    sources = stream.sources | table.sources
    plan.copartition(sources.names())
    names_itself = call.behaviours.has("joins_name_their_processor")
    name = plan.name(joined.name if names_itself else None, _PREFIXES[call.method], call.origin)
    buffer = _add_buffer(call, table, name, joined) if joined.has_grace else None
    if buffer is not None and joined.name is None:
        plan.draft.implicit_names.append(store_without_name(buffer.name, is_logged=True))
    node = plan.add(
        StreamTableJoin, name, stream.node, operator=call.method, origin=call.origin,
        store_names=table.stores_for_lookup(call.origin), buffer=buffer, grace=joined.grace,
        accepts_null_keys=call.method == "leftJoin",
    )  # fmt: skip
    return StreamValue(plan, name, node.id, sources, key_serde=joined.key_serde or stream.key_serde)


def _add_buffer(call: OperatorCall, table: TableValue, name: str, joined: OptionsValue) -> Store:
    """Make the store in which records wait; a table that keeps no old values is refused."""
    plan = table.plan
    if table.is_versioned is False:
        call.refuse(Why.GRACE_WITHOUT_VERSIONS, "IllegalArgumentException", NOT_VERSIONED)
    buffer = plan.use(UserText(f"{name}-Buffer", plan.draft.unsure.get(name)))
    settings = replace(OWN_STORE, grace=joined.grace)
    store = Store(buffer, StoreKind.OTHER, identity=plan.draft.next_priority, settings=settings)
    if not call.behaviours.has("stores_come_with_processors"):
        plan.add(StateStoreAdded, buffer, ROOT, operator=call.method, origin=call.origin, store=store)
    return store
