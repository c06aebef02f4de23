"""Making lists, sets and maps by static methods."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.library.late_binding import shown_of
from topoviz.engine.dsl.library.maps import put_entry
from topoviz.engine.dsl.library.views import UnmodifiableList, UnmodifiableMap
from topoviz.engine.dsl.values import Constant, ListValue, MapValue, Value


def copy_list(source: Value | None, kind: str) -> ListValue:
    """A list of a collection's elements; or an empty one, perhaps with a capacity."""
    if isinstance(source, ListValue | MapValue):
        in_order = in_iteration_order(source)
        known = source.elements if isinstance(source, ListValue) else ()
        return ListValue(list(known) if in_order is None else in_order, kind, in_order is not None)
    return ListValue([], kind, is_exact=source is None or isinstance(source, Constant))


LONGEST: Final = 20_000
"""Elements of a list that is made by counting."""


def make_list(owner: str, method: str, arguments: list[Value]) -> ListValue | None:
    """Call a static method that makes a list, set or stream, or give None when it is none."""
    if (owner, method) in _OF_ELEMENTS and not ((owner, method) == ("Arrays", "stream") and len(arguments) > 1):
        if len(arguments) == 1 and isinstance(arguments[0], ListValue) and arguments[0].kind == "array":
            # Arrays.asList gives a view: what is set in the one is set in the other.
            array = arguments[0]
            shown = shown_of(array) if method == "stream" or owner.endswith("Stream") else None
            made = ListValue(list(array.elements), is_exact=array.is_exact, shown=shown)
            return array if method == "asList" else made
        return ListValue(list(arguments), kind="unordered set" if owner in ("Set", "ImmutableSet") else "list")
    if (owner, method) in _EMPTY:
        return ListValue([])
    if (owner, method) in _VIEWS and arguments and isinstance(arguments[0], ListValue):
        is_open = method.startswith("synchronized") or arguments[0].is_fixed
        return arguments[0] if is_open else UnmodifiableList(arguments[0])
    if (owner, method) in _COPIES and arguments and isinstance(arguments[0], ListValue):
        return copy_list(arguments[0], _COPIES[owner, method])
    if (owner, method) == ("Collections", "nCopies") and len(arguments) == 2:
        count = arguments[0].value if isinstance(arguments[0], Constant) else None
        if isinstance(count, int) and 0 <= count <= LONGEST:
            return ListValue([arguments[1]] * count)
    if (owner, method) == ("Stream", "concat") and all(
        isinstance(one, ListValue) and one.is_exact for one in arguments
    ):
        return ListValue([element for one in arguments if isinstance(one, ListValue) for element in one.elements])
    if owner == "IntStream" and method in ("range", "rangeClosed") and len(arguments) == 2:
        bounds = [argument.value for argument in arguments if isinstance(argument, Constant)]
        if len(bounds) == 2 and isinstance(bounds[0], int) and isinstance(bounds[1], int):
            end = bounds[1] + (1 if method == "rangeClosed" else 0)
            if end - bounds[0] <= LONGEST:
                return ListValue([Constant(number) for number in range(bounds[0], end)])
    return None


_OF_ELEMENTS = {
    ("List", "of"), ("Set", "of"), ("Arrays", "asList"), ("Stream", "of"), ("IntStream", "of"), ("Arrays", "stream"),
    ("Collections", "singletonList"), ("Collections", "singleton"), ("ImmutableList", "of"), ("ImmutableSet", "of"),
}  # fmt: skip


_EMPTY = {("Collections", "emptyList"), ("Collections", "emptySet"), ("Stream", "empty")}


_VIEWS = {
    ("Collections", "unmodifiableList"), ("Collections", "unmodifiableSet"), ("Collections", "unmodifiableCollection"),
    ("Collections", "unmodifiableSortedSet"), ("Collections", "unmodifiableNavigableSet"),
    ("Collections", "synchronizedList"), ("Collections", "synchronizedSet"), ("Collections", "synchronizedCollection"),
}  # fmt: skip


_COPIES = {("List", "copyOf"): "list", ("Set", "copyOf"): "unordered set"}


def make_map(owner: str, method: str, arguments: list[Value]) -> MapValue | None:
    """Call a static method that makes a map, or give None when it is none."""
    if (owner, method) == ("Map", "of"):
        entries = MapValue()
        for key, value in zip(arguments[::2], arguments[1::2], strict=False):
            put_entry(entries, key, value)
        # The iteration order of Map.of is not specified and differs from run to run.
        entries.kind = "unordered map"
        return entries
    if (owner, method) == ("Collections", "singletonMap") and len(arguments) == 2:
        entries = MapValue()
        put_entry(entries, *arguments)
        return entries
    if (owner, method) == ("Collections", "emptyMap"):
        return MapValue()
    if (owner, method) == ("Map", "copyOf") and isinstance(arguments[0], MapValue):
        return MapValue(dict(arguments[0].entries), "unordered map", arguments[0].is_exact)
    if (owner, method) in _VIEWS_OF_MAPS and arguments and isinstance(arguments[0], MapValue):
        is_open = method.startswith("synchronized") or arguments[0].is_fixed
        return arguments[0] if is_open else UnmodifiableMap(arguments[0])
    return None


_VIEWS_OF_MAPS = {
    ("Collections", "unmodifiableMap"), ("Collections", "unmodifiableSortedMap"),
    ("Collections", "unmodifiableNavigableMap"), ("Collections", "synchronizedMap"),
}  # fmt: skip


def make_enum_set(method: str, arguments: list[Value], constants: list[Value] | None) -> ListValue | None:
    """Call a static method of EnumSet; `constants` are those of the enum whose class is given, if it is."""
    match method:
        case "of":
            return ListValue(list(dict.fromkeys(arguments)), "sorted set")
        case "complementOf" if constants is not None and isinstance(arguments[0], ListValue) and arguments[0].is_exact:
            return ListValue(
                [one for one in constants if all(one is not left for left in arguments[0].elements)], "sorted set"
            )
        case "allOf" if constants is not None:
            return ListValue(constants, "sorted set")
        case "noneOf":
            return ListValue([], "sorted set")
        case "copyOf" if arguments and isinstance(arguments[0], ListValue):
            return ListValue(list(dict.fromkeys(arguments[0].elements)), "sorted set", arguments[0].is_exact)
        case _:
            return None
