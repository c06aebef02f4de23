"""Suppressed and its BufferConfig: what shows of them is a name, whether windows are awaited, and the changelog.

Kafka: SuppressedInternal, FinalResultsSuppressionBuilder, StrictBufferConfigImpl, EagerBufferConfigImpl.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.library.durations import milliseconds
from topoviz.engine.dsl.library.options import log_config
from topoviz.engine.dsl.objects import BufferConfigValue, SuppressedValue
from topoviz.engine.dsl.operators.call import LibraryCall, user_text
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.values import Unknown, Value, is_null
from topoviz.engine.logical.store_settings import UNBOUNDED, Suppression

BUFFER_KINDS: Final = frozenset({"BufferConfig", "StrictBufferConfig", "EagerBufferConfig"})


def make_suppressed(method: str, arguments: list[Value]) -> Value | None:
    """Call a static method of Suppressed; a buffer that is not known makes all of it unknown."""
    if method not in ("untilTimeLimit", "untilWindowCloses") or not arguments:
        return None
    buffer = arguments[-1]
    if is_null(buffer):
        buffer = BufferConfigValue(is_strict=True, max_records=UNBOUNDED, max_bytes=UNBOUNDED)
    if not isinstance(buffer, BufferConfigValue):
        return None
    awaits = method == "untilWindowCloses"
    time = None if awaits else milliseconds(arguments[0])
    limits = Suppression(awaits, time, buffer.max_records, buffer.max_bytes)
    return SuppressedValue(awaits, buffer.is_logged, limits=limits, log_config=buffer.log_config)


def make_buffer(method: str, arguments: list[Value]) -> Value | None:
    """Call a static method of Suppressed.BufferConfig."""
    if method not in ("maxRecords", "maxBytes", "unbounded"):
        return None
    made = BufferConfigValue(is_strict=method == "unbounded", max_records=UNBOUNDED, max_bytes=UNBOUNDED)
    return _limited(made, method, arguments)


def _limited(buffer: BufferConfigValue, method: str, arguments: Sequence[Value]) -> BufferConfigValue:
    """Set the limit that a method is called after."""
    limit = milliseconds(arguments[0]) if arguments else None
    if method.endswith("axRecords"):
        return replace(buffer, max_records=limit)
    return replace(buffer, max_bytes=limit) if method.endswith("axBytes") else buffer


def name_suppressed(suppressed: SuppressedValue, method: str, arguments: list[Value]) -> Value:
    """Call a method of a Suppressed; the only one is withName, and null takes the name away."""
    if method != "withName" or not arguments:
        return suppressed
    return replace(suppressed, name=None if is_null(arguments[0]) else user_text(arguments[0], "name"))


def change_buffer(buffer: BufferConfigValue, call: LibraryCall) -> Value:
    """Call a method of a BufferConfig, which gives a new one.

    Kafka Streams forgets that logging was switched off whenever it makes a new config, except from eager to eager.
    """
    match call.method:
        case "withLoggingDisabled" | "withLoggingEnabled":
            refuse_missing(call, f"Suppressed.BufferConfig#{call.method}", since="2.6.0")
            is_on = call.method == "withLoggingEnabled"
            return replace(buffer, is_logged=is_on, log_config=log_config(call.argument(0)) if is_on else ())
        case "withMaxRecords" | "withMaxBytes":
            logged = replace(buffer, is_logged=buffer.is_logged or buffer.is_strict)
            return _limited(logged, call.method, call.arguments)
        case "withNoBound":
            return replace(buffer, is_strict=True, is_logged=True, max_records=UNBOUNDED, max_bytes=UNBOUNDED)
        case "shutDownWhenFull":
            return replace(buffer, is_strict=True, is_logged=True)
        case "emitEarlyWhenFull":
            return replace(buffer, is_strict=False, is_logged=True)
        case _:
            return Unknown(f"{call.method}()", "It is no method of a BufferConfig.", call.origin.span)
