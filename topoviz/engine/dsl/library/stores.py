"""Stores: suppliers and builders of state stores.

Kafka: org.apache.kafka.streams.state.Stores.
"""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.dsl.library.options import log_config, refusal_to_clear, refuse_clearing, text_of_serde
from topoviz.engine.dsl.library.times import refuse_below, time_argument
from topoviz.engine.dsl.objects import StoreBuilderValue, StoreSupplierValue
from topoviz.engine.dsl.operators.call import LibraryCall, user_text
from topoviz.engine.dsl.operators.serdes import serde_as_written
from topoviz.engine.dsl.operators.store_settings import with_supplier
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import Constant, Opaque, Value, truth_of
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.logical.store_settings import (
    LEAST_SEGMENT,
    StoreFormat,
    StoreSettings,
    default_history_segment,
    default_segment_interval,
)
from topoviz.engine.refusal import Why


def call_stores(call: LibraryCall) -> Value:
    """Call a static method of Stores; raises Refused for times that Kafka Streams refuses."""
    if not call.arguments:
        return Opaque(f"Stores.{call.method}")
    kind = _kind(call.method)
    if call.method.endswith("Builder"):
        return _builder(call, kind)
    call.refuse_null(0, "name cannot be null")
    name = user_text(call.argument(0), "store name")
    match kind:
        case StoreKind.WINDOW:
            return _window_supplier(call, name)
        case StoreKind.SESSION:
            retention = time_argument(call, 1, "retentionPeriod")
            refuse_below(call, retention, 0, "retentionPeriod cannot be negative")
            return StoreSupplierValue(
                name,
                kind,
                retention,
                is_in_memory=_is_in_memory(call.method),
                segment_interval=default_segment_interval(retention),
                format=_format(call.method),
            )
        case StoreKind.VERSIONED:
            return _versioned_supplier(call, name)
        case _:
            if call.method == "lruMap":
                refuse_below(call, time_argument(call, 1, "maxCacheSize"), 0, "maxCacheSize cannot be negative")
            in_memory = _is_in_memory(call.method)
            return StoreSupplierValue(name, kind, is_in_memory=in_memory, format=_format(call.method))


def call_store_builder(call: LibraryCall, builder: StoreBuilderValue) -> Value:
    """Call a method of a StoreBuilder; it changes in place. Raises Refused for what its store cannot do."""
    match call.method:
        case "withCachingEnabled" if builder.kind is StoreKind.VERSIONED:
            call.refuse(
                Why.VERSIONED_STORE_WITH_CACHE, "IllegalStateException", "Versioned stores do not support caching"
            )
        case "withCachingEnabled" | "withCachingDisabled":
            builder.settings = replace(builder.settings, is_cached=call.method == "withCachingEnabled")
        case "withLoggingDisabled" | "withLoggingEnabled":
            switch_logging(call, builder, is_on=call.method == "withLoggingEnabled")
        case "name" if builder.name.reason is None:
            return Constant(builder.name.text)
        case "loggingEnabled":
            return Constant(builder.is_logged)
        case _:
            pass
    return builder


def switch_logging(call: LibraryCall, builder: StoreBuilderValue, *, is_on: bool) -> None:
    """Switch logging on, with a map of settings, or off, which clears the map; raises Refused where Java does."""
    if is_on:
        builder.log_config_refusal = refusal_to_clear(call.argument(0))
    elif not call.behaviours.has("copies_log_configs"):
        refuse_clearing(call, builder.log_config_refusal)
    builder.is_logged = is_on
    builder.settings = replace(builder.settings, log_config=log_config(call.argument(0)) if is_on else ())


def _builder(call: LibraryCall, kind: StoreKind) -> StoreBuilderValue:
    call.refuse_null(0, "supplier cannot be null")
    supplier, (key_serde, value_serde) = call.argument(0), (serde_as_written(_serde(call, at)) for at in (1, 2))
    told = StoreSettings(is_cached=False, log_config=(), key_serde=key_serde, value_serde=value_serde)
    if isinstance(supplier, StoreSupplierValue):
        return StoreBuilderValue(
            supplier.name,
            supplier.kind,
            history_retention=supplier.history_retention,
            is_in_memory=supplier.is_in_memory,
            settings=with_supplier(told, supplier),
        )
    return StoreBuilderValue(user_text(supplier, "store name"), kind, settings=told)


def _serde(call: LibraryCall, index: int) -> str | None:
    return text_of_serde(call.arguments[index]) if index < len(call.arguments) else "?"


