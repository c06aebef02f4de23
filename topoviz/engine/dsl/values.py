"""The values that the interpreter computes with: known, partly known or unknown, each unknown with its reason.

DSL objects (streams, tables, builders) have their own module; here is what any program has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.program import ClassInfo
    from topoviz.engine.dsl.scopes import Scope
    from topoviz.engine.syntax import tree

Scalar = str | int | float | bool | None


class Value:
    """Anything an expression can come to."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Constant(Value):
    """A string, number, boolean or null that the text determines."""

    value: Scalar


@dataclass(frozen=True, slots=True)
class Unknown(Value):
    """What the text does not determine.

    `key` is what a user sets to make it known; `type_name` is the declared type's simple name where there is one.
    """

    key: str
    reason: str
    span: Span | None = None
    type_name: str = ""


@dataclass(frozen=True, slots=True)
class Text(Value):
    """A string with unknown parts."""

    parts: tuple[str | Unknown, ...]


@dataclass(frozen=True, slots=True)
class Opaque(Value):
    """A known object of no consequence for the topology, such as a Duration or a record mapper's helper."""

    type_name: str


@dataclass(frozen=True, slots=True)
class LibraryClass(Value):
    """A class that is not in the text, by its simple name; its static methods are known by table."""

    name: str


@dataclass(frozen=True, slots=True)
class UserClass(Value):
    """A class of the text, as the target of static calls."""

    info: ClassInfo


@dataclass(eq=False, slots=True)
class Instance(Value):
    """An object of a class of the text."""

    info: ClassInfo
    fields: dict[str, Value]
    scope: Scope | None = None
    outer: Instance | None = None


@dataclass(eq=False, slots=True)
class Closure(Value):
    """A lambda with the scope and object it was made in."""

    node: tree.Lambda
    scope: Scope


@dataclass(eq=False, slots=True)
class BoundMethod(Value):
    """A method reference: a function of the text, bound to an object or class."""

    target: Value
    name: str
    span: Span


@dataclass(eq=False, slots=True)
class Composed(Value):
    """Two functions run one after the other: `first.andThen(second)`."""

    first: Value
    second: Value


@dataclass(eq=False, slots=True)
class ListValue(Value):
    """An array, list, set or stream of values, in order. `is_exact` is false when elements may be missing."""

    elements: list[Value]
    kind: str = "list"
    is_exact: bool = True


@dataclass(eq=False, slots=True)
class MapValue(Value):
    """A map with constant keys; `is_exact` is false when entries may be missing or overwritten."""

    entries: dict[Scalar, Value] = field(default_factory=dict)
    kind: str = "map"
    is_exact: bool = True


NULL = Constant(None)

Native = Callable[[list[Value]], Value]


def text_of(value: Value) -> str | None:
    """Give the string a constant turns into when concatenated in Java, or None when it is not a constant."""
    if not isinstance(value, Constant):
        return None
    match value.value:
        case None:
            return "null"
        case bool():
            return "true" if value.value else "false"
        case float():
            return repr(value.value)
        case _:
            return str(value.value)


def join_text(left: Value, right: Value) -> Value:
    """Concatenate two values as Java's `+` does when one is a string; unknown parts stay visible."""
    parts: list[str | Unknown] = []
    for value in (left, right):
        for part in text_parts(value):
            if isinstance(part, str) and parts and isinstance(parts[-1], str):
                parts[-1] += part
            else:
                parts.append(part)
    if all(isinstance(part, str) for part in parts):
        return Constant("".join(part for part in parts if isinstance(part, str)))
    return Text(tuple(parts))


def text_parts(value: Value) -> tuple[str | Unknown, ...]:
    """Take a value apart into known strings and unknowns."""
    if isinstance(value, Text):
        return value.parts
    if isinstance(value, Unknown):
        return (value,)
    known = text_of(value)
    if known is not None:
        return (known,)
    return (Unknown(type(value).__name__.lower(), "This value is not a string that the text determines."),)


def truth_of(value: Value) -> bool | None:
    """Give a condition's value, or None when the text does not determine it."""
    if isinstance(value, Constant) and isinstance(value.value, bool):
        return value.value
    return None


def is_null(value: Value) -> bool | None:
    """Tell whether a value is null; None when that is not known."""
    if isinstance(value, Unknown):
        return None
    return isinstance(value, Constant) and value.value is None


def why_unknown(value: Value) -> tuple[Unknown, ...]:
    """List the unknowns that a value is made of."""
    if isinstance(value, Unknown):
        return (value,)
    if isinstance(value, Text):
        return tuple(part for part in value.parts if isinstance(part, Unknown))
    return ()
