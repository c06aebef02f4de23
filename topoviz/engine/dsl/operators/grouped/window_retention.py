"""A window store must keep its records as long as its windows take records, or Kafka Streams refuses it.

Kafka: WindowStoreMaterializer, SessionStoreMaterializer, SlidingWindowStoreMaterializer; before KIP-954 the
materialize methods of the windowed streams.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.library.windows import maintained
from topoviz.engine.dsl.objects import OptionsValue, WindowKind, WindowsValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.refusal import Why


def check_retention(
    call: OperatorCall, windows: WindowsValue, materialized: OptionsValue, store: str, stream: str
) -> None:
    """Raise Refused for a retention that is too short; one that may be is reported."""
    if materialized.supplier is not None and not call.behaviours.has("names_store_in_retention_refusal"):
        return
    retention = retention_of(call, windows, materialized)
    needed = _needed(windows)
    if retention is None or needed is None:
        if materialized.has_retention:
            _doubt(call, store)
    elif needed > retention:
        names_store = windows.kind is WindowKind.SESSION or call.behaviours.has("names_store_in_retention_refusal")
        name = store if names_store else stream
        call.refuse(Why.RETENTION_TOO_SHORT, "IllegalArgumentException", _words(windows, name, retention), name)


def retention_of(call: OperatorCall, windows: WindowsValue, materialized: OptionsValue) -> int | None:
    """Give how long the store of a windowed aggregation keeps records, unless a supplier says so."""
    if materialized.has_retention:
        return materialized.retention
    if call.behaviours.has("keeps_windows_for_a_time") and windows.keeps is not None:
        return maintained(call, windows)
    return _needed(windows)


def _needed(windows: WindowsValue) -> int | None:
    if windows.length is None or windows.grace is None:
        return None
    return windows.length * (2 if windows.kind is WindowKind.SLIDING else 1) + windows.grace


_WORDS: Final = {
    WindowKind.SESSION: ("session store", "the session inactivity gap", "gap"),
    WindowKind.SLIDING: ("window store", "2 * time difference", "time difference"),
}


def _words(windows: WindowsValue, name: str, retention: int) -> str:
    store, least, size = _WORDS.get(windows.kind, ("window store", "its window size", "size"))
    return (
        f"The retention period of the {store} {name} must be no smaller than {least} plus the grace period. "
        f"Got {size}=[{windows.length}], grace=[{windows.grace}], retention=[{retention}]"
    )


def _doubt(call: OperatorCall, store: str) -> None:
    call.warn(
        "window-retention",
        f"It is not certain that the store {store} is kept as long as its windows take records.",
        "Kafka Streams refuses a shorter retention; it is shown as if it were accepted.",
    )
