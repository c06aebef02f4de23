"""Methods of java.util.Map, as far as programs build topologies with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.library import hash_tables
from topoviz.engine.dsl.library.iteration import ordered_keys
from topoviz.engine.dsl.library.map_views import MapView
from topoviz.engine.dsl.values import (
    NULL,
    Constant,
    MapValue,
    Unknown,
    Value,
    is_key,
    key_of,
    twin_of,
)
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World


def call_map(world: World, entries: MapValue, method: str, arguments: list[Value], span: Span) -> Value | None:
    """Call a method of a map that takes no function; None when it is not known here."""
    first = arguments[0] if arguments else None
    changed = _change_map(entries, method, arguments)
    if changed is not None:
        return changed
    match method:
        case "get" | "getOrDefault" | "containsKey" if first is not None:
            is_held = holds(entries, first)
            if method == "containsKey" and is_held is not None:
                return Constant(is_held)
            if is_held:
                return entries.entries[key_of(first)]
            if is_held is False:
                return arguments[1] if len(arguments) > 1 else NULL
        case "size" if entries.is_exact:
            return Constant(len(entries.entries))
        case "isEmpty" if entries.is_exact or entries.entries:
            return Constant(not entries.entries)
        case "values" | "keySet" | "entrySet":
            return MapView(entries, method)
        case _ if method not in _MAP_QUESTIONS:
            return None
        case _:
            pass
    return world.unknown(world.text_at(span), "The entries are not known for certain.", span)


_MAP_QUESTIONS: Final = frozenset({
    "get", "getOrDefault", "containsKey", "containsValue", "size", "isEmpty", "firstKey", "lastKey", "equals",
    "hashCode", "toString",
})  # fmt: skip


def holds(entries: MapValue, key: Value) -> bool | None:
    """Tell whether a map has an entry under a key; None when that is not known."""
    if not is_key(key):
        return None
    if key_of(key) in entries.entries:
        return True
    return None if not entries.is_exact or twin_of(key_of(key), entries.entries) is not None else False


def put_entry(entries: MapValue, key: Value, value: Value) -> None:
    """Put an entry into a map; under a key that is not known it may replace any other."""
    if is_key(key) and twin_of(key_of(key), entries.entries) is None:
        entries.entries[key_of(key)] = value
    else:
        entries.forget("An entry was put under a key that is not known.")


def put_made(entries: MapValue, key: Value, value: Value) -> None:
    """Put an entry into a map as its methods do that take a function."""
    put_entry(entries, key, value)
    hash_tables.doubt_last(entries)


def _change_map(entries: MapValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method that changes a map, as far as its effect is certain; None for all others."""
    match method, arguments:
        case "put", [key, value]:
            before = _value_before(entries, key)
            put_entry(entries, key, value)
            return before
        case "putIfAbsent", [key, value] if holds(entries, key) is not None:
            before = _value_before(entries, key)
            if before == NULL:
                put_entry(entries, key, value)
            return before
        case "remove", [key] if entries.is_exact and holds(entries, key) is not None:
            hash_tables.take_from(entries)
            return entries.entries.pop(key_of(key), NULL)
        case "clear", []:
            hash_tables.take_from(entries)
            entries.entries.clear()
            entries.is_exact = True
            return NULL
        case "putAll", [MapValue() as other]:
            _put_all(entries, other)
            return NULL
        case "replace", [key, value] if is_key(key) and key_of(key) in entries.entries:
            before = entries.entries[key_of(key)]
            entries.entries[key_of(key)] = value
            return before
        case _:
            return None


def _value_before(entries: MapValue, key: Value) -> Value:
    if is_key(key) and key_of(key) in entries.entries:
        return entries.entries[key_of(key)]
    if holds(entries, key) is False:
        return NULL
    return Unknown("put()", "What the map held before is not known.")


def _put_all(entries: MapValue, other: MapValue) -> None:
    keys = ordered_keys(other)
    if keys is None and len(other.entries) > 1:
        # What it holds is known, in which order it comes is not.
        entries.kind = "unordered map" if entries.kind == "map" else entries.kind
    # An empty table is made to fit, and any is made longer at once for many entries.
    is_resized = not entries.entries or len(other.entries) > hash_tables.LARGEST_OF_SHORTEST
    entries.is_resized = entries.is_resized or (is_resized and bool(other.entries))
    if not other.is_exact:
        entries.entries.clear()
        entries.is_exact = False
    for key in keys or other.entries:
        entries.entries[key] = other.entries[key]
