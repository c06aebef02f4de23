"""Methods of maps that replace what they hold by what a function makes of it."""

from __future__ import annotations

from typing import Final, TypeGuard

from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.iteration import ordered_keys
from topoviz.engine.dsl.library.maps import call_map, holds, put_entry, put_made
from topoviz.engine.dsl.values import NULL, Closure, MapValue, Value, is_null, key_of, value_of_key
from topoviz.engine.syntax import tree

_OF_MAPS: Final = {"merge": 3, "compute": 2, "computeIfPresent": 2}


def is_followed(target: Value, name: str, arguments: list[Value]) -> TypeGuard[MapValue]:
    """Tell whether a call replaces something that is known for certain to be there, or not to be there."""
    if not isinstance(target, MapValue):
        return False
    if name == "replaceAll":
        return ordered_keys(target) is not None
    return _OF_MAPS.get(name) == len(arguments) and holds(target, arguments[0]) is not None


def apply(world: World, node: tree.Call, target: MapValue, arguments: list[Value], call: CallFunction) -> Step:
    """Call the function and put what it gives where it belongs."""
    if node.name != "replaceAll":
        return (yield _replace_entry(world, node, target, arguments, call))
    for key in list(ordered_keys(target) or ()):
        put_entry(target, value_of_key(key), (yield call(arguments[0], [value_of_key(key), target.entries[key]])))
    return NULL


def _replace_entry(world: World, node: tree.Call, target: MapValue, arguments: list[Value], call: CallFunction) -> Step:
    """Map#merge, #compute and #computeIfPresent; what comes to null takes the entry away."""
    key = arguments[0]
    before = target.entries[key_of(key)] if holds(target, key) else NULL
    is_missing = is_null(before)
    if is_missing and node.name != "compute" and isinstance(arguments[-1], Closure):
        world.skip(arguments[-1].node, "there is no value")
    if node.name == "merge":
        after = arguments[1] if is_missing else (yield call(arguments[2], [before, arguments[1]]))
    elif node.name == "computeIfPresent" and is_missing:
        return NULL
    else:
        after = yield call(arguments[1], [key, before])
    if is_null(after):
        call_map(world, target, "remove", [key], node.span)
    else:
        put_made(target, key, after)
    return after
