"""Methods of collections that take functions: forEach, map, filter and their kin."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.budget import check_elements
from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.collections import kotlin_collections
from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.effects import changes_something, forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.statements.changed_collections import doubt_if_changed, size_of
from topoviz.engine.dsl.interpreter.unfollowed import forget_effects_of
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library import hash_tables
from topoviz.engine.dsl.library.collectors import CollectorValue, kind_of_map
from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.library.late_binding import goes_on
from topoviz.engine.dsl.library.list_changes import lose_backing
from topoviz.engine.dsl.library.map_views import MapView, keep_places
from topoviz.engine.dsl.library.maps import holds, put_entry, put_made
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import (
    NULL,
    SEQUENCE,
    BoundMethod,
    Closure,
    Constant,
    ListValue,
    MapValue,
    Unknown,
    Value,
    is_key,
    is_null,
    key_of,
    taint,
    text_of,
    truth_of,
)
from topoviz.engine.refusal import Why
from topoviz.engine.syntax import tree

_WAITING: Final = frozenset({
    "map", "mapIndexed", "mapNotNull", "filter", "filterNot", "onEach", "flatMap", "takeWhile",
})  # fmt: skip


def apply(
    world: World, node: tree.Call, target: ListValue | MapValue, arguments: list[Value], call: CallFunction
) -> Step:
    """Call a method of a collection that takes functions; elements that are not known are taken as one."""
    function = arguments[-1]
    elements = in_iteration_order(target)
    if elements is None:
        if node.name in _CHANGING:
            taint(target, f"{node.name}() changes it, and which elements it has is not known for certain.")
        return (yield _unknown_elements(world, node, target, arguments, call))
    if not elements and isinstance(function, Closure):
        world.skip(function.node, "there is nothing to go through")
    if target.kind == SEQUENCE and node.name in _WAITING and isinstance(function, Closure | BoundMethod):
        _doubt_order(world, node, function)
    match node.name:
        case "forEach" | "forEachOrdered" | "ifPresent":
            size = size_of(target)
            for element in elements:
                doubt_if_changed(world, node, target, size)
                yield call(function, _pair(target, element, function))
            doubt_if_changed(world, node, target, size)
            return NULL
        case name if name in kotlin_collections.WITH_FUNCTIONS and world.is_kotlin(node.span):
            return (yield kotlin_collections.apply(world, node, target, elements, arguments, call))
        case "map" | "mapToObj" | "flatMap" | "peek" | "filter":
            is_filter = node.name == "filter"
            made: ListValue = yield (
                _filter(elements, function, call) if is_filter else _map(node, elements, function, call)
            )
            made.kind = target.kind if target.kind in ("optional", SEQUENCE) else made.kind
            if target.kind == SEQUENCE and isinstance(target, ListValue):
                goes_on(target, made)
            return made
        case "removeIf" if isinstance(target, ListValue):
            return (yield _remove_if(target, elements, function, call))
        case "computeIfAbsent" if isinstance(target, MapValue):
            return (yield _compute_if_absent(world, node, target, arguments, call))
        case "sorted" | "toArray":
            return ListValue(elements, is_exact=node.name != "sorted" or len(elements) < 2)
        case "reduce" if world.is_kotlin(node.span):
            return (yield _reduce(world, node, elements, function, call))
        case _:
            taint(target, f"{node.name}() may change it, and is not followed here.")
            return (yield _unknown_elements(world, node, target, arguments, call))


def _doubt_order(world: World, node: tree.Call, function: Closure | BoundMethod) -> None:
    if isinstance(function, BoundMethod):
        if isinstance(function.target, ListValue | MapValue):
            taint(function.target, f"{function.name}() is called later, or not at all.")
        return
    if not world.has_dsl(function.node) and not changes_something(world, function.node):
        return
    forget_effects(world, function.node, function.scope, None, follows=world.has_dsl(function.node))
    reason = "Kotlin's sequences take one element after the other through all operations, which is not followed here."
    world.doubt("sequence", node.name_span, reason, "Operators may be added in another order, or not at all.")


def collect_map(
    world: World, node: tree.Call, target: ListValue | MapValue, collector: CollectorValue, call: CallFunction
) -> Step:
    """Collect a stream's elements into a map, key and value of one after the other; None for all else."""
    kind = kind_of_map(collector)
    elements = in_iteration_order(target)
    if kind is None or elements is None:
        return None
    made = MapValue(kind=kind)
    for element in elements:
        key = yield call(collector.arguments[0], [element])
        value = yield call(collector.arguments[1], [element])
        if is_key(key) and key_of(key) in made.entries:
            raise ProgramThrows(
                Why.KEY_TWICE, "IllegalStateException", _two_values(key, made, value), world.origin(node.span)
            )
        put_entry(made, key, value)
    return made


