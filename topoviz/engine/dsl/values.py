"""The values that the interpreter computes with: known, partly known or unknown, each unknown with its reason.

DSL objects (streams, tables, builders) have their own module; here is what any program has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.budget import check_text
from topoviz.engine.dsl.numbers import CHARACTER, FLOAT, LONG, double_text, float_text
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
    from topoviz.engine.dsl.scopes import Scope
    from topoviz.engine.syntax import tree

Scalar = str | int | float | bool | None


class Value:
    """Anything an expression can come to."""

    __slots__ = ()

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose what may have changed, and give what was held, which may have changed too; most values never change."""
        return ()

    def written(self) -> Sequence[str | Value] | None:
        """Give what toString() puts together, as far as it is specified; None for all else."""
        return None


@dataclass(frozen=True, slots=True)
class Constant(Value):
    """A string, number, boolean or null that the text determines.

    `kind` is `char` for one letter, `long` or `float` for a number that is certainly one, and for a null the type that
    a cast or a declaration gives it.
    """

    value: Scalar
    kind: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Unknown(Value):
    """What the text does not determine.

    `key` is what a user sets to make it known; `type_name` is the declared type's simple name where there is one. A
    call lost on the way has been `told` to the user; what follows from it need not be told again. Where the text says
    what it is, unless something outside says otherwise, that is `likely`, and shown. Where it is one of several
    objects of the text, it `may_be` these: what changes it changes one of them.
    """

    key: str
    reason: str
    span: Span | None = None
    type_name: str = ""
    told: bool = False
    likely: str | None = None
    may_be: tuple[Value, ...] = field(default=(), compare=False, repr=False)

    def forget(self, reason: str) -> Iterable[Value]:
        """Give the objects of which this is one."""
        return self.may_be

    @property
    def shown(self) -> str:
        """What stands for it where a text is made of it."""
        return f"${{{self.key}}}" if self.likely is None else self.likely


@dataclass(frozen=True, slots=True)
class Text(Value):
    """A string with unknown parts."""

    parts: tuple[str | Unknown, ...]


@dataclass(frozen=True, slots=True)
class Opaque(Value):
    """A known object of no consequence for the topology, such as a Duration or a record mapper's helper."""

    type_name: str


@dataclass(frozen=True, slots=True)
class FlaggedPattern(Opaque):
    """A regular expression with flags, which decide what it matches."""


@dataclass(frozen=True, slots=True)
class FileText(Value):
    """A stream, reader or path that leads to a file of the given name."""

    name: str = ""


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

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose the fields that are not final."""
        held = list(self.fields.values())
        lasting = self.info.final_fields()
        for name in self.fields:
            # Names with brackets stand for what a method gives; `super` is the library object behind this one.
            if name not in lasting and not name.endswith("()") and name != "super":
                self.fields[name] = Unknown(name, reason)
        return held


@dataclass(frozen=True, slots=True)
class TypedKey:
    """A constant that Java tells from others of the same value: `'a'` is not "a", nor `1L` or `1.0` the number 1."""

    value: Scalar
    kind: str


Key = Scalar | Instance | TypedKey
"""What a map's entry is found by: a constant's value, with its class if need be, or an enum's constant."""


def is_key(value: Value) -> bool:
    """Tell whether two of these values are certain to be equal or not."""
    return isinstance(value, Constant) or (isinstance(value, Instance) and "name()" in value.fields)


def key_of(value: Value) -> Key:
    """Give what a map finds an entry by."""
    assert isinstance(value, Constant | Instance)
    if isinstance(value, Instance):
        return value
    own_class = isinstance(value.value, bool | float) or value.kind in _KINDS_OF_KEYS
    return TypedKey(value.value, value.kind or type(value.value).__name__) if own_class else value.value


def value_of_key(key: Key) -> Value:
    """Give the value that an entry is found by."""
    if isinstance(key, TypedKey):
        return Constant(key.value, key.kind if key.kind in _KINDS_OF_KEYS else "")
    return key if isinstance(key, Instance) else Constant(key)


_KINDS_OF_KEYS: Final = (CHARACTER, LONG, FLOAT, "short", "byte")


def twin_of(key: Key, held: Iterable[Key]) -> Key | None:
    """Find a key of the same number, and perhaps of another class: the text does not always tell an int from a long."""
    number = _whole_number(key)
    return None if number is None else next((one for one in held if one != key and _whole_number(one) == number), None)


def _whole_number(key: Key) -> int | None:
    value = key.value if isinstance(key, TypedKey) else key
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@dataclass(eq=False, slots=True)
class Closure(Value):
    """A lambda with the scope and object it was made in, and the interface it was first declared as.

    One of Kotlin with a receiver `receives` so many arguments with the one that is `this` inside it.
    """

    node: tree.Lambda
    scope: Scope
    type_name: str = ""
    receives: int = 0


@dataclass(eq=False, slots=True)
class LocalFunction(Value):
    """A function of the text that stands inside another one, with the scope it sees."""

    function: FunctionInfo
    scope: Scope


@dataclass(eq=False, slots=True)
class Lazy(Value):
    """What Kotlin's `by lazy` makes: computed when it is first read."""

    function: Value
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Named(Value):
    """An argument that is given by name."""

    name: str
    value: Value


@dataclass(eq=False, slots=True)
class BoundMethod(Value):
    """A method reference: a function of the text, bound to an object or class.

    Without target, it is a function that is looked up from the scope. `super::name` is bound to the object, and looks
    for the function above the class it stands in.
    """

    target: Value | None
    name: str
    span: Span
    scope: Scope | None = None
    is_above: bool = False


