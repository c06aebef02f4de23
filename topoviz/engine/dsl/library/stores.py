"""Stores: suppliers and builders of state stores."""

from __future__ import annotations

from topoviz.engine.dsl.library.durations import milliseconds
from topoviz.engine.dsl.objects import StoreBuilderValue, StoreSupplierValue
from topoviz.engine.dsl.operators.call import user_text
from topoviz.engine.dsl.values import Opaque, Value
from topoviz.engine.logical.nodes import StoreKind


def call_stores(method: str, arguments: list[Value]) -> Value:
    """Call a static method of Stores."""
    first = arguments[0] if arguments else None
    kind = _kind(method)
    if first is None:
        return Opaque(f"Stores.{method}")
    if method.endswith("Builder"):
        if isinstance(first, StoreSupplierValue):
            return StoreBuilderValue(first.name, first.kind)
        return StoreBuilderValue(user_text(first, "store name"), kind)
    if kind is StoreKind.WINDOW and len(arguments) > 2:
        retention, size = milliseconds(arguments[1]), milliseconds(arguments[2])
        return StoreSupplierValue(user_text(first, "store name"), kind, retention, size)
    return StoreSupplierValue(user_text(first, "store name"), kind)


def call_store_builder(builder: StoreBuilderValue, method: str) -> Value:
    """Call a method of a StoreBuilder; it changes in place."""
    if method == "withLoggingDisabled":
        builder.is_logged = False
    elif method == "withLoggingEnabled":
        builder.is_logged = True
    return builder


def _kind(method: str) -> StoreKind:
    lowered = method.lower()
    if "session" in lowered:
        return StoreKind.SESSION
    return StoreKind.WINDOW if "window" in lowered else StoreKind.KEY_VALUE
