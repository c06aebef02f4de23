"""What Java throws when a string is asked for a part that it does not have, or is no number.

Source: java.lang.String#checkBoundsBeginEnd and StringIndexOutOfBoundsException, as OpenJDK 17 words them; and
java.lang.NumberFormatException#forInputString.
"""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.refusal import Why
from topoviz.engine.source import Origin


def refuse_bounds(text: str, method: str, arguments: Sequence[object], origin: Origin) -> None:
    """Raise what substring(), charAt() and repeat() throw."""
    numbers = [number for number in arguments if isinstance(number, int) and not isinstance(number, bool)]
    if len(numbers) != len(arguments):
        return
    out_of_bounds = "StringIndexOutOfBoundsException"
    match method, numbers:
        case "substring", [start, *ends] if len(ends) < 2:
            end = ends[0] if ends else len(text)
            if not 0 <= start <= end <= len(text):
                raise ProgramThrows(
                    Why.OUT_OF_BOUNDS, out_of_bounds, f"begin {start}, end {end}, length {len(text)}", origin
                )
        case "charAt", [at] if not 0 <= at < len(text):
            raise ProgramThrows(Why.OUT_OF_BOUNDS, out_of_bounds, f"String index out of range: {at}", origin)
        case "repeat", [count] if count < 0:
            raise ProgramThrows(Why.ILLEGAL_COUNT, "IllegalArgumentException", f"count is negative: {count}", origin)
        case _:
            pass


def refuse_number(text: str, bits: int, origin: Origin) -> None:
    """Raise what Integer.parseInt and its kin throw of a text that is no decimal number, or too large a one."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    is_short = len(digits.lstrip("0")) <= len(str(1 << bits))
    is_number = digits.isdecimal() and is_short and -(1 << bits - 1) <= int(text[:1] + digits[-20:]) < 1 << bits - 1
    if text.isascii() and not is_number:
        raise ProgramThrows(Why.NOT_READABLE, "NumberFormatException", f'For input string: "{text}"', origin)
