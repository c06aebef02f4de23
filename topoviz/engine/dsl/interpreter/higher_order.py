"""Methods of collections that take functions: forEach, map, filter and their kin."""

from __future__ import annotations

from collections.abc import Callable

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.collections import in_iteration_order
from topoviz.engine.dsl.values import NULL, Closure, Constant, ListValue, MapValue, Unknown, Value, truth_of
from topoviz.engine.syntax import tree

CallFunction = Callable[[Value, list[Value]], Step]


def apply(
    world: World, node: tree.Call, target: ListValue | MapValue, arguments: list[Value], call: CallFunction
) -> Step:
    """Call a method of a collection that takes functions; elements that are not known are taken as one."""
    function = arguments[-1] if node.name != "reduce" else arguments[0]
    elements = in_iteration_order(target)
    if elements is None:
        return (yield _unknown_elements(world, node, function, call))
    match node.name:
        case "forEach" | "forEachOrdered" | "ifPresent":
            for element in elements:
                yield call(function, _pair(target, element))
            return NULL
        case "map" | "mapToObj" | "flatMap" | "peek":
            return (yield _map(node, elements, function, call))
        case "filter" | "takeWhile" | "removeIf":
            return (yield _filter(world, node, elements, function, call))
        case "computeIfAbsent" if isinstance(target, MapValue):
            return (yield _compute_if_absent(world, node, target, arguments, call))
        case "orElseGet" | "orElseThrow" if elements:
            return elements[0]
        case "collect" | "sorted" | "toArray":
            return ListValue(elements, is_exact=node.name != "sorted" or len(elements) < 2)
        case "reduce":
            return (yield _reduce(world, node, elements, arguments, call))
        case _:
            return (yield _unknown_elements(world, node, function, call))


def _pair(target: ListValue | MapValue, element: Value) -> list[Value]:
    """A map's forEach takes key and value."""
    if isinstance(target, MapValue) and isinstance(element, ListValue):
        return list(element.elements)
    return [element]


def _map(node: tree.Call, elements: list[Value], function: Value, call: CallFunction) -> Step:
    results: list[Value] = []
    for element in elements:
        result = yield call(function, [element])
        if node.name == "flatMap" and isinstance(result, ListValue):
            results.extend(result.elements)
        else:
            results.append(element if node.name == "peek" else result)
    return ListValue(results)


def _filter(world: World, node: tree.Call, elements: list[Value], function: Value, call: CallFunction) -> Step:
    kept: list[Value] = []
    is_exact = True
    for element in elements:
        known = truth_of((yield call(function, [element])))
        is_exact = is_exact and known is not None
        if known is not False:
            kept.append(element)
    return ListValue(kept, is_exact=is_exact)


def _reduce(world: World, node: tree.Call, elements: list[Value], arguments: list[Value], call: CallFunction) -> Step:
    function = arguments[-1]
    start = 0
    if len(arguments) == 2:
        result = arguments[0]
    elif elements:
        result, start = elements[0], 1
    else:
        return ListValue([], kind="optional")
    for element in elements[start:]:
        result = yield call(function, [result, element])
    return result if len(arguments) == 2 else ListValue([result], kind="optional")


def _compute_if_absent(
    world: World, node: tree.Call, target: MapValue, arguments: list[Value], call: CallFunction
) -> Step:
    key = arguments[0]
    if isinstance(key, Constant):
        if key.value not in target.entries:
            target.entries[key.value] = yield call(arguments[1], [key])
        return target.entries[key.value]
    return (yield _unknown_elements(world, node, arguments[1], call))


def _unknown_elements(world: World, node: tree.Call, function: Value, call: CallFunction) -> Step:
    unknown = world.unknown(world.text_at(node.span), "The elements are not known.", node.span)
    if isinstance(function, Closure) and world.has_dsl(function.node):
        key = unknown.key if isinstance(unknown, Unknown) else node.name
        given: list[Value] = [
            Unknown(parameter.name, f"It is an element of {key}.", parameter.span)
            for parameter in function.node.parameters
        ]
        yield assuming(world, node, unknown, call(function, given))
    return unknown
