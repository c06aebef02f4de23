"""KGroupedStream#windowedBy and CogroupedKStream#windowedBy: aggregate by window. It adds nothing, takes no number."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.dsl.library.emit_strategy import emits_on_close, is_emitted_on_close
from topoviz.engine.dsl.objects import (
    CogroupedStreamValue,
    GroupedStreamValue,
    WindowedStreamValue,
    WindowKind,
    WindowsValue,
)
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.dsl.values import Unknown
from topoviz.engine.refusal import Why

_BY_TYPE = {
    "TimeWindows": WindowKind.TIME,
    "UnlimitedWindows": WindowKind.TIME,
    "SessionWindows": WindowKind.SESSION,
    "SlidingWindows": WindowKind.SLIDING,
    "JoinWindows": WindowKind.JOIN,
}


def apply(call: OperatorCall, grouped: GroupedStreamValue) -> WindowedStreamValue:
    """Remember the windows."""
    return WindowedStreamValue(grouped, _windows(call, grouped.plan))


def apply_to_cogrouped(call: OperatorCall, cogrouped: CogroupedStreamValue) -> CogroupedStreamValue:
    """Remember the windows; groups and repartition nodes stay shared with the stream without windows."""
    return replace(cogrouped, windows=_windows(call, cogrouped.plan))


def apply_emit_strategy(call: OperatorCall, windowed: WindowedStreamValue) -> WindowedStreamValue:
    """Leave the topology as it is: when results are emitted shows in the store alone (KIP-825)."""
    if windowed.windows.is_unlimited and emits_on_close(call.argument(0)):
        words = "ON_WINDOW_CLOSE emit strategy cannot be used for UnlimitedWindows"
        call.refuse(Why.UNLIMITED_NEVER_CLOSE, "IllegalArgumentException", words)
    windowed.emits_on_close = is_emitted_on_close(call.argument(0))
    return windowed


def _windows(call: OperatorCall, plan: PlanBuilder) -> WindowsValue:
    """Give the windows; those whose kind is not known are taken for time windows, and reported."""
    call.refuse_null(0, "windows can't be null")
    windows = call.argument(0)
    if isinstance(windows, WindowsValue):
        return windows
    kind = _BY_TYPE.get(windows.type_name) if isinstance(windows, Unknown) else None
    if kind is None:
        reason = "windowedBy() takes windows whose kind the text does not determine."
        call.warn("unknown-windows", reason, "They are taken for time windows; the store may be another.")
        plan.doubt(reason)
    return WindowsValue(kind or WindowKind.TIME)


OPERATORS = (
    Operator("KGroupedStream", "windowedBy", apply),
    Operator("CogroupedKStream", "windowedBy", apply_to_cogrouped),
    Operator("WindowedKStream", "emitStrategy", apply_emit_strategy),
)
