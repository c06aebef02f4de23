"""Collections that Java refuses to change, and what it refuses when it makes them.

Java: java.util.ImmutableCollections for `List.of` and its kin, java.util.Arrays#asList for a list of fixed length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.library.comparables import doubt_sorting
from topoviz.engine.dsl.library.object_classes import UNNAMED
from topoviz.engine.dsl.throws import NO_MESSAGE, ProgramThrows
from topoviz.engine.dsl.values import Constant, ListValue, MapValue, Value, is_certainly_null, is_null, text_of
from topoviz.engine.refusal import Why
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_CHANGES: Final = frozenset({
    "add", "addAll", "addFirst", "addLast", "clear", "compute", "computeIfAbsent", "computeIfPresent", "merge", "put",
    "putAll", "putIfAbsent", "remove", "removeAll", "removeFirst", "removeIf", "removeLast", "replace", "replaceAll",
    "retainAll", "set", "sort",
})  # fmt: skip
FIXED_LENGTH: Final = "list of fixed length"
"""The kind of a list to which nothing can be added."""

_OF_FIXED_LENGTH: Final = {("Arrays", "asList")}
_LENIENT: Final = {
    ("Collections", "emptyList"), ("Collections", "emptySet"), ("Collections", "emptyMap"),
    ("Collections", "singletonList"), ("Collections", "singleton"), ("Collections", "singletonMap"),
    ("Collections", "nCopies"),
}  # fmt: skip
_MAY_CHANGE_NOTHING: Final = frozenset({
    "addAll", "clear", "compute", "computeIfPresent", "putAll", "remove", "removeAll", "removeIf", "replace",
    "replaceAll", "retainAll", "sort",
})  # fmt: skip
_FIXING: Final = {
    ("List", "of"), ("Set", "of"), ("Map", "of"), ("List", "copyOf"), ("Set", "copyOf"), ("Map", "copyOf"),
    ("Collections", "singletonMap"),
    ("ImmutableList", "of"), ("ImmutableSet", "of"),
}  # fmt: skip


def refuse_change(world: World, target: ListValue | MapValue, method: str, arguments: list[Value], span: Span) -> None:
    """Raise what Java throws when a collection that may not be changed is."""
    grows = method in ("add", "addAll", "put") and target.kind in ("array", FIXED_LENGTH)
    if not grows and not (target.is_fixed and method in _CHANGES):
        return
    if (grows or target.lets_through) and method in _MAY_CHANGE_NOTHING:
        given = arguments[0] if arguments and method in ("addAll", "putAll") else target
        if _is_empty(given):
            return
        if given is target or not getattr(given, "is_exact", False):
            reason = f"{method}() may change a collection that Java does not let be changed."
            world.doubt("refused-change", span, reason, "Java may end the program here.")
            return
    words = target.refusal if isinstance(target, MapValue) else None
    raise ProgramThrows(Why.FIXED_COLLECTION, "UnsupportedOperationException", words or NO_MESSAGE, world.origin(span))


def doubt_null(world: World, target: ListValue | MapValue, method: str, arguments: list[Value], span: Span) -> None:
    """Tell of a null that goes into a collection, or is looked for in one, which some collections of Java refuse.

    A sorted one compares what it is given, and ConcurrentHashMap and `Map.of` take no null; how Java words it depends
    on the class.
    """
    adds_null = method in _ADDING and any(map(is_certainly_null, arguments))
    if adds_null and isinstance(target, ListValue) and target.refuses_null:
        raise ProgramThrows(Why.NULL_USED, "NullPointerException", NO_MESSAGE, world.origin(span))
    takes_nulls = not target.kind.startswith(("sorted", "unordered")) and not target.is_fixed
    if takes_nulls or method not in _GIVEN_KEYS or not any(map(is_certainly_null, arguments[:2])):
        return
    is_value = method in ("getOrDefault", "replace") or (method == "put" and target.kind.startswith("sorted"))
    if is_value and not is_certainly_null(arguments[0]):
        return
    reason = f"{method}() is given null, which this collection may refuse."
    world.doubt("refused-null", span, reason, "Java may end the program here.")


_ADDING: Final = frozenset({"add", "addFirst", "addLast", "offer", "offerFirst", "offerLast", "push"})
_GIVEN_KEYS: Final = frozenset({
    "add", "put", "putIfAbsent", "get", "getOrDefault", "containsKey", "contains", "remove", "replace", "indexOf",
})  # fmt: skip


def refuse_static_change(world: World, owner: str, method: str, arguments: list[Value], span: Span) -> None:
    """Raise what Java throws when Collections.sort and its kin are given a collection that may not be changed."""
    target = arguments[0] if arguments else None
    if (owner, method) in _SORTING and target is not None and (len(arguments) == 1 or is_null(arguments[1])):
        doubt_sorting(world, target, span)
    if owner != "Collections" or method not in _STATIC_CHANGES or not isinstance(target, ListValue):
        return
    is_fixed = target.is_fixed or (method == "addAll" and target.kind == FIXED_LENGTH and len(arguments) > 1)
    if not is_fixed or (len(target.elements) < _STATIC_CHANGES[method] and target.is_exact):
        return
    if method == "rotate" or target.lets_through or not target.is_exact:
        reason = f"Collections.{method}() may change a collection that Java does not let be changed."
        world.doubt("refused-change", span, reason, "Java may end the program here.")
        return
    raise ProgramThrows(Why.FIXED_COLLECTION, "UnsupportedOperationException", NO_MESSAGE, world.origin(span))


_SORTING: Final = {("Collections", "sort"), ("Arrays", "sort"), ("Arrays", "parallelSort")}
_STATIC_CHANGES: Final = {"sort": 0, "reverse": 2, "shuffle": 2, "swap": 0, "rotate": 2, "fill": 1, "addAll": 0}
"""Methods of Collections that change a list, and how many elements it must have for them to do so."""


def _is_empty(value: Value) -> bool:
    held = value.elements if isinstance(value, ListValue) else value.entries if isinstance(value, MapValue) else None
    return isinstance(value, ListValue | MapValue) and value.is_exact and not held


def refuse_resizing(world: World, target: ListValue, before: int, method: str, span: Span) -> None:
    """Raise what Java throws when a list of fixed length, as `Arrays.asList` makes it, has become shorter."""
    if target.kind in ("array", FIXED_LENGTH) and len(target.elements) < before:
        words = NO_MESSAGE if method == "clear" else "remove"
        raise ProgramThrows(Why.FIXED_COLLECTION, "UnsupportedOperationException", words, world.origin(span))


def fix(world: World, owner: str, method: str, arguments: list[Value], made: Value, span: Span) -> None:
    """Mark what a static method makes if Java does not let it be changed, and refuse what that may not hold."""
    if (owner, method) in _OF_FIXED_LENGTH and isinstance(made, ListValue):
        # That of an array is the same list of elements here, so that neither is known to be just a list or an array.
        made.class_name = UNNAMED if made.kind == "list" else ""
        made.kind = FIXED_LENGTH if made.kind == "list" else made.kind
    if method.startswith("synchronized") and isinstance(made, ListValue | MapValue):
        made.class_name = ""
    if (owner, method) in _LENIENT | _FIXING and isinstance(made, ListValue | MapValue):
        made.class_name = UNNAMED
    if (owner, method) in _LENIENT and isinstance(made, ListValue | MapValue):
        made.is_fixed = made.lets_through = True
    if (owner, method) not in _FIXING or not isinstance(made, ListValue | MapValue):
        return
    made.is_fixed = True
    if method != "of" or not owner[0].isupper() or owner.startswith("Immutable"):
        return
    if any(is_null(argument) for argument in arguments):
        raise ProgramThrows(Why.NULL_USED, "NullPointerException", NO_MESSAGE, world.origin(span))
    keys = arguments[::2] if owner == "Map" else arguments if owner == "Set" else []
    known = [key for key in keys if isinstance(key, Constant)]
    twice = next((key for place, key in enumerate(known) if key in known[:place]), None)
    if twice is not None:
        words = f"duplicate {'key' if owner == 'Map' else 'element'}: {text_of(twice)}"
        raise ProgramThrows(Why.KEY_TWICE, "IllegalArgumentException", words, world.origin(span))
