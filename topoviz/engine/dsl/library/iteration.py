"""The order in which Java goes through lists, sets and maps.

Hash sets and hash maps go by the hashes of their elements, which are specified for strings, letters and whole numbers;
`Set.of` and `Map.of` choose an order anew in every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from topoviz.engine.dsl.library import hash_tables
from topoviz.engine.dsl.values import (
    SEQUENCE,
    Constant,
    Instance,
    Key,
    ListValue,
    MapValue,
    Shown,
    TypedKey,
    Value,
    key_of,
    value_of_key,
)
from topoviz.engine.java_order.strings import utf16_key


def in_iteration_order(collection: Value) -> list[Value] | None:
    """Give the elements in the order in which Java goes through them, or None when that is not known."""
    if isinstance(collection, MapValue):
        keys = ordered_keys(collection)
        if keys is None:
            return None
        return [entry_of(collection, key) for key in keys]
    if not isinstance(collection, ListValue) or not collection.is_exact:
        return None
    shown = collection.shown if collection.kind != "iterator" else None
    if shown is not None and shown.count is not None and has_changed(shown):
        return None  # a part of a list ends with the list's next change
    if shown is not None and collection.kind == SEQUENCE and has_changed(shown):
        return elements_now(shown.collection) if shown.is_whole else None  # it is gone through only now
    elements = collection.elements
    if len(elements) < 2 or not collection.kind.endswith(" set"):
        return list(elements)
    if all(isinstance(element, Instance) for element in elements):
        return _in_order_of_enum(elements) if collection.kind in _BY_ORDINAL else None
    keys = [key_of(element) for element in elements if isinstance(element, Constant)]
    ordered = _order(collection, keys) if len(keys) == len(elements) else None
    return None if ordered is None else [value_of_key(key) for key in ordered]


def ordered_keys(entries: MapValue) -> Sequence[Key] | None:
    if not entries.is_exact:
        return None
    keys = list(entries.entries)
    if entries.kind == "map" or len(keys) < 2:
        return keys
    return _order(entries, keys)


def entry_of(entries: MapValue, key: Key) -> ListValue:
    return ListValue([value_of_key(key), entries.entries[key]], kind="entry", backing=entries)


_BY_ORDINAL: Final = ("sorted map", "sorted set")
"""Sorted collections of an enum's constants go by their order in the enum; hashes of theirs differ in every run."""


def _in_order_of_enum(constants: Sequence[Value]) -> list[Any] | None:
    """Sort constants of one enum; None when one has no place known."""
    places = [one.fields.get("ordinal()") if isinstance(one, Instance) else None for one in constants]
    ordinals = [place.value for place in places if isinstance(place, Constant) and isinstance(place.value, int)]
    if len(ordinals) != len(constants):
        return None
    return [constants[index] for index in sorted(range(len(constants)), key=ordinals.__getitem__)]


def _order(collection: ListValue | MapValue, keys: Sequence[Key]) -> list[Any] | None:
    if collection.kind in _BY_ORDINAL and all(isinstance(key, Instance) for key in keys):
        return _in_order_of_enum([value_of_key(key) for key in keys])
    if collection.kind.startswith("hash"):
        return None if collection.is_resized else hash_tables.in_order(keys)
    return _sorted(keys) if collection.kind.startswith("sorted") else None


def _sorted(keys: Sequence[Key]) -> list[Any] | None:
    """Sort texts, letters or whole numbers as they compare by themselves; None for anything else, or a mixture."""
    kinds = {key.kind if isinstance(key, TypedKey) else type(key).__name__ for key in keys}
    values = {key: key.value if isinstance(key, TypedKey) else key for key in keys}
    match [*kinds]:
        case ["str" | "char"]:
            return sorted(keys, key=lambda key: utf16_key(str(values[key])))
        case ["int" | "long" | "short" | "byte" | "bool"]:
            return sorted(keys, key=lambda key: int(str(int(values[key]))))  # type: ignore[arg-type]
        case _:
            return None


def has_changed(shown: Shown) -> bool:
    """Tell whether a collection holds, or may hold, something else than it did."""
    before, now = shown.elements, elements_now(shown.collection)
    if before is None or now is None:
        return before is not now
    return len(before) != len(now) or not all(map(_is_same, before, now))


def elements_now(collection: ListValue | MapValue) -> list[Value] | None:
    """Give what a collection holds now; None when that is not known."""
    in_order = in_iteration_order(collection)
    return None if in_order is None else list(in_order)


def _is_same(one: Value, other: Value) -> bool:
    """Tell whether two are the same object; entries of a map are made anew each time that they are asked for."""
    if isinstance(one, ListValue) and isinstance(other, ListValue) and one.kind == other.kind == "entry":
        return all(map(_is_same, one.elements, other.elements))
    return one is other or (isinstance(one, Constant) and isinstance(other, Constant) and one == other)
