"""Library objects made with `new`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topoviz.engine.dsl.library.properties import copy_properties
from topoviz.engine.dsl.objects import PropertiesValue, SerdeValue
from topoviz.engine.dsl.operators.to import MASKED
from topoviz.engine.dsl.values import Constant, ListValue, MapValue, Opaque, Value
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_LISTS = ("ArrayList", "LinkedList", "ArrayDeque", "CopyOnWriteArrayList", "Vector")
_SETS = {"HashSet": "hash set", "LinkedHashSet": "set", "TreeSet": "sorted set"}
_MAPS = {"HashMap": "hash map", "LinkedHashMap": "map", "TreeMap": "sorted map", "ConcurrentHashMap": "unordered map"}


def construct(world: World, type_name: str, arguments: list[Value], span: Span) -> Value | None:
    """Make a library object whose contents matter, or None for all others."""
    first = arguments[0] if arguments else None
    match type_name:
        case "StreamsBuilder":
            return world.new_builder(span)
        case "Topology":
            return world.new_topology(span)
        case "Properties":
            return copy_properties(first)
        case "StreamsConfig":
            return first if isinstance(first, PropertiesValue) else Opaque("StreamsConfig")
        case "Pair" | "Triple":
            return ListValue(list(arguments), kind="entry")
        case "String":
            return first if first is not None else Constant("")
        case "StringBuilder" | "StringBuffer":
            start = first if isinstance(first, Constant) and isinstance(first.value, str) else Constant("")
            return ListValue([start], kind="text")
        case _ if type_name in _LISTS:
            return _copy_list(first, "list")
        case _ if type_name in _SETS:
            return _copy_list(first, _SETS[type_name])
        case _ if type_name in _MAPS:
            kind = _MAPS[type_name]
            if isinstance(first, MapValue):
                return MapValue(dict(first.entries), kind, first.is_exact)
            return MapValue(kind=kind, is_exact=first is None or isinstance(first, Constant))
        case _ if type_name.endswith("Serde"):
            # The package is not in the name; a serde shows only inside exceptions, where it stays unsure.
            return SerdeValue(f"{type_name}{MASKED}?")
        case _:
            return None


def _copy_list(source: Value | None, kind: str) -> ListValue:
    if isinstance(source, ListValue):
        return ListValue(list(source.elements), kind, source.is_exact)
    return ListValue([], kind, is_exact=source is None or isinstance(source, Constant))
