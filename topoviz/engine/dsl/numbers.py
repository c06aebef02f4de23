"""Numbers as Java has them: their text, their width, and what arithmetic makes of them.

Java Language Specification 21, sections 4.2, 5.1, 5.6 and 15.15 to 15.25; java.lang.Double#toString.
"""

from __future__ import annotations

import operator as arithmetic
from collections.abc import Callable
from decimal import Decimal
from math import isfinite
from typing import Any, Final

CHARACTER: Final = "char"
LONG: Final = "long"
FLOAT: Final = "float"
"""The kinds of constants that their Python value does not tell: a one-letter string, an int, a float."""

_PRIMITIVES: Final = frozenset({"byte", "short", "int", "long", "float", "double", CHARACTER})

_INT_BITS: Final = 32
_FLOAT_DIGITS: Final = 6
"""So many digits are the same in a float and in the double next to it."""

_CALCULATIONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": arithmetic.add,
    "-": arithmetic.sub,
    "*": arithmetic.mul,
    "<": arithmetic.lt,
    "<=": arithmetic.le,
    ">": arithmetic.gt,
    ">=": arithmetic.ge,
}

Number = int | float


def is_primitive(type_name: str) -> bool:
    """Tell whether a type is one of Java's numbers or letters."""
    return type_name in _PRIMITIVES


def double_text(value: float) -> str | None:
    """Write a double as Java does: plainly from a thousandth to ten million, with an exponent beyond."""
    if not isfinite(value):
        return None
    size = abs(value)
    if size == 0 or 1e-3 <= size < 1e7:
        return repr(value)
    _, digits, exponent = Decimal(repr(size)).normalize().as_tuple()
    assert isinstance(exponent, int)
    first, *rest = map(str, digits)
    sign = "-" if value < 0 else ""
    return f"{sign}{first}.{''.join(rest) or '0'}E{exponent + len(rest)}"


def float_text(value: float) -> str | None:
    """Write a float, where it looks like the double of the same value; else None."""
    return double_text(value) if float(f"{value:.{_FLOAT_DIGITS}g}") == value else None


def fits(value: int, bits: int = _INT_BITS) -> bool:
    """Tell whether a whole number lies in the range of Java's int, or of a type with so many bits."""
    return -(1 << bits - 1) <= value < 1 << bits - 1


def wrapped(value: int, bits: int) -> int:
    """Cut a whole number down to so many bits, as a cast does."""
    half = 1 << bits - 1
    return ((value + half) & ((1 << bits) - 1)) - half


def calculate(operator: str, left: Number, right: Number, *, is_long: bool) -> Number | bool | None:
    """Apply an operator to two numbers; None when the result is not known for certain.

    An int that grows beyond 32 bits wraps round, a long does not; so such a result is known only of longs.
    """
    if operator in _CALCULATIONS:
        return _within(_CALCULATIONS[operator](left, right), is_long=is_long)
    if operator not in ("/", "%") or right == 0:
        return None
    if isinstance(left, int) and isinstance(right, int):
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return _within(quotient if operator == "/" else left - right * quotient, is_long=is_long)
    return left / right if operator == "/" else None


def _within(result: Number | bool, *, is_long: bool) -> Number | bool | None:
    if isinstance(result, int) and not isinstance(result, bool):
        return result if fits(result, 64 if is_long else _INT_BITS) else None
    return result
