"""What operators, casts and assignments make of constants.

Declared types are not followed, so that an int and a long look alike as long as a number is small. Where Java's result
depends on the difference, there is none here: a certain number would sometimes be a wrong one.
"""

from __future__ import annotations

import struct
from operator import and_, lshift, or_, rshift, xor
from typing import Final

from topoviz.engine.dsl.numbers import CHARACTER, FLOAT, LONG, Number, calculate, fits, is_primitive, wrapped
from topoviz.engine.dsl.values import NULL, SO_FAR, Constant, ListValue, Unknown, Value

_WIDTHS: Final = {"byte": 8, "short": 16, "int": 32, "long": 64}
_NARROW: Final = ("byte", "short")
_FRACTIONS: Final = ("float", "double")
_SHIFTS: Final = {"<<": lshift, ">>": rshift, ">>>": rshift}
_BITWISE: Final = {"&": and_, "|": or_, "^": xor, **_SHIFTS}
_UNTYPED: Final = ("var", "val", "")
_LAST_CACHED: Final = 127
"""Java keeps one object for each boxed number up to here, so that `==` on boxed numbers holds."""


def number_of(constant: Constant) -> Number | None:
    """Give a constant as a number, as Java takes a character in arithmetic; None when it is none."""
    value = constant.value
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        return ord(value) if constant.kind == CHARACTER else None
    return value


def as_number(constant: Constant) -> Constant:
    """Take a character for its number, as Java does where it wants one."""
    number = number_of(constant)
    return Constant(number) if constant.kind == CHARACTER and number is not None else constant


def is_string(constant: Constant) -> bool:
    """Tell whether a constant is a string, which one letter is not."""
    return isinstance(constant.value, str) and constant.kind != CHARACTER


def combined(operator: str, left: Constant, right: Constant) -> Constant | None:
    """Apply a binary operator other than `==` and string concatenation; None when the result is not known."""
    if isinstance(left.value, bool) and isinstance(right.value, bool):
        truths = {"&": left.value and right.value, "|": left.value or right.value, "^": left.value is not right.value}
        return Constant(truths[operator]) if operator in truths else None
    one, two = number_of(left), number_of(right)
    if one is None or two is None or FLOAT in (left.kind, right.kind):
        return None
    is_long = any(_is_long(side) for side in (left, right))
    if isinstance(one, int) and isinstance(two, int) and operator in _BITWISE:
        return _by_bits(operator, one, two, is_long=_is_long(left) if operator in _SHIFTS else is_long)
    result = calculate(operator, one, two, is_long=is_long)
    return None if result is None else _number(result, is_long=is_long)


def negated(constant: Constant) -> Constant | None:
    """Apply the sign `-`; the smallest int has no negative, and a long may have."""
    number = number_of(constant)
    if number is None:
        return None
    is_certain = isinstance(number, float) or fits(-number) or _is_long(constant)
    return Constant(-number, constant.kind if constant.kind in (LONG, FLOAT) else "") if is_certain else None


def inverted(constant: Constant) -> Constant | None:
    """Apply `~` to a whole number or a letter; None for anything else."""
    number = number_of(constant)
    return Constant(~number, LONG if _is_long(constant) else "") if isinstance(number, int) else None


def equal(left: Constant, right: Constant) -> bool:
    """Tell whether two constants are equal in value; a character equals its number."""
    one, two = number_of(left), number_of(right)
    if one is not None and two is not None:
        return one == two
    same_kind = isinstance(left.value, bool) == isinstance(right.value, bool) and is_string(left) == is_string(right)
    return same_kind and left.value == right.value


def equal_objects(left: Constant, right: Constant) -> bool | None:
    """Tell what equals() gives: objects of two classes are never equal; None when an int may be a long."""
    one, two = left.value, right.value
    is_boolean = isinstance(one, bool) or isinstance(two, bool)
    if one != two or is_boolean or one is None or isinstance(one, str):
        return one == two and isinstance(one, bool) == isinstance(two, bool) and is_string(left) == is_string(right)
    if isinstance(one, float) != isinstance(two, float) or (left.kind == FLOAT) != (right.kind == FLOAT):
        return False
    return True if left.kind == right.kind else None


def identical(left: Constant, right: Constant, *, is_primitive: bool) -> bool | None:
    """Tell what `==` gives; equal strings and boxed numbers may be two objects, so for them it is not known."""
    if not equal(left, right):
        return False
    if is_primitive or left.value is None or isinstance(left.value, bool):
        return True
    number = number_of(left)
    return True if isinstance(number, int) and -_LAST_CACHED - 1 <= number <= _LAST_CACHED else None


