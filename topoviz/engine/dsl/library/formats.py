"""String.format, as far as the text determines what it gives.

Source: java.util.Formatter, which reads the whole format first and refuses what it does not know, and only then takes
one argument after the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from topoviz.engine.dsl.numbers import CHARACTER, FLOAT, LONG
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import Constant, Text, Unknown, Value, is_null, join_text, text_of
from topoviz.engine.refusal import Why
from topoviz.engine.source import Origin

_SPECIFIER: Final = re.compile(r"%(\d+\$)?([-#+ 0,(<]*)?(\d+)?(\.\d+)?([tT])?([a-zA-Z%])")
_TOO_LARGE: Final = re.compile(r"%[^a-zA-Z%]*[0-9]{4}")
"""Widths and precisions beyond what a name can have; which of them Java refuses differs by its version."""
_CONVERSIONS: Final = frozenset("bBhHsScCdoxXeEfgGaA%n")
_WIDEST: Final = 1000
_RADIXES: Final = {"x": "x", "o": "o"}
_CLASSES: Final[dict[type, str]] = {bool: "Boolean", int: "Integer", float: "Double", str: "String"}
_CLASS_OF_KIND: Final = {CHARACTER: "Character", LONG: "Long", FLOAT: "Float", "short": "Short", "byte": "Byte"}


@dataclass(frozen=True, slots=True)
class Specifier:
    """One `%…` of a format: which argument it takes, and how that is written."""

    text: str
    index: str
    flags: str
    width: int | None
    precision: int | None
    conversion: str

    @property
    def kind(self) -> str:
        """Give the conversion without regard to case."""
        return self.conversion.lower()


def format_values(template: str, arguments: Sequence[Value], origin: Origin, *, is_plain: bool) -> Value | None:
    """Format values; None when the text does not determine the result.

    How numbers are grouped and where a fraction begins is up to the language of the machine, unless the program names
    one that does it as English does: `is_plain`.
    """
    if _TOO_LARGE.search(template):
        return None
    result: Value = Constant("")
    next_one, last = 0, -1
    for piece in _pieces(template, origin):
        if isinstance(piece, str):
            result = join_text(result, Constant(piece))
            continue
        if piece.kind in ("%", "n"):
            made: Value | None = Constant("\n") if piece.kind == "n" else _laid_out(piece, "%")
        else:
            match piece.index:
                case "":
                    place, next_one = next_one, next_one + 1
                case "<":
                    place = last
                case given:
                    place = int(given) - 1
            if not 0 <= place < len(arguments):
                raise ProgramThrows(
                    Why.FORMAT, "MissingFormatArgumentException", f"Format specifier '{piece.text}'", origin
                )
            last = place
            made = _converted(piece, arguments[place], origin, is_plain=is_plain)
        if made is None:
            return None
        result = join_text(result, made)
    return result


def _pieces(template: str, origin: Origin) -> list[str | Specifier]:
    """Take a format apart; Java refuses a `%` that begins nothing that it knows."""
    pieces: list[str | Specifier] = []
    at = 0
    while at < len(template):
        start = template.find("%", at)
        if start < 0:
            pieces.append(template[at:])
            break
        if start > at:
            pieces.append(template[at:start])
        found = _SPECIFIER.match(template, start)
        if found is None:
            letter = template[start + 1 : start + 2] or "%"
            raise ProgramThrows(Why.FORMAT, "UnknownFormatConversionException", f"Conversion = '{letter}'", origin)
        pieces.append(_specifier(found, origin))
        at = found.end()
    return pieces


def _specifier(found: re.Match[str], origin: Origin) -> Specifier:
    index, flags, width, precision, time, conversion = found.groups(default="")
    if not time and conversion not in _CONVERSIONS:
        raise ProgramThrows(Why.FORMAT, "UnknownFormatConversionException", f"Conversion = '{conversion}'", origin)
    if not width and ("-" in flags or "0" in flags) and conversion.lower() not in ("n", "%"):
        raise ProgramThrows(Why.FORMAT, "MissingFormatWidthException", found[0], origin)
    return Specifier(
        found[0],
        "<" if "<" in flags else index.removesuffix("$"),
        flags.replace("<", ""),
        int(width) if width else None,
        int(precision[1:]) if precision else None,
        f"{time}{conversion}",
    )


def _converted(piece: Specifier, value: Value, origin: Origin, *, is_plain: bool) -> Value | None:
    if isinstance(value, Unknown | Text) and piece.text in ("%s", "%d"):
        return value
    if piece.kind == "s":
        written = text_of(join_text(Constant(""), value))
        return None if piece.flags.strip("-") or written is None else _laid_out(piece, written)
    if piece.kind == "b" and not isinstance(value, Unknown):
        truth = value.value if isinstance(value, Constant) and isinstance(value.value, bool) else not is_null(value)
        return _laid_out(piece, "true" if truth else "false")
    if not isinstance(value, Constant):
        return None
    if value.value is None:
        return _laid_out(piece, "null")
    match piece.kind:
        case "c":
            return _letter(piece, value, origin)
        case "d" | "x" | "o":
            return _whole_number(piece, value, origin, is_plain=is_plain)
        case "f":
            return _fraction(piece, value, origin, is_plain=is_plain)
        case _:
            return None


def _letter(piece: Specifier, value: Constant, origin: Origin) -> Value | None:
    if value.kind == CHARACTER and isinstance(value.value, str):
        return _laid_out(piece, value.value)
    if isinstance(value.value, int) and not isinstance(value.value, bool) and value.kind != LONG:
        return _laid_out(piece, chr(value.value)) if 0 <= value.value < 0xD800 else None
    raise _mismatch(piece, value, origin)


def _whole_number(piece: Specifier, value: Constant, origin: Origin, *, is_plain: bool) -> Value | None:
    number = value.value
    if piece.precision is not None:
        raise ProgramThrows(Why.FORMAT, "IllegalFormatPrecisionException", str(piece.precision), origin)
    if not isinstance(number, int) or isinstance(number, bool):
        raise _mismatch(piece, value, origin)
    if piece.kind == "d":
        return None if "," in piece.flags and not is_plain else _signed(piece, number, f"{abs(number):,d}")
    if piece.flags.strip("-0") or (number < 0 and value.kind != LONG):
        return None
    return _signed(piece, 0, format(number & ((1 << 64) - 1), _RADIXES[piece.kind]))


def _fraction(piece: Specifier, value: Constant, origin: Origin, *, is_plain: bool) -> Value | None:
    if not isinstance(value.value, float):
        raise _mismatch(piece, value, origin)
    if not is_plain or value.kind == FLOAT:
        return None
    digits = 6 if piece.precision is None else piece.precision
    rounded = abs(Decimal(repr(value.value))).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return _signed(piece, value.value, f"{rounded:,f}")


def _signed(piece: Specifier, number: float, digits: str) -> Value | None:
    """Put the sign before a number, and zeros between the two if the width asks for them."""
    if piece.flags.strip("-0+ ,") or {"+", " "} <= set(piece.flags) or {"-", "0"} <= set(piece.flags):
        return None
    sign = "-" if number < 0 else "+" if "+" in piece.flags else " " if " " in piece.flags else ""
    digits = digits if "," in piece.flags else digits.replace(",", "")
    if "0" in piece.flags and piece.width is not None and piece.width <= _WIDEST:
        digits = digits.rjust(piece.width - len(sign), "0")
    return _laid_out(piece, sign + digits, cut=False)


def _laid_out(piece: Specifier, text: str, *, cut: bool = True) -> Value | None:
    """Cut a text to the precision and fill it up to the width; None for what is too wide to be meant."""
    if piece.precision is not None and cut:
        text = text[: piece.precision]
    if piece.conversion.isupper():
        text = text.upper()
    if piece.width is None:
        return Constant(text)
    if piece.width > _WIDEST or not text.isascii():
        return None
    return Constant(text.ljust(piece.width) if "-" in piece.flags else text.rjust(piece.width))


def _mismatch(piece: Specifier, value: Constant, origin: Origin) -> ProgramThrows:
    """Say that an argument is not of a class that a conversion takes."""
    name = _CLASS_OF_KIND.get(value.kind) or _CLASSES.get(type(value.value), "Object")
    return ProgramThrows(
        Why.FORMAT, "IllegalFormatConversionException", f"{piece.kind[-1]} != java.lang.{name}", origin
    )