def _two_values(key: Value, entries: MapValue, value: Value) -> str | None:
    """Say what Java says of a key that comes twice; None when one of the values has no text known here."""
    texts = [text_of(one) for one in (key, entries.entries[key_of(key)], value)]
    if None in texts:
        return None
    return f"Duplicate key {texts[0]} (attempted merging values {texts[1]} and {texts[2]})"


def _pair(target: ListValue | MapValue, element: Value, function: Value) -> list[Value]:
    """A map's forEach takes key and value; in Kotlin, also the entry."""
    takes_entry = isinstance(function, Closure) and len(function.node.parameters) < 2
    if isinstance(target, MapValue) and isinstance(element, ListValue) and not takes_entry:
        return list(element.elements)
    return [element]


def _map(node: tree.Call, elements: list[Value], function: Value, call: CallFunction) -> Step:
    results: list[Value] = []
    is_exact = True
    for element in elements:
        result = yield call(function, [element])
        if node.name == "flatMap" and isinstance(result, ListValue):
            is_exact = is_exact and result.is_exact
            results.extend(result.elements)
            check_elements(len(results))
        else:
            results.append(element if node.name == "peek" else result)
    return ListValue(results, is_exact=is_exact)


def _remove_if(target: ListValue, elements: list[Value], function: Value, call: CallFunction) -> Step:
    kept = yield _filter(elements, function, call, keeps=False)
    removed = len(kept.elements) < len(elements)
    if isinstance(target, MapView) and kept.is_exact:
        stay = set(map(id, kept.elements))
        return Constant(keep_places(target, [at for at, element in enumerate(elements) if id(element) in stay]))
    hash_tables.take_from(target)
    if removed or not kept.is_exact:
        lose_backing(target)
    target.elements[:] = kept.elements
    target.is_exact = target.is_exact and kept.is_exact
    return Constant(removed)


def _filter(elements: list[Value], function: Value, call: CallFunction, *, keeps: bool = True) -> Step:
    kept: list[Value] = []
    is_exact = True
    for element in elements:
        known = truth_of((yield call(function, [element])))
        is_exact = is_exact and known is not None
        if known is None or known is keeps:
            kept.append(element)
    return ListValue(kept, is_exact=is_exact)


_NOTHING_TO_REDUCE: Final = "Empty collection can't be reduced."


def _reduce(world: World, node: tree.Call, elements: list[Value], function: Value, call: CallFunction) -> Step:
    """Kotlin's `reduce`; that of a Java stream is finished with what waits on it."""
    if not elements:
        raise ProgramThrows(
            Why.NOTHING_THERE, "UnsupportedOperationException", _NOTHING_TO_REDUCE, world.origin(node.span)
        )
    result = elements[0]
    for element in elements[1:]:
        result = yield call(function, [result, element])
    return result


def _compute_if_absent(
    world: World, node: tree.Call, target: MapValue, arguments: list[Value], call: CallFunction
) -> Step:
    key = arguments[0]
    is_held = holds(target, key)
    if is_held and not is_null(target.entries[key_of(key)]):
        if isinstance(arguments[1], Closure):
            world.skip(arguments[1].node, "there is a value")
        return target.entries[key_of(key)]
    if is_held is not None:
        made = yield call(arguments[1], [key])
        if not is_null(made):
            put_made(target, key, made)
        return made
    target.forget("It is not known under which key something is put into it.")
    return (yield _unknown_elements(world, node, target, arguments, call))


_CHANGING: Final = frozenset({"removeIf", "replaceAll", "sort", "merge", "compute", "computeIfPresent"})


def _unknown_elements(
    world: World, node: tree.Call, target: ListValue | MapValue, arguments: list[Value], call: CallFunction
) -> Step:
    """Take elements that are not known as one; what the functions change is not known any more."""
    function = arguments[-1]
    unknown = world.unknown(world.text_at(node.span), "The elements are not known.", node.span)
    if isinstance(function, Closure) and world.has_dsl(function.node):
        key = unknown.key if isinstance(unknown, Unknown) else node.name
        given: list[Value] = [
            Unknown(parameter.name, f"It is an element of {key}.", parameter.span)
            for parameter in function.node.parameters
        ]
        yield assuming(world, node, unknown, call(function, given))
    elements = list(target.entries.values()) if isinstance(target, MapValue) else list(target.elements)
    why = Unknown(world.text_at(node.span), "The elements are not known for certain.", node.span)
    forget_effects_of(world, arguments, elements, why)
    return unknown
