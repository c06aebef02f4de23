"""KGroupedStream#windowedBy: aggregate by window. It adds nothing and takes no number."""

from __future__ import annotations

from topoviz.engine.dsl.objects import GroupedStreamValue, WindowedStreamValue, WindowKind, WindowsValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator, refuse_missing
from topoviz.engine.dsl.values import Unknown

_BY_TYPE = {
    "TimeWindows": WindowKind.TIME,
    "UnlimitedWindows": WindowKind.TIME,
    "SessionWindows": WindowKind.SESSION,
    "SlidingWindows": WindowKind.SLIDING,
}


def apply(call: OperatorCall, grouped: GroupedStreamValue) -> WindowedStreamValue:
    """Remember the kind of windows; windows that are not known are taken for time windows, and reported."""
    windows = call.argument(0)
    if isinstance(windows, WindowsValue):
        if windows.kind is WindowKind.SLIDING:
            refuse_missing(call, "KGroupedStream#windowedBy(SlidingWindows)", since="2.7.0")
        return WindowedStreamValue(grouped, windows.kind)
    kind = _BY_TYPE.get(windows.type_name) if isinstance(windows, Unknown) else None
    if kind is None:
        reason = "windowedBy() takes windows whose kind the text does not determine."
        call.warn("unknown-windows", reason, "They are taken for time windows; the store may be another.")
        grouped.plan.doubt(reason)
    return WindowedStreamValue(grouped, kind or WindowKind.TIME)


def keep(call: OperatorCall, windowed: WindowedStreamValue) -> WindowedStreamValue:
    """Leave the topology as it is: when results are emitted does not show in it (KIP-825)."""
    return windowed


OPERATORS = (
    Operator("KGroupedStream", "windowedBy", apply),
    Operator("WindowedKStream", "emitStrategy", keep, since="3.3.0"),
)