@dataclass(eq=False, slots=True)
class Composed(Value):
    """Two functions run one after the other: `first.andThen(second)`."""

    first: Value
    second: Value


@dataclass(frozen=True, slots=True)
class Identity(Value):
    """A function that gives what it is given."""


JAVA_STREAM: Final = "java stream"
SEQUENCE: Final = "kotlin sequence"
"""The kind of a list that stands for a Sequence of Kotlin, which is lazy, or for what else is gone through later."""
"""The kind of a list that stands for a java.util.stream.Stream, which is lazy; Kotlin's lists are not."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A collection, and what it held when a stream, an iterator or a part of it was made.

    What was made of its elements does not hold the `is_whole` collection any more. A part of a list holds `count`
    elements from a place on; an iterator has given the one there last, or has taken it away.
    """

    collection: ListValue | MapValue
    elements: list[Value] | None
    is_whole: bool = True
    start: int = 0
    count: int | None = None


@dataclass(eq=False, slots=True)
class ListValue(Value):
    """An array, list, set or stream of values, in order. `is_exact` is false when elements may be missing.

    A view, such as a map's keys, has the collection that changes with it as `backing`. How long the table of a hash set
    is that `is_resized` is not known. Java refuses to change what `is_fixed`, such as `List.of(…)`;
    `Collections.emptyList()` and its kin also `lets_through` calls that change nothing. An array of
    numbers has the type of its elements. Streams, iterators and parts of lists know the collection that is `shown`.
    Nothing that `refuses_null` can hold one. `class_name` is the class that it was made of, where that is known.
    """

    elements: list[Value]
    kind: str = "list"
    is_exact: bool = True
    backing: ListValue | MapValue | None = None
    is_resized: bool = False
    is_fixed: bool = False
    lets_through: bool = False
    element_type: str = ""
    shown: Shown | None = None
    refuses_null: bool = False
    class_name: str = ""

    def written(self) -> Sequence[str | Value] | None:
        """Give the text that a StringBuilder holds; nothing else of what elements look like is known here."""
        return list(self.elements) if self.kind == "text" and self.is_exact else None

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose all elements; a text and a map's entry keep their places."""
        held = list(self.elements) if self.backing is None else [*self.elements, self.backing]
        if self.kind in ("text", "entry"):
            self.elements[:] = [Unknown(self.kind, reason)] * len(held)
        else:
            self.elements.clear()
        self.is_exact = False
        return held


@dataclass(eq=False, slots=True)
class MapValue(Value):
    """A map by constants, enums' included; `is_exact` is false when there may be other entries than those known here.

    How long the table of a hash map is that `is_resized` is not known. A map that `is_fixed` refuses a change with
    `refusal`, or without a message. `class_name` is the class that it was made of, where that is known.
    """

    entries: dict[Key, Value] = field(default_factory=dict)
    kind: str = "map"
    is_exact: bool = True
    is_resized: bool = False
    is_fixed: bool = False
    lets_through: bool = False
    refusal: str | None = None
    class_name: str = ""

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose all entries."""
        held = list(self.entries.values())
        self.entries.clear()
        self.is_exact = False
        return held


NULL = Constant(None)
SO_FAR: Final = "so far"
"""The kind of a null that somebody outside the text may have replaced."""


def taint(value: Value, reason: str) -> None:
    """Make a value that can change unknown in place, with all that it holds; what cannot change stays as it is."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if id(current) not in seen:
            seen.add(id(current))
            waiting.extend(current.forget(reason))


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
            return float_text(value.value) if value.kind == FLOAT else double_text(value.value)
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
    check_text(sum(len(part) if isinstance(part, str) else 1 for part in parts))
    if all(isinstance(part, str) for part in parts):
        return Constant("".join(part for part in parts if isinstance(part, str)))
    return Text(tuple(parts))


def text_parts(value: Value) -> tuple[str | Unknown, ...]:
    """Take a value apart into known strings and unknowns; raises BudgetSpent for a text without an end."""
    parts: list[str | Unknown] = []
    waiting: list[str | Value] = [value]
    while waiting:
        check_text(len(parts))
        current = waiting.pop()
        if isinstance(current, str | Unknown):
            parts.append(current)
        elif isinstance(current, Text):
            parts.extend(current.parts)
        else:
            known = text_of(current)
            written = current.written() if known is None else [known]
            if written is None:
                name = type(current).__name__.lower()
                written = [Unknown(name, "This value is not a string that the text determines.")]
            waiting.extend(reversed(written))
    return tuple(parts)


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


def is_certainly_null(value: Value) -> bool:
    """Tell whether a value is null and nobody outside the text can have set it before."""
    return isinstance(value, Constant) and value.value is None and value.kind != SO_FAR


def null_type(value: Value) -> str:
    """Give the simple name of the type that a cast or a declaration gives a null, or nothing."""
    is_typed = isinstance(value, Constant) and value.value is None and value.kind != SO_FAR
    return value.kind if is_typed and isinstance(value, Constant) else ""


def null_so_far(value: Value) -> Value:
    """Give a value as a field holds it that somebody outside the text may set."""
    return Constant(None, SO_FAR) if is_null(value) else value


def why_unknown(value: Value) -> tuple[Unknown, ...]:
    """List the unknowns that a value is made of."""
    if isinstance(value, Unknown):
        return (value,)
    if isinstance(value, Text):
        return tuple(part for part in value.parts if isinstance(part, Unknown))
    return ()
