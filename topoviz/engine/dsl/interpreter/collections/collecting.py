"""Collectors that call functions: groups, parts, and maps whose values are put together.

Java: java.util.stream.Collectors; a group is a HashMap unless the program says which map it wants.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.library.collectors import CollectorValue, collect
from topoviz.engine.dsl.library.maps import holds, put_entry, put_made
from topoviz.engine.dsl.values import (
    BoundMethod,
    Constant,
    LibraryClass,
    MapValue,
    Value,
    is_key,
    is_null,
    key_of,
    truth_of,
)

_TO_LIST: Final = CollectorValue("toList", ())
_SUPPLIED: Final = {"HashMap": "hash map", "LinkedHashMap": "map", "TreeMap": "sorted map"}
_WITH_FUNCTIONS: Final = frozenset({
    "groupingBy", "partitioningBy", "mapping", "filtering", "collectingAndThen", "toMap",
})  # fmt: skip


def is_followed(collector: CollectorValue) -> bool:
    """Tell whether a collector is one of those that call functions for each element."""
    return collector.method in _WITH_FUNCTIONS and (collector.method != "toMap" or len(collector.arguments) > 2)


def gather(collector: CollectorValue, elements: list[Value], call: CallFunction) -> Step:
    """Collect elements; None where that is not known here."""
    match collector.method, collector.arguments:
        case "groupingBy", (function, *rest):
            return (yield _group(function, rest, elements, call))
        case "partitioningBy", (function, *rest):
            return (yield _part(function, rest, elements, call))
        case "mapping", (function, CollectorValue() as after):
            mapped: list[Value] = []
            for element in elements:
                mapped.append((yield call(function, [element])))
            return (yield gather(after, mapped, call))
        case "filtering", (function, CollectorValue() as after):
            parts = yield _by_test(function, elements, call)
            return None if parts is None else (yield gather(after, parts[1], call))
        case "collectingAndThen", (CollectorValue() as before, function):
            collected = yield gather(before, elements, call)
            return None if collected is None else (yield call(function, [collected]))
        case "toMap", (to_key, to_value, merge, *rest):
            return (yield _to_map(to_key, to_value, merge, rest, elements, call))
        case _:
            return collect(collector, elements)


def _group(function: Value, rest: list[Value], elements: list[Value], call: CallFunction) -> Step:
    after = rest[-1] if rest else _TO_LIST
    kind = _kind(rest[:-1])
    if kind is None or not isinstance(after, CollectorValue):
        return None
    groups: list[tuple[Value, list[Value]]] = []
    made = MapValue(kind=kind)
    for element in elements:
        key = yield call(function, [element])
        is_held = holds(made, key)
        if is_held is None or is_null(key) is not False:
            return None
        if not is_held:
            put_made(made, key, Constant(len(groups)))
            groups.append((key, []))
        place = made.entries[key_of(key)]
        assert isinstance(place, Constant)
        assert isinstance(place.value, int)
        groups[place.value][1].append(element)
    for key, members in groups:
        collected = yield gather(after, members, call)
        if collected is None:
            return None
        put_entry(made, key, collected)
    return made


def _part(function: Value, rest: list[Value], elements: list[Value], call: CallFunction) -> Step:
    """Both parts are there, even if empty; that of `false` comes first."""
    after = rest[0] if rest else _TO_LIST
    parts = yield _by_test(function, elements, call)
    if parts is None or not isinstance(after, CollectorValue):
        return None
    made = MapValue()
    for truth, members in zip((False, True), parts, strict=True):
        collected = yield gather(after, members, call)
        if collected is None:
            return None
        put_entry(made, Constant(truth), collected)
    return made


def _by_test(function: Value, elements: list[Value], call: CallFunction) -> Step:
    """Part elements into those that fail a test and those that pass it; None when that is not known."""
    parts: tuple[list[Value], list[Value]] = ([], [])
    for element in elements:
        known = truth_of((yield call(function, [element])))
        if known is None:
            return None
        parts[known].append(element)
    return parts


def _to_map(
    to_key: Value, to_value: Value, merge: Value, rest: list[Value], elements: list[Value], call: CallFunction
) -> Step:
    """Collectors.toMap with a function for two values of one key, and perhaps with one that makes the map."""
    kind = _kind(rest)
    if kind is None:
        return None
    made = MapValue(kind=kind)
    for element in elements:
        key = yield call(to_key, [element])
        value = yield call(to_value, [element])
        is_held = holds(made, key)
        if is_held is None or is_null(value) is not False:
            return None
        if is_held:
            value = yield call(merge, [made.entries[key_of(key)], value])
        if is_null(value) is not False or not is_key(key):
            return None
        put_made(made, key, value)
    return made


def _kind(supplier: list[Value]) -> str | None:
    """Give the kind of map that a supplier makes, or that of a HashMap without one."""
    match supplier:
        case []:
            return "hash map"
        case [BoundMethod(target=LibraryClass(name=name), name="new")]:
            return _SUPPLIED.get(name)
        case _:
            return None
