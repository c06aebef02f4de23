"""Kotlin's own library, as far as programs build topologies with it: collections, pairs, ranges, strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.dsl.library.iteration import in_iteration_order, ordered_keys
from topoviz.engine.dsl.library.late_binding import shown_of
from topoviz.engine.dsl.library.list_changes import are_distinguishable, change_list_or_set, natural_order
from topoviz.engine.dsl.library.map_views import MapView
from topoviz.engine.dsl.library.maps import holds
from topoviz.engine.dsl.library.texts import join_texts
from topoviz.engine.dsl.objects import BuilderValue, PropertiesValue
from topoviz.engine.dsl.values import (
    JAVA_STREAM,
    NULL,
    SEQUENCE,
    Constant,
    ListValue,
    MapValue,
    Named,
    Shown,
    Text,
    Unknown,
    Value,
    join_text,
    key_of,
)

LONGEST_RANGE: Final = 20_000

RANGE: Final = "range"
PROGRESSION: Final = "progression"
"""The kind of numbers that do not follow one another upwards: from `downTo`, `step` and the like."""

_LISTS: Final = {
    "listOf": "list", "mutableListOf": "list", "arrayListOf": "list", "sequenceOf": SEQUENCE, "arrayOf": "array",
    "intArrayOf": "array", "longArrayOf": "array", "setOf": "set", "mutableSetOf": "set", "linkedSetOf": "set",
    "hashSetOf": "hash set", "sortedSetOf": "sorted set", "emptyList": "list", "emptySet": "set",
    "emptyArray": "array", "emptySequence": SEQUENCE,
}  # fmt: skip
"""What makes a list, array or set of its arguments. Kotlin's plain sets and maps keep the order of insertion."""

_MAPS: Final = {
    "mapOf": "map", "mutableMapOf": "map", "linkedMapOf": "map", "hashMapOf": "hash map", "sortedMapOf": "sorted map",
    "emptyMap": "map",
}  # fmt: skip

_FIRSTS: Final = frozenset({"key", "first", "component1"})
_SECONDS: Final = frozenset({"value", "second", "component2"})
_COMPONENTS: Final = {f"component{number}": number - 1 for number in range(1, 10)}


def call_function(name: str, arguments: list[Value]) -> Value | None:
    """Call a function that Kotlin offers everywhere, or give None when it is not known here."""
    if name in _LISTS:
        return _make_list(_LISTS[name], arguments)
    if name in _MAPS:
        made = _make_map(_MAPS[name], arguments)
        return _read_only(made, arguments) if name in ("mapOf", "emptyMap") else made
    if name == "listOfNotNull":
        return _make_list("list", [argument for argument in arguments if argument != NULL])
    return None


