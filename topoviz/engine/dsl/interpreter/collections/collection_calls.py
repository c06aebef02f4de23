"""Calls on the collections, maps and lazy streams of Java and Kotlin."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.calls.unknown_calls import call_unknown
from topoviz.engine.dsl.interpreter.collections import (
    collecting,
    comparing,
    higher_order,
    optionals,
    pipelines,
    replacing,
)
from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.libraries import READING
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library import comparables, fixed, kotlin
from topoviz.engine.dsl.library.collectors import CollectorValue
from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.library.late_binding import bind, goes_on
from topoviz.engine.dsl.library.lists import call_list
from topoviz.engine.dsl.library.maps import call_map
from topoviz.engine.dsl.values import JAVA_STREAM, SEQUENCE, ListValue, MapValue, Value, taint
from topoviz.engine.syntax import tree

_STAYING_SEQUENCES: Final = frozenset({"distinct", "drop", "filterNotNull", "plus", "plusElement", "take", "zip"})
"""Functions that make another sequence of one, which is gone through later."""

_KEEPING: Final = frozenset({
    "add", "addAll", "addFirst", "addLast", "push", "offer", "offerFirst", "offerLast", "put", "putIfAbsent", "set",
    "append", "contains", "indexOf", "remove", "replace",
})  # fmt: skip
"""Methods of collections that keep or look for what they are given, be it a function or not."""


def call_collection(
    world: World, node: tree.Call, target: ListValue | MapValue, arguments: list[Value], call: CallFunction
) -> Step:
    """Call a method of a collection or map, step by step where it goes through a lazy stream."""
    fixed.refuse_change(world, target, node.name, arguments, node.span)
    if world.is_kotlin(node.span) and arguments and (node.name.endswith("To") or node.name == "toCollection"):
        taint(arguments[0], f"{node.name}() fills it, and is not followed here.")  # mapTo, filterTo and their kin
    if not world.is_kotlin(node.span):
        fixed.doubt_null(world, target, node.name, arguments, node.span)
        comparables.doubt_unlike_keys(world, target, node.name, arguments, node.span)
    if isinstance(target, ListValue) and target.kind == SEQUENCE:
        bind(target)
    pipeline = pipelines.as_pipeline(target)
    waits = _waits(target, node, arguments)
    if isinstance(target, ListValue):
        pipelines.use(world, target, node.name, arguments, node.span)
    if pipeline is not None and (pipelines.is_terminal(node.name, arguments) or waits):
        return (yield call_pipeline(world, node, pipeline, arguments, call))
    before = len(target.elements) if isinstance(target, ListValue) else 0
    result = yield _call_elements(world, node, target, arguments, call)
    if isinstance(target, ListValue) and target.is_exact:
        fixed.refuse_resizing(world, target, before, node.name, node.span)
    pipelines.goes_on_as_stream(target, node.name, result)
    if isinstance(target, ListValue) and isinstance(result, ListValue) and node.name in _STAYING_SEQUENCES:
        result.kind = SEQUENCE if target.kind == SEQUENCE else result.kind
        goes_on(target, result)
    return result


def call_pipeline(
    world: World, node: tree.Call, target: pipelines.Pipeline, arguments: list[Value], call: CallFunction
) -> Step:
    """Put an operation behind a lazy Java stream, or run it because a result is asked for."""
    pipelines.use(world, target, node.name, arguments, node.span)
    longer = pipelines.extend_pipeline(target, node, arguments)
    if longer is not None:
        return longer
    if pipelines.is_terminal(node.name, arguments):
        return (yield pipelines.finish(world, node, target, arguments, call))
    if pipelines.is_counted_unrun(target, node.name):
        return (yield _call_elements(world, node, target.source, arguments, call))
    if node.name in ("iterator", "spliterator") and pipelines.adds_operators(world, target):
        return (yield call_unknown(world, node, target, arguments, call))  # it runs as the program asks for elements
    results = yield pipelines.run_pipeline(world, node, target, call)
    return (yield call_collection(world, node, results, arguments, call))


def _waits(target: Value, node: tree.Call, arguments: list[Value]) -> bool:
    return pipelines.extend_pipeline(target, node, arguments) is not None


def _call_elements(
    world: World, node: tree.Call, target: ListValue | MapValue, arguments: list[Value], call: CallFunction
) -> Step:
    if comparing.sorts(world, node, target, arguments) and isinstance(target, ListValue):
        return (yield comparing.sort(world, node, target, arguments[0], call))
    functions = list(filter(pipelines.is_function, arguments))
    if functions and isinstance(target, ListValue) and optionals.is_followed(target, node.name):
        return (yield optionals.apply(world, node, target, arguments, call))
    if functions and replacing.is_followed(target, node.name, arguments) and not world.is_kotlin(node.span):
        return (yield replacing.apply(world, node, target, arguments, call))
    if functions and node.name not in _KEEPING:
        return (yield higher_order.apply(world, node, target, arguments, call))
    known: Value | None = None
    if node.name == "collect" and len(arguments) == 1 and isinstance(arguments[0], CollectorValue):
        in_order = in_iteration_order(target)
        if collecting.is_followed(arguments[0]) and in_order is not None and not world.has_dsl(node):
            known = yield collecting.gather(arguments[0], in_order, call)
        else:
            known = yield higher_order.collect_map(world, node, target, arguments[0], call)
        if known is not None:
            return known
    if world.is_kotlin(node.span):
        known = kotlin.call_collection(target, node.name, arguments)
    if known is None:
        known = (
            call_list(world, target, node.name, arguments, node.span)
            if isinstance(target, ListValue)
            else call_map(world, target, node.name, arguments, node.span)
        )
    if known is not None:
        if isinstance(known, ListValue) and node.name in ("stream", "parallelStream"):
            known.kind = JAVA_STREAM
            # Threads decide in which order a parallel stream is gone through.
            known.is_exact = known.is_exact and node.name == "stream"
        return known
    if node.name not in READING:
        taint(target, f"{node.name}() may change it, and is not followed here.")
    return (yield call_unknown(world, node, target, arguments, call))
