"""Methods that take functions and that Kotlin adds to collections: forEachIndexed, fold, associate and their kin."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.kotlin import call_list
from topoviz.engine.dsl.values import NULL, Constant, ListValue, MapValue, Value, key_of, truth_of
from topoviz.engine.syntax import tree

WITH_FUNCTIONS: Final = frozenset({
    "all", "any", "associateWith", "filterNot", "find", "first", "firstOrNull",
    "fold", "forEachIndexed", "joinToString", "mapIndexed", "mapNotNull", "none", "onEach",
})  # fmt: skip
"""The methods that are followed here."""


def apply(
    world: World,
    node: tree.Call,
    target: ListValue | MapValue,
    elements: list[Value],
    arguments: list[Value],
    call: CallFunction,
) -> Step:
    """Call a method on a collection whose elements are known, in order."""
    function = arguments[-1]
    match node.name:
        case "onEach":
            for element in elements:
                yield call(function, [element])
            return target
        case "fold":
            return (yield _fold(elements, arguments, call))
        case "joinToString":
            texts = yield _results(node, elements, function, call)
            return call_list(ListValue(texts), "joinToString", arguments[:-1]) or _unknown(world, node)
        case "first" | "find" | "firstOrNull" | "any" | "all" | "none" | "filterNot":
            return (yield _by_condition(world, node, elements, function, call))
        case _:
            results = yield _results(node, elements, function, call)
            return _collected(node, elements, results)


def _results(node: tree.Call, elements: list[Value], function: Value, call: CallFunction) -> Step:
    """Call the function with each element, and with its index where the method gives it."""
    results: list[Value] = []
    for index, element in enumerate(elements):
        results.append((yield call(function, [Constant(index), element] if "Indexed" in node.name else [element])))
    return results


def _collected(node: tree.Call, elements: list[Value], results: list[Value]) -> Value:
    match node.name:
        case "forEachIndexed":
            return NULL
        case "mapIndexed":
            return ListValue(results)
        case "mapNotNull":
            return ListValue([result for result in results if result != NULL])
        case _:
            return _map_of(elements, results)


def _map_of(keys: list[Value], values: list[Value]) -> MapValue:
    made = MapValue()
    for key, value in zip(keys, values, strict=True):
        if isinstance(key, Constant):
            made.entries[key_of(key)] = value
        else:
            made.is_exact = False
    return made


def _fold(elements: list[Value], arguments: list[Value], call: CallFunction) -> Step:
    result = arguments[0]
    for element in elements:
        result = yield call(arguments[-1], [result, element])
    return result


def _by_condition(world: World, node: tree.Call, elements: list[Value], function: Value, call: CallFunction) -> Step:
    truths: list[bool | None] = []
    stops_at = None if node.name == "filterNot" else node.name != "all"
    for element in elements:
        truths.append(truth_of((yield call(function, [element]))))
        if truths[-1] is stops_at and stops_at is not None and None not in truths:
            break
    if None in truths:
        return _unknown(world, node)
    chosen = [element for element, truth in zip(elements, truths, strict=False) if truth]
    match node.name:
        case "any" | "none":
            return Constant(bool(chosen) == (node.name == "any"))
        case "all":
            return Constant(len(chosen) == len(elements))
        case "filterNot":
            return ListValue([element for element, truth in zip(elements, truths, strict=True) if not truth])
        case _:
            return chosen[0] if chosen else NULL


def _unknown(world: World, node: tree.Call) -> Value:
    return world.unknown(world.text_at(node.span), "The text does not determine this value.", node.span)
