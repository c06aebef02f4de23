"""The keys, values and entries of a map as collections, which change with the map, and the map with them.

Java: java.util.Map#keySet, #values and #entrySet; only taking away is let through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from topoviz.engine.dsl.library import hash_tables
from topoviz.engine.dsl.library.iteration import entry_of, ordered_keys
from topoviz.engine.dsl.library.late_binding import shown_of
from topoviz.engine.dsl.library.list_changes import are_distinguishable, lose_backing
from topoviz.engine.dsl.library.object_classes import OF_KEYS, OF_VALUES
from topoviz.engine.dsl.values import NULL, Constant, Key, ListValue, MapValue, Value, value_of_key


class MapView(ListValue):
    """What a map holds now, in the order in which Java goes through it."""

    __slots__ = ("method",)

    def __init__(self, entries: MapValue, method: str) -> None:
        self.kind, self.backing, self.method = "list", entries, method
        self.is_resized, self.is_fixed, self.lets_through = False, entries.is_fixed, entries.lets_through
        self.element_type, self.shown, self.refuses_null = "", None, False
        self.class_name = OF_VALUES if method == "values" else OF_KEYS

    @property
    def of_map(self) -> MapValue:
        """Give the map that is shown."""
        assert isinstance(self.backing, MapValue)
        return self.backing

    @property
    def keys(self) -> Sequence[Key]:
        """Give the keys of what is shown."""
        keys = ordered_keys(self.of_map)
        return list(self.of_map.entries) if keys is None else keys

    elements: Any = property(lambda view: view.shown_now(), lambda view, elements: None)
    is_exact: Any = property(lambda view: ordered_keys(view.of_map) is not None, lambda view, is_exact: None)

    def shown_now(self) -> list[Value]:
        """Give what is shown, newly made."""
        match self.method:
            case "values":
                return [self.of_map.entries[key] for key in self.keys]
            case "keySet":
                return [value_of_key(key) for key in self.keys]
            case _:
                return [entry_of(self.of_map, key) for key in self.keys]

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose what the map holds, which alone can change."""
        return self.of_map.forget(reason)


def keep_places(view: MapView, places: Iterable[int]) -> bool:
    """Take all entries away but those in some places; tell whether there were others."""
    entries, kept = view.of_map, set(places)
    gone = [key for place, key in enumerate(view.keys) if place not in kept]
    if gone:
        hash_tables.take_from(entries)
    for key in gone:
        del entries.entries[key]
    return bool(gone)


def change_view(view: MapView, method: str, arguments: list[Value]) -> Value | None:
    """Take entries away by what is shown of them, as far as it is certain which; None for all other calls."""
    if not view.is_exact:
        return None
    held = view.shown_now()
    match method, arguments:
        case "clear", []:
            keep_places(view, ())
            return NULL
        case "remove", [gone] if are_distinguishable([*held, gone]):
            at = held.index(gone) if gone in held else None
            return Constant(keep_places(view, (place for place in range(len(held)) if place != at)))
        case (("removeAll" | "retainAll"), [ListValue() as other]) if other.is_exact and are_distinguishable(
            [*held, *other.elements]
        ):
            keeps = method == "retainAll"
            named = list(other.elements)
            return Constant(keep_places(view, (at for at, one in enumerate(held) if (one in named) == keeps)))
        case _:
            return None


def remove_last_given(iterator: ListValue) -> bool:
    """Take away what an iterator gave last; tell whether that is followed."""
    shown = iterator.shown
    if shown is None or shown.count != 1 or shown.elements is None:
        return False
    collection = shown.collection
    if isinstance(collection, MapView):
        if collection.is_fixed:
            return False
        keep_places(collection, (place for place in range(len(shown.elements)) if place != shown.start))
    elif isinstance(collection, ListValue) and not collection.is_fixed and collection.kind in _TAKING_AWAY:
        gone = shown.elements[shown.start]
        at = next(place for place, one in enumerate(collection.elements) if one is gone or one == gone)
        del collection.elements[shown.start if collection.kind == "list" else at]
        lose_backing(collection)
    else:
        return False
    iterator.shown = shown_of(collection)
    return True


_TAKING_AWAY: Final = ("list", "set", "sorted set")
"""Collections whose iterators take elements away, and that are in no other order afterwards."""
