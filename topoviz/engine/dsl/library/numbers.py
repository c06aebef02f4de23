"""Static methods of Integer, Long, Double, Boolean, Character and Math."""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.dsl.arithmetic import as_number, cast_to, is_string, negated, number_of
from topoviz.engine.dsl.numbers import CHARACTER, LONG, fits
from topoviz.engine.dsl.values import Constant, Value, text_of

_WHOLE: Final = {"Integer": 32, "Long": 64, "Short": 16, "Byte": 8}
_RADIXES: Final = {"toHexString": "x", "toOctalString": "o", "toBinaryString": "b"}


def call_number_class(owner: str, method: str, arguments: list[Value]) -> Value | None:
    """Call a static method of a number's class on constants, or give None when the result is not known."""
    constants = [argument for argument in arguments if isinstance(argument, Constant)]
    if not constants or len(constants) != len(arguments):
        return None
    if owner == "Math":
        return _call_math(method, [as_number(constant) for constant in constants])
    first = constants[0]
    match owner, method, len(constants):
        case (("Integer" | "Long" | "Short" | "Byte"), _, 1):
            return _call_whole(owner, method, first)
        case "Boolean", ("parseBoolean" | "valueOf"), 1:
            return Constant(str(first.value).lower() == "true") if is_string(first) else first
        case (("Boolean" | "Character" | "Double"), "toString", 1):
            text = text_of(cast_to("double", first) or first) if owner == "Double" else text_of(first)
            return None if text is None else Constant(text)
        case "Character", "valueOf", 1:
            return first if first.kind == CHARACTER else None
        case _:
            return None


def _call_whole(owner: str, method: str, first: Constant) -> Value | None:
    bits = _WHOLE[owner]
    number = number_of(first)
    match method:
        case "valueOf" | "parseInt" | "parseLong" | "parseShort" | "parseByte":
            return as_number(first) if number is not None else _parsed(first, bits)
        case "toString" if number is not None:
            return Constant(str(number))
        case _ if method in _RADIXES and isinstance(number, int):
            return Constant(format(number & ((1 << bits) - 1), _RADIXES[method]))
        case _:
            return None


def _parsed(text: Constant, bits: int) -> Constant | None:
    if not isinstance(text.value, str) or re.fullmatch(r"[+-]?[0-9]{1,19}", text.value) is None:
        return None
    number = int(text.value)
    return Constant(number, LONG if bits == _WHOLE["Long"] else "") if fits(number, bits) else None


def _call_math(method: str, constants: list[Constant]) -> Constant | None:
    """Math#abs, #max and #min of whole numbers."""
    numbers = [number_of(constant) for constant in constants]
    match method, numbers:
        case "abs", [int(number)]:
            return constants[0] if number >= 0 else negated(constants[0])
        case (("max" | "min"), [int(one), int(two)]):
            is_first = (one >= two) == (method == "max")
            return constants[0 if is_first else 1]
        case _:
            return None
