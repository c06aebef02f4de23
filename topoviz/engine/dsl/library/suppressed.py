"""Suppressed and its BufferConfig: what shows of them is a name, whether windows are awaited, and the changelog.

Kafka: SuppressedInternal, FinalResultsSuppressionBuilder, StrictBufferConfigImpl, EagerBufferConfigImpl.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.objects import BufferConfigValue, SuppressedValue
from topoviz.engine.dsl.operators.call import LibraryCall, user_text
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.values import Unknown, Value, is_null

BUFFER_KINDS: Final = frozenset({"BufferConfig", "StrictBufferConfig", "EagerBufferConfig"})


def make_suppressed(method: str, arguments: list[Value]) -> Value | None:
    """Call a static method of Suppressed; a buffer that is not known makes all of it unknown."""
    if method not in ("untilTimeLimit", "untilWindowCloses") or not arguments:
        return None
    buffer = arguments[-1]
    if is_null(buffer):
        buffer = BufferConfigValue(is_strict=True)
    if isinstance(buffer, BufferConfigValue):
        return SuppressedValue(method == "untilWindowCloses", buffer.is_logged)
    return None


def make_buffer(method: str) -> Value | None:
    """Call a static method of Suppressed.BufferConfig."""
    if method not in ("maxRecords", "maxBytes", "unbounded"):
        return None
    return BufferConfigValue(is_strict=method == "unbounded")


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
            return replace(buffer, is_logged=call.method == "withLoggingEnabled")
        case "withMaxRecords" | "withMaxBytes":
            return replace(buffer, is_logged=buffer.is_logged or buffer.is_strict)
        case "withNoBound" | "shutDownWhenFull":
            return BufferConfigValue(is_strict=True)
        case "emitEarlyWhenFull":
            return BufferConfigValue(is_strict=False)
        case _:
            return Unknown(f"{call.method}()", "It is no method of a BufferConfig.", call.origin.span)
