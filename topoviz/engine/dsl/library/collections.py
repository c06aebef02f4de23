"""Lists, arrays, maps, streams and iterators of java.util, as far as programs build topologies with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from topoviz.engine.dsl.library.texts import call_string_builder
from topoviz.engine.dsl.values import NULL, Constant, ListValue, MapValue, Scalar, Value
from topoviz.engine.java_order import filled_order, utf16_key
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World


def make_list(owner: str, method: str, arguments: list[Value]) -> ListValue | None:
    """Call a static method that makes a list, set or stream, or give None when it is none."""
    if (owner, method) in _OF_ELEMENTS:
        if len(arguments) == 1 and isinstance(arguments[0], ListValue) and arguments[0].kind == "array":
            return ListValue(list(arguments[0].elements), is_exact=arguments[0].is_exact)
        return ListValue(list(arguments), kind="unordered set" if owner in ("Set", "ImmutableSet") else "list")
    if (owner, method) in _EMPTY:
        return ListValue([])
    if (owner, method) in _COPIES and arguments and isinstance(arguments[0], ListValue):
        return ListValue(list(arguments[0].elements), arguments[0].kind, arguments[0].is_exact)
    if owner == "IntStream" and method in ("range", "rangeClosed") and len(arguments) == 2:
        bounds = [argument.value for argument in arguments if isinstance(argument, Constant)]
        if len(bounds) == 2 and isinstance(bounds[0], int) and isinstance(bounds[1], int):
            end = bounds[1] + (1 if method == "rangeClosed" else 0)
            if end - bounds[0] <= 20_000:
                return ListValue([Constant(number) for number in range(bounds[0], end)])
    return None


_OF_ELEMENTS = {
    ("List", "of"), ("Set", "of"), ("Arrays", "asList"), ("Stream", "of"), ("Arrays", "stream"),
    ("Collections", "singletonList"), ("Collections", "singleton"), ("ImmutableList", "of"), ("ImmutableSet", "of"),
}  # fmt: skip
_EMPTY = {("Collections", "emptyList"), ("Collections", "emptySet"), ("Stream", "empty")}
_COPIES = {
    ("List", "copyOf"), ("Set", "copyOf"), ("Collections", "unmodifiableList"), ("Collections", "unmodifiableSet"),
}  # fmt: skip


def make_map(owner: str, method: str, arguments: list[Value]) -> MapValue | None:
    """Call a static method that makes a map, or give None when it is none."""
    if (owner, method) == ("Map", "of"):
        entries = MapValue()
        for key, value in zip(arguments[::2], arguments[1::2], strict=False):
            _put(entries, key, value)
        # The iteration order of Map.of is not specified and differs from run to run.
        entries.kind = "unordered map"
        return entries
    if (owner, method) == ("Collections", "singletonMap") and len(arguments) == 2:
        entries = MapValue()
        _put(entries, *arguments)
        return entries
    if (owner, method) == ("Collections", "emptyMap"):
        return MapValue()
    return None


def call_list(world: World, elements: ListValue, method: str, arguments: list[Value], span: Span) -> Value | None:
    """Call a method of a list, array, set or stream that takes no function; None when it is not known here."""
    if elements.kind == "text":
        return call_string_builder(elements, method, arguments)
    if elements.kind == "entry" and method in ("getKey", "getValue"):
        return elements.elements[0 if method == "getKey" else 1]
    first = arguments[0] if arguments else None
    match method:
        case "add" | "addLast" if first is not None and len(arguments) == 1:
            if not elements.kind.endswith("set") or first not in elements.elements:
                elements.elements.append(first)
            return Constant(True)
        case "addAll" if isinstance(first, ListValue):
            elements.elements.extend(first.elements)
            elements.is_exact = elements.is_exact and first.is_exact
            return Constant(True)
        case "get" | "elementAt" if isinstance(first, Constant) and isinstance(first.value, int):
            if 0 <= first.value < len(elements.elements):
                return elements.elements[first.value]
        case "getFirst" if elements.elements:
            return elements.elements[0]
        case "size" | "count" if elements.is_exact:
            return Constant(len(elements.elements))
        case "isEmpty" if elements.is_exact:
            return Constant(not elements.elements)
        case "contains" if elements.is_exact and all(isinstance(one, Constant) for one in elements.elements):
            return Constant(first in elements.elements)
        case "stream" | "iterator" | "toList" | "collect" | "parallelStream" | "toArray" | "boxed" | "sequential":
            in_order = in_iteration_order(elements)
            kind = "array" if method == "toArray" else "list"
            return ListValue(list(elements.elements), kind, False) if in_order is None else ListValue(in_order, kind)
        case "clear":
            elements.elements.clear()
            return NULL
        case _:
            pass
    return None


def call_map(world: World, entries: MapValue, method: str, arguments: list[Value], span: Span) -> Value | None:
    """Call a method of a map that takes no function; None when it is not known here."""
    first = arguments[0] if arguments else None
    match method:
        case "put" | "putIfAbsent" if len(arguments) == 2:
            if method == "put" or not isinstance(first, Constant) or first.value not in entries.entries:
                _put(entries, arguments[0], arguments[1])
            return NULL
        case "get" | "getOrDefault" if isinstance(first, Constant):
            if first.value in entries.entries:
                return entries.entries[first.value]
            if entries.is_exact:
                return arguments[1] if len(arguments) > 1 else NULL
        case "containsKey" if isinstance(first, Constant) and entries.is_exact:
            return Constant(first.value in entries.entries)
        case "size" if entries.is_exact:
            return Constant(len(entries.entries))
        case "values" | "keySet" | "entrySet":
            return _view(entries, method)
        case _:
            pass
    return None


def in_iteration_order(collection: Value) -> list[Value] | None:
    """Give the elements in the order in which Java goes through them, or None when that is not known.

    Hash sets and hash maps go by the hashes of their elements, which are specified for strings; `Set.of` and `Map.of`
    choose an order anew in every run.
    """
    if isinstance(collection, MapValue):
        keys = _ordered_keys(collection)
        if keys is None:
            return None
        return [ListValue([Constant(key), collection.entries[key]], kind="entry") for key in keys]
    if not isinstance(collection, ListValue) or not collection.is_exact:
        return None
    elements = collection.elements
    if len(elements) < 2 or not collection.kind.endswith(" set"):
        return list(elements)
    texts = [element.value for element in elements if isinstance(element, Constant)]
    ordered = _order(collection.kind, texts) if len(texts) == len(elements) else None
    return None if ordered is None else [Constant(text) for text in ordered]


def _view(entries: MapValue, method: str) -> ListValue:
    keys = _ordered_keys(entries)
    is_exact = keys is not None
    known = list(entries.entries) if keys is None else keys
    if method == "values":
        return ListValue([entries.entries[key] for key in known], is_exact=is_exact)
    if method == "keySet":
        return ListValue([Constant(key) for key in known], is_exact=is_exact)
    return ListValue(
        [ListValue([Constant(key), entries.entries[key]], kind="entry") for key in known], is_exact=is_exact
    )


def _ordered_keys(entries: MapValue) -> Sequence[Scalar] | None:
    if not entries.is_exact:
        return None
    keys = list(entries.entries)
    if entries.kind == "map" or len(keys) < 2:
        return keys
    return _order(entries.kind, keys)


def _order(kind: str, keys: list[Scalar]) -> list[str] | None:
    texts = [key for key in keys if isinstance(key, str)]
    if len(texts) != len(keys):
        return None
    if kind.startswith("hash"):
        return filled_order(texts)
    return sorted(texts, key=utf16_key) if kind.startswith("sorted") else None


def _put(entries: MapValue, key: Value, value: Value) -> None:
    if isinstance(key, Constant):
        entries.entries[key.value] = value
    else:
        entries.is_exact = False