def call_collection(collection: ListValue | MapValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method that Kotlin adds to collections; None when it is not known here."""
    if isinstance(collection, MapValue):
        return call_map(collection, method, arguments)
    return call_list(collection, method, arguments)


def call_list(elements: ListValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method that Kotlin adds to lists, arrays, sets and pairs; None when it is not known here."""
    if method in _COMPONENTS and _COMPONENTS[method] < len(elements.elements):
        return elements.elements[_COMPONENTS[method]]
    if method in _EXTREMES and not arguments and elements.is_exact and elements.kind != JAVA_STREAM:
        return _greatest_or_least(elements, method)
    in_order = in_iteration_order(elements)
    if in_order is None:
        return None
    first = arguments[0] if arguments else None
    match method:
        case "single" if not arguments:
            return in_order[0] if len(in_order) == 1 else None
        case "first" | "firstOrNull" if not arguments:
            return in_order[0] if in_order else NULL if method == "firstOrNull" else None
        case "last" | "lastOrNull" if not arguments:
            return in_order[-1] if in_order else NULL if method == "lastOrNull" else None
        case "isNotEmpty" | "any" if not arguments:
            return Constant(bool(in_order))
        case "none" if not arguments:
            return Constant(not in_order)
        case "reversed":
            return ListValue(in_order[::-1], PROGRESSION if elements.kind in (RANGE, PROGRESSION) else "list")
        case "asSequence" if elements.kind not in ("iterator", JAVA_STREAM):
            return ListValue(in_order, SEQUENCE, shown=shown_of(elements))
        case "asIterable" | "asList" if elements.kind != SEQUENCE:
            return elements
        case "toMutableList":
            return ListValue(in_order)
        case "toTypedArray":
            return ListValue(in_order, kind="array")
        case "toSet" | "toMutableSet" | "distinct" if are_distinguishable(in_order):
            return _make_list("set" if method != "distinct" else "list", _distinct(in_order))
        case "toMap":
            return _read_only(_make_map("map", in_order), in_order)
        case "filterNotNull":
            return ListValue([element for element in in_order if element != NULL])
        case "withIndex":
            indexed: list[Value] = [_pair(Constant(index), element) for index, element in enumerate(in_order)]
            return ListValue(indexed, SEQUENCE, shown=Shown(elements, in_order, is_whole=False))
        case "take" | "drop" if isinstance(first, Constant) and isinstance(first.value, int) and first.value >= 0:
            return ListValue(in_order[: first.value] if method == "take" else in_order[first.value :])
        case "getOrNull" if isinstance(first, Constant) and isinstance(first.value, int):
            return in_order[first.value] if 0 <= first.value < len(in_order) else NULL
        case "plus" | "plusElement" if first is not None:
            return added(ListValue(in_order), first)
        case "joinToString":
            return _joined(in_order, arguments)
        case "step" if isinstance(first, Constant) and isinstance(first.value, int) and first.value > 0:
            return ListValue(in_order[:: first.value], PROGRESSION)
        case _:
            return None


_EXTREMES: Final = frozenset({"max", "min", "maxOrNull", "minOrNull"})


def _greatest_or_least(elements: ListValue, method: str) -> Value | None:
    """Give what `max()` and its kin give of what compares by itself, and of nothing at all."""
    if not elements.elements:
        return NULL if method.endswith("OrNull") else None
    in_order = natural_order(elements)
    return None if in_order is None else in_order[-1 if method.startswith("max") else 0]


def call_map(entries: MapValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method that Kotlin adds to maps; None when it is not known here."""
    in_order = in_iteration_order(entries)
    first = arguments[0] if arguments else None
    match method:
        case "getValue" if isinstance(first, Constant):
            return entries.entries.get(first.value)
        case "toList" if in_order is not None:
            return ListValue([_pair(*entry.elements) for entry in in_order if isinstance(entry, ListValue)])
        case "asSequence" if in_order is not None:
            return ListValue(in_order, SEQUENCE, shown=shown_of(entries))
        case "asIterable":
            return MapView(entries, "entrySet")
        case "toMap" if in_order is not None:
            return _read_only(_make_map("map", in_order), in_order)
        case "toMutableMap" if in_order is not None:
            return _make_map("map", in_order)
        case "isEmpty" | "isNotEmpty" if entries.is_exact:
            return Constant(bool(entries.entries) == (method == "isNotEmpty"))
        case "plus" if first is not None:
            return added(entries, first)
        case _:
            return None


def call_number(number: Constant, method: str, arguments: list[Value]) -> Value | None:
    """Call a method of a whole number: a range, or a number as something else; None when it is not known here."""
    start = number.value
    end = arguments[0].value if arguments and isinstance(arguments[0], Constant) else None
    if not isinstance(start, int) or isinstance(start, bool):
        return None
    if not arguments:
        known: dict[str, Value] = {"toString": Constant(str(start)), "toInt": number, "toLong": number}
        return known.get(method)
    if not isinstance(end, int) or isinstance(end, bool):
        return None
    ranges = {
        "rangeTo": range(start, end + 1),
        "until": range(start, end),
        "rangeUntil": range(start, end),
        "downTo": range(start, end - 1, -1),
    }
    if method not in ranges:
        return None
    is_exact = len(ranges[method]) <= LONGEST_RANGE
    kind = PROGRESSION if method == "downTo" else RANGE
    return ListValue([Constant(one) for one in ranges[method]] if is_exact else [], kind, is_exact)


_OF_TEXTS: Final[dict[str, Callable[[str], str | bool]]] = {
    "uppercase": str.upper,
    "lowercase": str.lower,
    "isNotEmpty": bool,
    "isNotBlank": lambda text: bool(text.strip()),
    "toBoolean": lambda text: text.lower() == "true",
}
_CUTS: Final[dict[str, Callable[[str, str], str]]] = {
    "removePrefix": str.removeprefix,
    "removeSuffix": str.removesuffix,
    "substringBefore": lambda text, sign: text.partition(sign)[0],
    "substringAfter": lambda text, sign: text.partition(sign)[2] if sign in text else text,
    "substringBeforeLast": lambda text, sign: text.rpartition(sign)[0] if sign in text else text,
    "substringAfterLast": lambda text, sign: text.rpartition(sign)[2],
}


def call_text(text: Value, method: str, arguments: list[Value]) -> Value | None:
    """Call a method that Kotlin adds to strings; None when it is not known here."""
    if method == "plus" and arguments:
        return join_text(text, arguments[0])
    if not isinstance(text, Constant) or not isinstance(text.value, str):
        return None
    known = text.value
    constants = [argument.value for argument in arguments if isinstance(argument, Constant)]
    if len(constants) != len(arguments):
        return None
    match method, constants:
        case _, [] if method in _OF_TEXTS:
            return Constant(_OF_TEXTS[method](known))
        case _, [str(sign)] if method in _CUTS:
            return Constant(_CUTS[method](known, sign))
        case "replaceFirst", [str(old), str(new)]:
            return Constant(known.replace(old, new, 1))  # no pattern, as it is in Java
        case "trimIndent", []:
            return Constant(_trim_indent(known))
        case "trimMargin", [] | [str()]:
            return Constant(_trim_margin(known, str(constants[0]) if constants else "|"))
        case (("take" | "drop" | "takeLast" | "dropLast"), [int(count)]) if count >= 0 and known.isascii():
            at = min(count, len(known)) if method in ("take", "drop") else max(len(known) - count, 0)
            return Constant(known[:at] if method in ("take", "dropLast") else known[at:])
        case "split", [str(sign)] if sign:
            return ListValue([Constant(part) for part in known.split(sign)])
        case "lines", []:
            return ListValue([Constant(line) for line in known.splitlines() or [""]])
        case (("toInt" | "toLong"), []) if known.lstrip("-").isdecimal() and len(known) < 19:
            return Constant(int(known))
        case _:
            return None


def property_of(value: Value, name: str) -> Value | None:
    """Read a property that Kotlin gives to a collection, a pair, a map or a string; None when there is none."""
    match value:
        case ListValue(kind="entry", elements=elements):
            if name in _FIRSTS:
                return elements[0]
            if name in _SECONDS:
                return elements[1]
            return elements[2] if name == "third" and len(elements) > 2 else None
        case ListValue(elements=elements, is_exact=True):
            counts: dict[str, Value] = {
                "size": Constant(len(elements)),
                "lastIndex": Constant(len(elements) - 1),
                "indices": ListValue([Constant(index) for index in range(len(elements))], RANGE),
            }
            return counts.get(name)
        case MapValue():
            return _property_of_map(value, name)
        case Constant(value=str(text)) if name == "length":
            return Constant(len(text))
        case BuilderValue() if name == "configuration":
            return value.configuration
        case _:
            return None


def added(collection: ListValue | MapValue, value: Value) -> ListValue | MapValue:
    """Give `collection + value`: with all elements of another collection, or with one more."""
    if isinstance(collection, MapValue):
        keys = ordered_keys(collection)
        entries = {key: collection.entries[key] for key in keys} if keys is not None else dict(collection.entries)
        result = MapValue(entries, "map", keys is not None)
        add_to(result, value)
        if not isinstance(value, ListValue) or keys is None or keys:
            return result
        return _read_only(result, [value] if value.kind == "entry" else value.elements)  # as mapOf() and toMap()
    # A set and something more is a LinkedHashSet, whichever set it was.
    in_order = in_iteration_order(collection)
    kind = "set" if collection.kind.endswith("set") else "array" if collection.kind == "array" else "list"
    sum_ = ListValue(list(collection.elements) if in_order is None else in_order, kind, in_order is not None)
    add_to(sum_, value)
    return sum_


def add_to(collection: ListValue | MapValue, value: Value) -> None:
    """Do `collection += value` in place. What is not known may be one element or many."""
    if isinstance(value, Unknown) and value.type_name != "String":
        collection.is_exact = False
    elif isinstance(collection, MapValue):
        pairs = value.elements if isinstance(value, ListValue) and value.kind != "entry" else [value]
        found = value if isinstance(value, MapValue) else _make_map("map", pairs)
        collection.entries.update(found.entries)
        collection.is_exact = collection.is_exact and found.is_exact
    elif isinstance(value, ListValue) and value.kind != "entry":
        change_list_or_set(collection, "addAll", [value])
    else:
        change_list_or_set(collection, "add", [value])


def _make_list(kind: str, arguments: list[Value]) -> ListValue:
    is_set = kind.endswith("set")
    elements = _distinct(arguments) if is_set else list(arguments)
    is_exact = not is_set or len(arguments) < 2 or are_distinguishable(arguments)
    return ListValue(elements, kind, is_exact, is_resized=bool(arguments))


def _make_map(kind: str, pairs: list[Value]) -> MapValue:
    made = MapValue(kind=kind, is_resized=bool(pairs))
    for pair in pairs:
        if isinstance(pair, ListValue) and pair.kind == "entry" and isinstance(pair.elements[0], Constant):
            made.entries[key_of(pair.elements[0])] = pair.elements[1]
        else:
            made.is_exact = False
    return made


def _read_only(made: MapValue, pairs: list[Value]) -> MapValue:
    """Mark a map that the library of Java or Kotlin does not let be changed: an empty one, and one of a single pair.

    Kotlin: EmptyMap refuses every change, and mapOf(pair) is Collections.singletonMap. A bigger one is a LinkedHashMap,
    and so is that of an array's pairs.
    """
    is_single = len(pairs) == 1 and isinstance(pairs[0], ListValue) and pairs[0].kind == "entry"
    made.is_fixed = is_single or not pairs
    made.lets_through = is_single
    if not pairs:
        made.refusal = "Operation is not supported for read-only collection"
    return made


def _pair(first: Value, second: Value) -> ListValue:
    return ListValue([first, second], kind="entry")


def _distinct(elements: list[Value]) -> list[Value]:
    found: list[Value] = []
    for element in elements:
        if element not in found:
            found.append(element)
    return found


_VIEWS: Final = {"keys": "keySet", "values": "values", "entries": "entrySet"}


def _property_of_map(entries: MapValue, name: str) -> Value | None:
    if name == "size" and entries.is_exact:
        return Constant(len(entries.entries))
    return MapView(entries, _VIEWS[name]) if name in _VIEWS else None


def _joined(elements: list[Value], arguments: list[Value]) -> Value | None:
    """Join as `joinToString(separator, prefix, postfix)` does."""
    names = ("separator", "prefix", "postfix")
    given: dict[str, Value] = {"separator": Constant(", "), "prefix": Constant(""), "postfix": Constant("")}
    for index, argument in enumerate(arguments):
        name = argument.name if isinstance(argument, Named) else names[index] if index < len(names) else ""
        if name not in given:
            return None
        given[name] = argument.value if isinstance(argument, Named) else argument
    if not all(isinstance(element, Constant | Text) for element in elements):
        return None
    return join_text(join_text(given["prefix"], join_texts(given["separator"], elements)), given["postfix"])


def _trim_indent(text: str) -> str:
    lines = text.split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in _without_blank_ends(lines))


def _trim_margin(text: str, sign: str) -> str:
    found = []
    for line in _without_blank_ends(text.split("\n")):
        stripped = line.lstrip()
        found.append(stripped[len(sign) :] if stripped.startswith(sign) else line)
    return "\n".join(found)


def _without_blank_ends(lines: list[str]) -> list[str]:
    start = 1 if lines and not lines[0].strip() else 0
    end = len(lines) - 1 if len(lines) > start and not lines[-1].strip() else len(lines)
    return lines[start:end]


def value_at(target: Value, index: Value) -> Value | None:
    """Read `map[key]` or `properties[key]`; None when it is neither, or not known."""
    if isinstance(target, MapValue | PropertiesValue) and isinstance(index, Constant):
        if isinstance(target, MapValue):
            is_held = holds(target, index)
            return target.entries[key_of(index)] if is_held else None if is_held is None else NULL
        if isinstance(index.value, str) and index.value in target.entries:
            return target.entries[index.value]
        return NULL if target.is_exact else None
    return None
