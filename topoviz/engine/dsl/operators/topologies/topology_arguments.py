"""The arguments of Topology's methods, whose many overloads are told apart by what each argument is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.dsl.objects import TopologyValue
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import Constant, ListValue, Opaque, Text, Unknown, Value, is_null
from topoviz.engine.syntax.pieces import ELIDED, sentence

_RESET: Final = "AutoOffsetReset:"


def use(topology: TopologyValue, user: UserText) -> str:
    """Take over a text that the user gave, with its mark."""
    if user.reason is not None:
        topology.unsure[user.text] = user.reason
    return user.text


def is_name(value: Value) -> bool:
    """Tell whether a value may be a string."""
    if isinstance(value, Constant):
        return isinstance(value.value, str)
    if isinstance(value, Unknown):
        return value.type_name in ("", "String")
    return isinstance(value, Text)


def place_of_name(arguments: Sequence[Value]) -> int:
    """Find a source's name, before which there may stand a reset policy and an extractor.

    A null of no type is the name unless one can still come: a string with something behind it.
    """
    for index, value in enumerate(arguments[:3]):
        if is_name(value) or _is_null_name(value, arguments[index + 1 :]):
            return index
    return 0


def _is_null_name(value: Value, behind: Sequence[Value]) -> bool:
    can_come = any(is_name(one) for one in behind[:-1][:2])
    is_untyped = isinstance(value, Constant) and value.value is None and not value.kind
    return _is_null_string(value) or (is_untyped and not can_come)


def _is_null_string(value: Value) -> bool:
    return isinstance(value, Constant) and value.value is None and value.kind == "String"


def trailing_names(values: Sequence[Value]) -> tuple[Value, ...]:
    """Take the strings at the end, or an array of them; serializers, extractors and partitioners stand before them.

    A null behind a string is one of the strings, a null before them is one only where its type says so.
    """
    start = len(values)
    while start > 0 and (is_name(values[start - 1]) or _may_be_array(values[start - 1]) or is_null(values[start - 1])):
        start -= 1
    while start < len(values) and is_null(values[start]) and not _is_null_string(values[start]):
        start += 1
    return tuple(values[start:])


def parents_among(arguments: Sequence[Value], after: int) -> tuple[Value, ...]:
    """Give the names at the end; where the text leaves out arguments and no name is there, those may be names."""
    names = trailing_names(arguments[after:])
    elided = [value for value in arguments if isinstance(value, Unknown) and value.reason == sentence(ELIDED)]
    return names or tuple(elided[-1:])


def reset_among(values: Sequence[Value]) -> str | None:
    """Give the reset policy among some values."""
    found = (value.type_name for value in values if isinstance(value, Opaque))
    return next((name.removeprefix(_RESET) for name in found if name.startswith(_RESET)), None)


def _may_be_array(value: Value) -> bool:
    return isinstance(value, ListValue) or (isinstance(value, Unknown) and value.type_name == "String[]")
