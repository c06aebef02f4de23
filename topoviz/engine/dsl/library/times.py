"""How Kafka Streams takes times: as a Duration that is not null and fits into milliseconds.

Kafka: ApiUtils#validateMillisecondDuration, #validateMillisecondInstant.
"""

from __future__ import annotations

from topoviz.engine.dsl.library.durations import DurationValue, milliseconds
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.values import is_certainly_null
from topoviz.engine.refusal import Why


def time_argument(call: LibraryCall, index: int, name: str) -> int | None:
    """Give an argument in milliseconds, None when it is not known; raises Refused as Kafka Streams does."""
    if index >= len(call.arguments):
        return None
    value = call.arguments[index]
    if is_certainly_null(value):
        _refuse(call, name, "null", "It shouldn't be null.")
    time = milliseconds(value)
    if isinstance(value, DurationValue) and time is None:
        _refuse(call, name, str(value), "It can't be converted to milliseconds.")
    return time


def refuse_below(call: LibraryCall, time: int | None, least: int, words: str) -> None:
    """Raise an IllegalArgumentException for a time that is known and too short."""
    if time is not None and time < least:
        call.refuse(Why.ILLEGAL_SIZE, "IllegalArgumentException", words)


def _refuse(call: LibraryCall, name: str, value: str, words: str) -> None:
    message = f'Invalid value for parameter "{name}" (value was: {value}). {words}'
    call.refuse(Why.NO_SUCH_TIME, "IllegalArgumentException", message, name)
