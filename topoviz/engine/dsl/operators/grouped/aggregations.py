"""count, reduce and aggregate on grouped and windowed streams.

Kafka: KGroupedStreamImpl, TimeWindowedKStreamImpl, SessionWindowedKStreamImpl, SlidingWindowedKStreamImpl.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import GroupedStreamValue, TableValue, WindowedStreamValue, WindowKind
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.grouped.aggregation import aggregate
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.serdes import LONG_SERDE

Target = GroupedStreamValue | WindowedStreamValue


def apply_count(call: OperatorCall, target: Target) -> TableValue:
    """Count; only sliding windows, which came last, do not take a number for an unnamed store."""
    is_sliding = isinstance(target, WindowedStreamValue) and target.kind is WindowKind.SLIDING
    return aggregate(
        call, target, after=0, prefix="KSTREAM-AGGREGATE-", value_serde=LONG_SERDE,
        burns_for_unnamed_store=not is_sliding,
    )  # fmt: skip


def apply_reduce(call: OperatorCall, target: Target) -> TableValue:
    """Reduce values of one type."""
    grouped = target.grouped if isinstance(target, WindowedStreamValue) else target
    return aggregate(call, target, after=1, prefix="KSTREAM-REDUCE-", value_serde=grouped.value_serde)


def apply_aggregate(call: OperatorCall, target: Target) -> TableValue:
    """Aggregate into another type; session windows also take a function that merges two sessions."""
    is_session = isinstance(target, WindowedStreamValue) and target.kind is WindowKind.SESSION
    return aggregate(call, target, after=3 if is_session else 2, prefix="KSTREAM-AGGREGATE-")


OPERATORS = tuple(
    Operator(owner, method, apply)
    for owner in ("KGroupedStream", "WindowedKStream")
    for method, apply in (("count", apply_count), ("reduce", apply_reduce), ("aggregate", apply_aggregate))
)
