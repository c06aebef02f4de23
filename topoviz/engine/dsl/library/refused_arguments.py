"""Static methods of Java that refuse what they are given, whether or not anybody uses what they give.

Java: java.util.UUID#fromString, java.time.Duration#parse, java.util.Collections#max, #min and #nCopies,
java.util.Objects#checkIndex.
"""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.dsl.arithmetic import is_string
from topoviz.engine.dsl.throws import NO_MESSAGE, ProgramThrows
from topoviz.engine.dsl.values import Constant, ListValue, Value
from topoviz.engine.refusal import Why
from topoviz.engine.source import Origin

_DURATION: Final = re.compile(
    r"[-+]?P(?:[-+]?[0-9]+D)?(?:T(?:[-+]?[0-9]+H)?(?:[-+]?[0-9]+M)?(?:[-+]?[0-9]+(?:[.,][0-9]{0,9})?S)?)?",
    re.ASCII | re.IGNORECASE,
)
_UUID: Final = re.compile(r"[0-9a-f]+(?:-[0-9a-f]+){4}", re.ASCII | re.IGNORECASE)
_LONGEST_UUID: Final = 36


def refuse_arguments(owner: str, method: str, arguments: list[Value], origin: Origin) -> None:
    """Raise what Java throws of arguments that are known; what is not known is let through."""
    match owner, method, arguments:
        case "UUID", "fromString", [Constant(value=str(text)) as given] if is_string(given):
            if _UUID.fullmatch(text) is None or len(text) > _LONGEST_UUID:
                words = f"Invalid UUID string: {text}" if text.count("-") != 4 else None
                raise ProgramThrows(Why.NOT_READABLE, "IllegalArgumentException", words, origin)
        case "Duration", "parse", [Constant(value=str(text)) as given] if is_string(given):
            is_empty = text.upper().endswith(("P", "T"))
            if _DURATION.fullmatch(text) is None or is_empty:
                raise ProgramThrows(
                    Why.NOT_READABLE, "DateTimeParseException", "Text cannot be parsed to a Duration", origin
                )
        case "Collections", ("max" | "min"), [ListValue(is_exact=True, elements=[]), *_]:
            raise ProgramThrows(Why.NOTHING_THERE, "NoSuchElementException", NO_MESSAGE, origin)
        case "Collections", "nCopies", [Constant(value=int(count)), _] if count < 0:
            raise ProgramThrows(Why.ILLEGAL_COUNT, "IllegalArgumentException", f"List length = {count}", origin)
        case "Objects", "checkIndex", [Constant(value=int(at)), Constant(value=int(length))] if not 0 <= at < length:
            words = f"Index {at} out of bounds for length {length}"
            raise ProgramThrows(Why.OUT_OF_BOUNDS, "IndexOutOfBoundsException", words, origin)
        case _:
            pass
