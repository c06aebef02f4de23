"""Join two streams within a window.

Kafka: KStreamImpl#doJoin, KStreamImplJoin#join.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from topoviz.engine.dsl.objects import OptionsValue, StoreSupplierValue, StreamValue, WindowsValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.joins.join_repartition import repartition_for_join
from topoviz.engine.dsl.operators.joins.join_window_stores import check_suppliers
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.operators.store_settings import OWN_STORE, join_settings
from topoviz.engine.dsl.plan_builder import PlanBuilder, UserText
from topoviz.engine.logical.implicit_names import store_without_name
from topoviz.engine.logical.nodes import Store, StoreKind, StreamStreamJoin, WindowedStreamProcessor
from topoviz.engine.logical.store_settings import StoreFormat, StoreSettings


@dataclass(frozen=True, slots=True)
class _JoinKind:
    """Which sides keep records that found no partner."""

    left_outer: bool
    right_outer: bool

    @property
    def this(self) -> str:
        return "OUTERTHIS" if self.right_outer else "JOINTHIS"

    @property
    def other(self) -> str:
        return "OUTEROTHER" if self.left_outer else "JOINOTHER"

    @property
    def this_suffix(self) -> str:
        return "-outer-this-join" if self.right_outer else "-this-join"

    @property
    def other_suffix(self) -> str:
        return "-outer-other-join" if self.left_outer else "-other-join"


_KINDS = {"join": _JoinKind(False, False), "leftJoin": _JoinKind(True, False), "outerJoin": _JoinKind(True, True)}


def join_stream(call: OperatorCall, stream: StreamValue, other: StreamValue) -> StreamValue:
    """Add the two windowed sides and the join, behind repartition topics where a key changed."""
    plan, kind = stream.plan, _KINDS[call.method]
    joined = _options(call, plan)
    names_itself = call.behaviours.has("names_operators")
    if names_itself and joined.name is not None:
        plan.check(joined.name, call.origin)
    if stream.repartition_required:
        prefix = _own_name(plan, joined.name, "-left", stream.name)
        stream = repartition_for_join(
            call, stream, prefix, joined.key_serde, joined.value_serde, is_named=joined.name is not None
        )
    if other.repartition_required:
        prefix = _own_name(plan, joined.name, "-right", other.name)
        other = repartition_for_join(
            call, other, prefix, joined.key_serde, joined.other_value_serde, is_named=joined.name is not None
        )
    sources = stream.sources | other.sources
    plan.copartition(sources.names())

    user_name = joined.name if names_itself else None
    this_windowed = plan.suffixed(user_name, "-this-windowed", "KSTREAM-WINDOWED-", call.origin)
    other_windowed = plan.suffixed(user_name, "-other-windowed", "KSTREAM-WINDOWED-", call.origin)
    this_generated = plan.new_name(f"KSTREAM-{kind.this}-")
    other_generated = plan.new_name(f"KSTREAM-{kind.other}-")
    this_name = _own_name(plan, user_name, kind.this_suffix, this_generated)
    other_name = _own_name(plan, user_name, kind.other_suffix, other_generated)
    name = plan.suffixed(user_name, "-merge", "KSTREAM-MERGE-", call.origin)

    windows = _windows(call)
    told = join_settings(windows, joined, joined.this_supplier, joined.value_serde)
    this_store = _store(plan, joined, joined.this_supplier, kind.this_suffix, this_generated, told)
    told = join_settings(windows, joined, joined.other_supplier, joined.other_value_serde)
    other_store = _store(plan, joined, joined.other_supplier, kind.other_suffix, other_generated, told)
    check_suppliers(call, joined.this_supplier, joined.other_supplier)
    outer_store = _outer_store(call, plan, kind, joined, this_generated)
    if joined.store_name is None:
        stores = (store for store in (this_store, other_store, outer_store) if store is not None)
        plan.draft.implicit_names.extend(store_without_name(store.name, is_logged=store.is_logged) for store in stores)
    for windowed, store, side in ((this_windowed, this_store, stream), (other_windowed, other_store, other)):
        plan.add(
            WindowedStreamProcessor, windowed, side.node, operator=call.method, origin=call.origin, store=store
        )  # fmt: skip
    node = plan.add(
        StreamStreamJoin, name, stream.node, other.node, operator=call.method, origin=call.origin,
        this_name=this_name, other_name=other_name,
        this_windowed_name=this_windowed, other_windowed_name=other_windowed,
        this_store=this_store, other_store=other_store,
        outer_store=outer_store,
        accepts_null_keys=kind.left_outer or kind.right_outer,
    )  # fmt: skip
    return StreamValue(plan, name, node.id, sources, key_serde=joined.key_serde)


def _options(call: OperatorCall, plan: PlanBuilder) -> OptionsValue:
    """Find the StreamJoined or, before there was one, the Joined."""
    options = take_options(call, plan, 3, "StreamJoined", "Joined")
    if options.get("StreamJoined") is not None:
        refuse_missing(call, f"KStream#{call.method} with StreamJoined", since="2.4.0")
    if options.get("Joined") is not None:
        refuse_missing(call, f"KStream#{call.method} of two streams with Joined", until="3.0.0")
    return options.get("StreamJoined") or options.get("Joined") or OptionsValue("StreamJoined")


def _windows(call: OperatorCall) -> WindowsValue | None:
    return next((argument for argument in call.arguments if isinstance(argument, WindowsValue)), None)


def _own_name(plan: PlanBuilder, user_name: UserText | None, suffix: str, generated: str) -> str:
    return generated if user_name is None else plan.use(UserText(user_name.text + suffix, user_name.reason))


def _store(
    plan: PlanBuilder,
    joined: OptionsValue,
    supplier: StoreSupplierValue | None,
    suffix: str,
    generated: str,
    told: StoreSettings,
) -> Store:
    """Name a side's store: its supplier's name, else the user's base with a suffix, else the processor's number.

    Whether it is logged is for StreamJoined to say, except for a store that a supplier makes.
    """
    if supplier is not None:
        return Store(
            plan.use(supplier.name),
            StoreKind.WINDOW,
            identity=plan.draft.next_priority,
            is_in_memory=supplier.is_in_memory,
            settings=told,
        )
    base = joined.store_name
    if base is not None:
        name = plan.use(UserText(f"{base.text}{suffix}-store", base.reason))
    else:
        name = plan.use(UserText(f"{generated}-store", plan.draft.unsure.get(generated)))
    return Store(
        name,
        StoreKind.WINDOW,
        joined.is_logged,
        identity=plan.draft.next_priority,
        is_in_memory=joined.is_in_memory,
        settings=told,
    )


def _outer_store(
    call: OperatorCall, plan: PlanBuilder, kind: _JoinKind, joined: OptionsValue, this_generated: str
) -> Store | None:
    """The store that left and outer joins share for lists of records without a partner yet (KAFKA-10847).

    In 3.0 it was a window store, but no program could ask for it: ofTimeDifference… is public from 3.1 on.
    """
    windows = _windows(call)
    fixes = windows is not None and windows.fixes_spurious_results
    if not (kind.left_outer and fixes and call.behaviours.has("shares_outer_join_store")):
        return None
    suffix = "-outer-shared-join" if kind.right_outer else "-left-shared-join"
    supplied = joined.this_supplier.name if joined.this_supplier is not None else None
    base = (supplied if supplied is not None and supplied.text else None) or joined.store_name
    if base is not None:
        name = plan.use(UserText(f"{base.text}{suffix}-store", base.reason))
    else:
        number = this_generated.rpartition("-")[2]
        name = plan.use(UserText(f"KSTREAM-OUTERSHARED-{number}-store", plan.draft.unsure.get(this_generated)))
    supplier = joined.this_supplier
    lies_by_default = supplier is None and not joined.has_own_store_type
    told = replace(OWN_STORE, log_config=joined.log_config, format=StoreFormat.PLAIN, lies_by_default=lies_by_default)
    return Store(
        name,
        StoreKind.KEY_VALUE,
        joined.is_logged,
        identity=plan.draft.next_priority,
        is_in_memory=joined.is_in_memory if supplier is None else supplier.is_in_memory,
        settings=told,
    )
