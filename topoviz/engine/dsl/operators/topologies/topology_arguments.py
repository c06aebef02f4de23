"""The arguments of Topology's methods, whose many overloads are told apart by what each argument is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.dsl.objects import TopologyValue
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import Constant, ListValue, Opaque, Text, Unknown, Value, is_null

_PATTERN: Final = "Pattern:"
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


def trailing_names(values: Sequence[Value]) -> tuple[Value, ...]:
    """Take the strings at the end, or an array of them; serializers, extractors and partitioners stand before them.

    A null behind a string is one of the strings, a null before them is none.
    """
    start = len(values)
    while start > 0 and (is_name(values[start - 1]) or _may_be_array(values[start - 1]) or is_null(values[start - 1])):
        start -= 1
    while start < len(values) and is_null(values[start]):
        start += 1
    return tuple(values[start:])


def pattern_among(values: Sequence[Value]) -> str | None:
    """Give the pattern among some values."""
    found = (value.type_name for value in values if isinstance(value, Opaque))
    return next((name.removeprefix(_PATTERN) for name in found if name.startswith(_PATTERN)), None)


def reset_among(values: Sequence[Value]) -> str | None:
    """Give the reset policy among some values."""
    found = (value.type_name for value in values if isinstance(value, Opaque))
    return next((name.removeprefix(_RESET) for name in found if name.startswith(_RESET)), None)


def _may_be_array(value: Value) -> bool:
    return isinstance(value, ListValue) or (isinstance(value, Unknown) and value.type_name == "String[]")