def cast_to(type_name: str, constant: Constant) -> Constant | None:
    """Cast a constant to a type; None when the result is not known."""
    number = number_of(constant)
    if number is None:
        return _null_of(type_name, constant)
    if type_name in _FRACTIONS:
        if constant.kind == FLOAT and type_name == "double":
            (number,) = struct.unpack("f", struct.pack("f", number))  # what a float holds of 0.1 is not 0.1
        return Constant(float(number), FLOAT if type_name == "float" else "")
    if type_name in _WIDTHS:
        return _whole(number, type_name)
    if type_name == "char":
        code = wrapped(int(number), 32) & 0xFFFF
        return None if 0xD800 <= code <= 0xDFFF else Constant(chr(code), CHARACTER)
    return constant


def _null_of(type_name: str, constant: Constant) -> Constant:
    """Give a null its type, by which Java chooses among overloads; whatever else is no number stays as it is."""
    is_plain_null = constant.value is None and constant.kind != SO_FAR
    return Constant(None, type_name) if is_plain_null and type_name not in _UNTYPED else constant


def converted(value: Value, type_name: str) -> Value:
    """Convert a value as Java does when it is stored under a declared type: a number only ever to a wider one."""
    if isinstance(value, Constant) and value.value is None:
        if is_primitive(type_name) and value.kind != SO_FAR:
            return Unknown(type_name, f"It is null where Java wants {type_name}, for which it throws an exception.")
        return _null_of(type_name, value)
    if not is_primitive(type_name) or not isinstance(value, Constant) or number_of(value) is None:
        return value
    stored = cast_to(type_name, value) or value
    return Constant(stored.value, type_name) if type_name in _NARROW else stored


def unset(type_name: str) -> Value:
    """Give what Java puts into the elements of a new array."""
    if type_name == "boolean":
        return Constant(False)
    return (cast_to(type_name, Constant(0)) or NULL) if is_primitive(type_name) else NULL


def as_array_of(value: Value, type_name: str, dimensions: int = 1) -> Value:
    """Let an array know of what type its elements are, and convert them to it."""
    arrays = [(value, dimensions)]
    while arrays:
        array, depth = arrays.pop()
        if not isinstance(array, ListValue) or array.kind != "array":
            continue
        if depth > 1:
            arrays.extend((element, depth - 1) for element in array.elements)
        elif is_primitive(type_name):
            array.element_type = type_name
            array.elements[:] = [converted(element, type_name) for element in array.elements]
    return value


def narrowed(before: Value, result: Value) -> Value | None:
    """Bring the result of `x += y` or `x++` back to the type of x, as Java does; None when that is not known."""
    if not isinstance(before, Constant) or not isinstance(result, Constant):
        return result
    old, new = number_of(before), number_of(result)
    if old is None or new is None:
        return result
    if before.kind == CHARACTER:
        return cast_to("char", result)
    if before.kind in _NARROW:
        return converted(result, before.kind)
    if before.kind == LONG and isinstance(new, float):
        return cast_to("long", result)
    if isinstance(old, int) and before.kind != LONG and fits(old):
        # It may be an int; what it holds now may still be one.
        return Constant(new) if isinstance(new, int) and fits(new) else None
    return result


def _is_long(constant: Constant) -> bool:
    value = constant.value
    return constant.kind == LONG or (isinstance(value, int) and not fits(value))


def _number(value: Number | bool, *, is_long: bool) -> Constant:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return Constant(value, LONG if is_long and is_whole else "")


def _by_bits(operator: str, left: int, right: int, *, is_long: bool) -> Constant | None:
    """Bitwise operators and shifts by less than an int's width."""
    if operator in _SHIFTS and (not 0 <= right < _WIDTHS["int"] or (operator == ">>>" and left < 0)):
        return None
    result = _BITWISE[operator](left, right)
    return _number(result, is_long=is_long) if fits(result, 64 if is_long else 32) else None


def _whole(number: Number, type_name: str) -> Constant:
    """Cast to a whole type; a fraction is cut off, and one that is too large becomes the largest there is."""
    bits = _WIDTHS[type_name]
    if isinstance(number, float):
        # A fraction becomes an int first, unless it becomes a long.
        last = (1 << max(bits, _WIDTHS["int"]) - 1) - 1
        number = int(min(max(number, -last - 1), last))
    return Constant(wrapped(number, bits), LONG if type_name == "long" else "")
