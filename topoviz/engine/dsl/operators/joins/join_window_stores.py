"""The stores that a StreamJoined supplies must fit the windows of the join (KIP-479).

Kafka: KStreamImplJoin#assertUniqueStoreNames, #assertWindowSettings.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import StoreSupplierValue, WindowsValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.refusal import Why
from topoviz.engine.versions import Behaviours

_INTERNALS = "org.apache.kafka.streams.state.internals"


def check_suppliers(call: OperatorCall, this: StoreSupplierValue | None, other: StoreSupplierValue | None) -> None:
    """Raise Refused for stores that differ from the windows; one that may differ is reported."""
    if this is not None and other is not None and this.name.text == other.name.text:
        words = "Both StoreSuppliers have the same name.  StoreSuppliers must provide unique names"
        call.refuse(Why.SAME_STORE_SUPPLIERS, "StreamsException", words, this.name.text)
    windows = next((argument for argument in call.arguments if isinstance(argument, WindowsValue)), None)
    for supplier in (this, other):
        if supplier is not None:
            _check(call, supplier, windows)


def _check(call: OperatorCall, supplier: StoreSupplierValue, windows: WindowsValue | None) -> None:
    if supplier.keeps_duplicates is False:
        words = "The StoreSupplier must set retainDuplicates=true, found retainDuplicates=false"
        call.refuse(Why.JOIN_STORE_DROPS_DUPLICATES, "StreamsException", words, supplier.name.text)
    size = None if windows is None else windows.length
    grace = None if windows is None else windows.grace
    retention = None if size is None or grace is None else size + grace
    if None in (size, retention, supplier.window_size, supplier.retention, supplier.keeps_duplicates):
        call.warn(
            "window-size",
            f"It is not certain that the store {supplier.name.text} has the size and retention of the windows.",
            "Kafka Streams refuses a store that differs; it is shown as if it were accepted.",
        )
    elif windows is not None and (supplier.window_size, supplier.retention) != (size, retention):
        call.refuse(
            Why.JOIN_STORE_DIFFERS,
            "StreamsException",
            _words(supplier, windows, call.behaviours),
            supplier.name.text,
        )


def _words(supplier: StoreSupplierValue, windows: WindowsValue, behaviours: Behaviours) -> str:
    has_text = behaviours.has("prints_window_suppliers") or supplier.text.startswith("InMemory")
    shown = supplier.text if has_text else f"{_INTERNALS}.{supplier.text.partition('{')[0]}@…"
    words = f"Window settings mismatch. WindowBytesStoreSupplier settings {shown} must match JoinWindows settings "
    what = " for the window size and retention period" if behaviours.has("prints_window_suppliers") else ""
    return f"{words}{_text(windows, behaviours)}{what}"


def _text(windows: WindowsValue, behaviours: Behaviours) -> str:
    """Print the windows of a join as JoinWindows#toString does."""
    sides = f"beforeMs={windows.before}, afterMs={windows.after}"
    if not behaviours.has("keeps_windows_for_a_time"):
        return f"JoinWindows{{{sides}, graceMs={windows.grace}}}"
    grace = windows.grace if windows.has_own_grace else -1
    return f"JoinWindows{{{sides}, graceMs={grace}, maintainDurationMs={windows.keeps}, segments=3}}"
