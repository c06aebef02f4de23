"""java.util.stream.Collectors, as far as topics and names are collected with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.library.list_changes import are_constants
from topoviz.engine.dsl.library.object_classes import UNNAMED
from topoviz.engine.dsl.library.texts import join_texts
from topoviz.engine.dsl.numbers import LONG
from topoviz.engine.dsl.values import Constant, ListValue, Value, join_text

_KINDS: Final = {
    "toList": "list", "toUnmodifiableList": "list", "toSet": "hash set", "toUnmodifiableSet": "unordered set",
}  # fmt: skip

_MAPS: Final = {"toMap": "hash map", "toUnmodifiableMap": "unordered map", "toConcurrentMap": "unordered map"}
"""The maps that collectors make from two functions, which give an element's key and its value."""


def kind_of_map(collector: CollectorValue) -> str | None:
    """Give the kind of map that a collector makes with two functions alone; None when it makes none."""
    return _MAPS.get(collector.method) if len(collector.arguments) == 2 else None


@dataclass(frozen=True, slots=True)
class CollectorValue(Value):
    """A collector, by the method of Collectors that makes it."""

    method: str
    arguments: tuple[Value, ...]


def collect(collector: CollectorValue, elements: list[Value] | None) -> Value | None:
    """Collect a stream's elements, which may not be known; None when the collector is not known here."""
    kind = _KINDS.get(collector.method)
    if kind is not None:
        made = ListValue([], kind, is_exact=False) if elements is None else _gathered(elements, kind)
        made.is_fixed = "Unmodifiable" in collector.method
        made.class_name = {"toList": "ArrayList", "toSet": "HashSet"}.get(collector.method, UNNAMED)
        return made
    if elements is None:
        return None
    match collector.method:
        case "joining":
            separator, before, after = (*collector.arguments, *[Constant("")] * 3)[:3]
            return join_text(join_text(before, join_texts(separator, elements)), after)
        case "counting":
            return Constant(len(elements), LONG)
        case _:
            return None


def _gathered(elements: list[Value], kind: str) -> ListValue:
    if not kind.endswith("set"):
        return ListValue(elements, kind)
    is_exact = are_constants(elements)
    return ListValue(list(dict.fromkeys(elements)) if is_exact else elements, kind, is_exact)
