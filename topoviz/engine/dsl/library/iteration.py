"""The order in which Java goes through lists, sets and maps.

Hash sets and hash maps go by the hashes of their elements, which are specified for strings; `Set.of` and `Map.of`
choose an order anew in every run.
"""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.dsl.library import hash_tables
from topoviz.engine.dsl.numbers import CHARACTER
from topoviz.engine.dsl.values import Constant, ListValue, MapValue, Scalar, Value
from topoviz.engine.java_order import hash_order, utf16_key


def in_iteration_order(collection: Value) -> list[Value] | None:
    """Give the elements in the order in which Java goes through them, or None when that is not known.

    Hash sets and hash maps go by the hashes of their elements, which are specified for strings; `Set.of` and `Map.of`
    choose an order anew in every run.
    """
    if isinstance(collection, MapValue):
        keys = ordered_keys(collection)
        if keys is None:
            return None
        return [entry_of(collection, key) for key in keys]
    if not isinstance(collection, ListValue) or not collection.is_exact:
        return None
    elements = collection.elements
    if len(elements) < 2 or not collection.kind.endswith(" set"):
        return list(elements)
    texts = [element.value for element in elements if isinstance(element, Constant) and element.kind != CHARACTER]
    ordered = _order(collection, texts) if len(texts) == len(elements) else None
    return None if ordered is None else [Constant(text) for text in ordered]


def ordered_keys(entries: MapValue) -> Sequence[Scalar] | None:
    if not entries.is_exact:
        return None
    keys = list(entries.entries)
    if entries.kind == "map" or len(keys) < 2:
        return keys
    return _order(entries, keys)


def entry_of(entries: MapValue, key: Scalar) -> ListValue:
    return ListValue([Constant(key), entries.entries[key]], kind="entry", backing=entries)


def _order(collection: ListValue | MapValue, keys: list[Scalar]) -> list[str] | None:
    texts = [key for key in keys if isinstance(key, str)]
    if len(texts) != len(keys):
        return None
    if collection.kind.startswith("hash"):
        return hash_order(texts, hash_tables.grown(collection.table_size, len(texts)))
    return sorted(texts, key=utf16_key) if collection.kind.startswith("sorted") else None
