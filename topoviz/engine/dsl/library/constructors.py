"""Library objects made with `new`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from topoviz.engine.dsl.arithmetic import is_string
from topoviz.engine.dsl.library.atomics import make_atomic
from topoviz.engine.dsl.library.collections import copy_list
from topoviz.engine.dsl.library.comparables import doubt_sorting
from topoviz.engine.dsl.library.hash_tables import LARGEST_OF_SHORTEST
from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.library.lists import call_list
from topoviz.engine.dsl.library.properties import as_properties, copy_properties, new_properties
from topoviz.engine.dsl.library.streams_config import streams_config
from topoviz.engine.dsl.library.topology_config import configure_builder, configure_topology, topology_config
from topoviz.engine.dsl.objects import BrancherValue, SerdeValue, TopologyValue
from topoviz.engine.dsl.operators.serdes import class_of, serde_of_class
from topoviz.engine.dsl.values import Constant, FileText, Key, ListValue, MapValue, Value, key_of, text_of
from topoviz.engine.refusal import Refused, Why, not_compiled
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_LISTS = ("ArrayList", "LinkedList", "ArrayDeque", "CopyOnWriteArrayList", "Vector")
_SETS = {"HashSet": "hash set", "LinkedHashSet": "set", "TreeSet": "sorted set"}
_MAPS = {"HashMap": "hash map", "LinkedHashMap": "map", "TreeMap": "sorted map", "ConcurrentHashMap": "unordered map"}


_OLD_TOPOLOGY_BUILDER = "org.apache.kafka.streams.processor.TopologyBuilder"
"""Programs have classes of this name themselves, so it is Kafka's only where it is imported from there."""


def _refuse_removed(world: World, class_name: str, span: Span) -> NoReturn:
    words = f"{class_name} was removed in Kafka Streams 2.0.0; {world.behaviours.version} does not have it."
    raise Refused(not_compiled(words, Why.CLASS_REMOVED), world.origin(span))


def construct(world: World, type_name: str, arguments: list[Value], span: Span) -> Value | None:
    """Make a library object whose contents matter, or None for all others."""
    made = _construct(world, type_name, arguments, span)
    if isinstance(made, ListValue | MapValue):
        made.class_name = type_name
    if type_name == "TreeSet" and arguments:
        doubt_sorting(world, arguments[0], span)
    return made


def _construct(world: World, type_name: str, arguments: list[Value], span: Span) -> Value | None:
    first = arguments[0] if arguments else None
    match type_name:
        case "StreamsBuilder":
            builder = world.new_builder(span)
            configure_builder(world, builder, arguments, span)
            return builder
        case "KStreamBuilder":
            _refuse_removed(world, type_name, span)
        case "TopologyBuilder" if world.program.imports_class(span.file_id, _OLD_TOPOLOGY_BUILDER):
            _refuse_removed(world, type_name, span)
        case "Topology":
            configure_topology(world, arguments, span)
            return world.new_topology(span)
        case "KafkaStreams" if isinstance(first, TopologyValue) and len(arguments) > 1:
            # A copy, as StreamsConfig makes one: what is set later comes too late.
            first.started_with = copy_properties(as_properties(arguments[1]))
            first.started_at = world.origin(span)
            return None
        case "KafkaStreamBrancher":
            return BrancherValue()
        case "TopologyConfig":
            return topology_config(arguments)
        case "AtomicInteger" | "AtomicLong" | "AtomicBoolean" | "AtomicReference" | "LongAdder":
            return make_atomic(type_name, arguments)
        case "Properties":
            return new_properties(first)
        case "StreamsConfig":
            return streams_config(world, first, span)
        case "KafkaStreamsConfiguration" | "StreamsBuilderFactoryBean":
            return as_properties(first)
        case "Pair" | "Triple":
            return ListValue(list(arguments), kind="entry")
        case "String" if first is None or (len(arguments) == 1 and not isinstance(first, ListValue)):
            return first or Constant("")
        case "StringBuilder" | "StringBuffer":
            return ListValue([_start_of_builder(first)], kind="text")
        case "FileInputStream" | "FileReader" | "File" | "ClassPathResource" | "FileSystemResource":
            return file_named(first)
        case "InputStreamReader" | "BufferedReader" | "BufferedInputStream" if isinstance(first, FileText):
            return first
        case "EnumMap":
            source = first if isinstance(first, MapValue) else None
            return MapValue(dict(source.entries) if source else {}, "sorted map", source is None or source.is_exact)
        case _ if type_name in _LISTS:
            made = copy_list(first, "list")
            made.refuses_null = type_name == "ArrayDeque"
            return made
        case _ if type_name in _SETS:
            return _copy_set(world, first, _SETS[type_name])
        case _ if type_name in _MAPS:
            has_order_of_access = len(arguments) == 3  # LinkedHashMap(capacity, load factor, access order)
            return _copy_map(first, "unordered map" if has_order_of_access else _MAPS[type_name])
        case _ if type_name.endswith("Serde"):
            # The package is not in the name; a serde shows only inside exceptions, where it stays unsure.
            return SerdeValue(serde_of_class(type_name, [class_of(one) or text_of(one) or "" for one in arguments]))
        case _:
            return None


def file_named(path: Value | None) -> FileText | None:
    """Give what leads to a file whose path is known."""
    if isinstance(path, Constant) and isinstance(path.value, str):
        return FileText(path.value)
    return path if isinstance(path, FileText) else None


def _start_of_builder(first: Value | None) -> Value:
    """Give what a new StringBuilder holds; a number or a letter is its capacity."""
    if first is None or (isinstance(first, Constant) and not is_string(first)):
        return Constant("")
    return first


def _copy_set(world: World, source: Value | None, kind: str) -> ListValue:
    """A set of a collection's elements, each once; or an empty one, perhaps with a capacity."""
    copied = ListValue([], kind)
    if not isinstance(source, ListValue):
        copied.is_exact = source is None or _is_capacity(source)
        copied.is_resized = source is not None
        return copied
    call_list(world, copied, "addAll", [source], Span(0, 0, 0))
    copied.is_resized = len(source.elements) >= LARGEST_OF_SHORTEST
    copied.is_exact = copied.is_exact and source.is_exact
    return copied


def _copy_map(source: Value | None, kind: str) -> MapValue:
    """A map with another one's entries; or an empty one, perhaps with a capacity."""
    if isinstance(source, MapValue):
        in_order = in_iteration_order(source)
        keeps_order = in_order is not None or kind != "map"
        return MapValue(_entries(source), kind if keeps_order else "unordered map", source.is_exact, is_resized=True)
    return MapValue({}, kind, source is None or _is_capacity(source), is_resized=source is not None)


def _entries(source: MapValue) -> dict[Key, Value]:
    """Give a map's entries in the order in which Java goes through them, where that is known."""
    in_order = in_iteration_order(source)
    if in_order is None:
        return dict(source.entries)
    keys = [entry.elements[0] for entry in in_order if isinstance(entry, ListValue)]
    return {key_of(key): source.entries[key_of(key)] for key in keys}


def _is_capacity(value: Value) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, int)