def _versioned_supplier(call: LibraryCall, name: UserText) -> StoreSupplierValue:
    history = time_argument(call, 1, "historyRetention")
    refuse_below(call, history, 0, "historyRetention cannot be negative")
    segment = time_argument(call, 2, "segmentInterval")
    refuse_below(call, segment, 1, "segmentInterval cannot be zero or negative")
    return StoreSupplierValue(
        name,
        StoreKind.VERSIONED,
        history_retention=history,
        is_in_memory=False,
        segment_interval=segment if len(call.arguments) > 2 else default_history_segment(history),
    )


def _window_supplier(call: LibraryCall, name: UserText) -> StoreSupplierValue:
    """A window store's supplier; the older overload also takes a number of segments."""
    is_older = len(call.arguments) > 4
    at_size = 3 if is_older else 2
    segments = time_argument(call, 2, "numSegments") if is_older else None
    refuse_below(call, segments, 2, "numSegments cannot be smaller than 2")
    retention, size = _window_times(call, at_size)
    if retention is not None and size is not None and size > retention:
        in_memory = call.method == "inMemoryWindowStore"
        prints_durations = in_memory or call.behaviours.has("prints_durations_of_stores")
        shown = (call.argument(at_size), call.argument(1)) if prints_durations else (size, retention)
        call.refuse(
            Why.RETENTION_TOO_SHORT,
            "IllegalArgumentException",
            f"The retention period of the window store {name.text} must be no smaller than its window size. "
            f"Got size=[{shown[0]}], retention=[{shown[1]}]",
            name.text,
        )
    duplicates = truth_of(call.argument(at_size + 1))
    text = _text_of_supplier(call, name.text, retention, size, duplicates=duplicates)
    interval = default_segment_interval(retention)
    if is_older:
        interval = None if retention is None or segments is None else max(retention // (segments - 1), LEAST_SEGMENT)
    return StoreSupplierValue(
        name,
        StoreKind.WINDOW,
        retention,
        size,
        duplicates,
        text=text,
        is_in_memory=_is_in_memory(call.method),
        segment_interval=interval,
        format=_format(call.method),
    )


def _window_times(call: LibraryCall, at_size: int) -> tuple[int | None, int | None]:
    """Take retention and size in the order in which the library checks them."""
    retention = time_argument(call, 1, "retentionPeriod")
    if call.method == "inMemoryWindowStore":
        refuse_below(call, retention, 0, "retentionPeriod cannot be negative")
    size = time_argument(call, at_size, "windowSize")
    refuse_below(call, retention, 0, "retentionPeriod cannot be negative")
    refuse_below(call, size, 0, "windowSize cannot be negative")
    return retention, size


def _text_of_supplier(
    call: LibraryCall, name: str, retention: int | None, size: int | None, *, duplicates: bool | None
) -> str:
    """Print a supplier as its toString does."""
    shown = "true" if duplicates else "false"
    if call.method == "inMemoryWindowStore":
        return (
            f"InMemoryWindowBytesStoreSupplier{{name='{name}', retentionPeriod={retention}, windowSize={size}, "
            f"retainDuplicates={shown}}}"
        )
    is_timestamped = "Timestamped" in call.method
    kind = "windowStoreType=" + ("TIMESTAMPED_WINDOW_STORE" if is_timestamped else "DEFAULT_WINDOW_STORE")
    if not call.behaviours.has("prints_types_of_window_stores"):
        kind = "returnTimestampedStore=" + ("true" if is_timestamped else "false")
    return (
        f"RocksDbWindowBytesStoreSupplier{{name='{name}', retentionPeriod={retention}, "
        f"segmentInterval={max((retention or 0) // 2, 60_000)}, windowSize={size}, retainDuplicates={shown}, "
        f"{kind}}}"
    )


def _is_in_memory(method: str) -> bool:
    """Tell whether a store of Stores lies in memory and not in RocksDB."""
    return method == "lruMap" or method.startswith("inMemory")


def _format(method: str) -> StoreFormat | None:
    """Give how a store of Stores lies on disk."""
    if _is_in_memory(method):
        return None
    if method.endswith("WithHeaders"):
        return StoreFormat.HEADERS
    return StoreFormat.TIMESTAMPED if "Timestamped" in method else StoreFormat.PLAIN


def _kind(method: str) -> StoreKind:
    lowered = method.lower()
    if "session" in lowered:
        return StoreKind.SESSION
    if "versioned" in lowered:
        return StoreKind.VERSIONED
    return StoreKind.WINDOW if "window" in lowered else StoreKind.KEY_VALUE
