"""Static methods of Integer, Long, Double, Boolean, Character and Math."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import ceil, copysign, floor
from typing import Final

from topoviz.engine.dsl.arithmetic import as_number, cast_to, combined, equal_objects, is_string, negated, number_of
from topoviz.engine.dsl.library.text_refusals import refuse_number
from topoviz.engine.dsl.numbers import CHARACTER, FLOAT, LONG, fits
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import Constant, Value, text_of
from topoviz.engine.refusal import Why
from topoviz.engine.source import Origin

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
        case (("Integer" | "Long"), ("max" | "min"), 2):
            return _call_math(method, [as_number(constant) for constant in constants])
        case (("Integer" | "Long"), "sum", 2):
            return combined("+", constants[0], constants[1])
        case (("Integer" | "Long" | "Short" | "Byte"), _, 1):
            return _call_whole(owner, method, first)
        case "Boolean", ("parseBoolean" | "valueOf"), 1:
            return Constant(str(first.value).lower() == "true") if is_string(first) else first
        case (("Boolean" | "Character" | "Double"), "toString", 1):
            text = text_of(cast_to("double", first) or first) if owner == "Double" else text_of(first)
            return None if text is None else Constant(text)
        case "Character", _, 1 if first.kind == CHARACTER and str(first.value).isascii() and method in _OF_LETTERS:
            return _OF_LETTERS[method](str(first.value))
        case _:
            return None


def _letter(letter: str) -> Constant:
    return Constant(letter, CHARACTER)


_OF_LETTERS: Final[dict[str, Callable[[str], Constant]]] = {
    "toUpperCase": lambda letter: _letter(letter.upper()),
    "toLowerCase": lambda letter: _letter(letter.lower()),
    "isUpperCase": lambda letter: Constant(letter.isupper()),
    "isLowerCase": lambda letter: Constant(letter.islower()),
    "isDigit": lambda letter: Constant(letter.isdigit()),
    "isLetter": lambda letter: Constant(letter.isalpha()),
    "isLetterOrDigit": lambda letter: Constant(letter.isalnum()),
    "getNumericValue": lambda letter: Constant(int(letter, 36) if letter.isalnum() else -1),
}
"""Methods of Character, as far as ASCII goes."""


def refuse_text(owner: str, method: str, arguments: list[Value], origin: Origin) -> None:
    """Raise what Java throws when a text is to be a whole number and is none."""
    match owner, method, arguments:
        case (("Integer" | "Long"), ("parseInt" | "parseLong" | "valueOf"), [Constant(value=str(text)) as given]) if (
            is_string(given)
        ):
            refuse_number(text, _WHOLE[owner], origin)
        case (("Double" | "Float"), ("parseDouble" | "parseFloat" | "valueOf"), [Constant(value=str(text)) as given]):
            if is_string(given) and re.search(r"[0-9]|NaN|Infinity", text) is None:
                words = f'For input string: "{text}"' if text.strip() else "empty String"
                raise ProgramThrows(Why.NOT_READABLE, "NumberFormatException", words, origin)
        case _:
            pass


def _call_whole(owner: str, method: str, first: Constant) -> Value | None:
    bits = _WHOLE[owner]
    number = number_of(first)
    match method:
        case "valueOf" | "parseInt" | "parseLong" | "parseShort" | "parseByte":
            return _of_class(owner, number) if isinstance(number, int) else _parsed(first, bits)
        case "toString" if number is not None:
            return Constant(str(number))
        case _ if method in _RADIXES and isinstance(number, int):
            return Constant(format(number & ((1 << bits) - 1), _RADIXES[method]))
        case _:
            return None


def _of_class(owner: str, number: int) -> Constant:
    """Give a whole number as an object of its class, which is never equal to one of another."""
    return Constant(number, "" if owner == "Integer" else owner.lower())


def _parsed(text: Constant, bits: int) -> Constant | None:
    if not isinstance(text.value, str) or re.fullmatch(r"[+-]?[0-9]{1,19}", text.value) is None:
        return None
    number = int(text.value)
    return Constant(number, LONG if bits == _WHOLE["Long"] else "") if fits(number, bits) else None


def call_boxed(number: Constant, method: str, arguments: list[Value]) -> Value | None:
    """Call a method of a number's or a boolean's object."""
    first = arguments[0] if arguments else None
    match method, first:
        case "equals", Constant():
            same = equal_objects(number, first)
            return None if same is None else Constant(same)
        case "toString", None:
            text = text_of(number)
            return None if text is None else Constant(text)
        case (("intValue" | "longValue" | "doubleValue"), None) if not isinstance(number.value, bool):
            return cast_to(method.removesuffix("Value"), number)
        case _:
            return None


_EXACT: Final = 1 << 53


def _call_math(method: str, constants: list[Constant]) -> Constant | None:
    """Math#abs, #max and #min of whole numbers."""
    numbers = [number_of(constant) for constant in constants]
    match method, numbers:
        case "abs", [int(number)]:
            return constants[0] if number >= 0 else negated(constants[0])
        case (("max" | "min"), [int(one), int(two)]):
            is_first = (one >= two) == (method == "max")
            kind = LONG if LONG in (constants[0].kind, constants[1].kind) else ""
            return Constant(one if is_first else two, kind)
        case (("floorMod" | "floorDiv"), [int(one), int(two)]) if two and fits(one) and fits(two):
            return Constant(one % two if method == "floorMod" else one // two, constants[1].kind)
        case (("ceil" | "floor"), [int() | float() as number]) if abs(number) < _EXACT:
            return Constant(copysign(ceil(number) if method == "ceil" else floor(number), number))
        case "round", [float(number)] if constants[0].kind != FLOAT and abs(number) < _EXACT:
            return Constant(floor(Fraction(number) + Fraction(1, 2)), LONG)
        case _:
            return None
