"""java.util.Optional and its kin, where they take functions.

An Optional holds one element or none; of one that is not exact it is not known whether it holds any.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.throws import NO_MESSAGE, ProgramThrows
from topoviz.engine.dsl.values import (
    NULL,
    BoundMethod,
    Closure,
    LibraryClass,
    ListValue,
    UserClass,
    Value,
    is_null,
    truth_of,
)
from topoviz.engine.refusal import Why
from topoviz.engine.syntax import tree

_METHODS: Final = frozenset({
    "map", "flatMap", "filter", "or", "orElseGet", "orElseThrow", "ifPresent", "ifPresentOrElse",
})  # fmt: skip


def is_followed(target: Value, name: str) -> bool:
    """Tell whether a call is one of an Optional that is known to hold something, or to hold nothing."""
    return isinstance(target, ListValue) and target.kind == "optional" and target.is_exact and name in _METHODS


def apply(world: World, node: tree.Call, optional: ListValue, arguments: list[Value], call: CallFunction) -> Step:
    """Call a method of an Optional with one function, or with two."""
    function, held = arguments[0], optional.elements
    if node.name in ("ifPresent", "ifPresentOrElse"):
        chosen = function if held else arguments[-1]
        for other in arguments:
            if isinstance(other, Closure) and (other is not chosen or (not held and len(arguments) == 1)):
                world.skip(other.node, "there is a value" if held else "there is no value")
        if held or node.name == "ifPresentOrElse":
            yield call(chosen, list(held))
        return NULL
    if node.name in ("or", "orElseGet", "orElseThrow"):
        if held:
            if isinstance(function, Closure):
                world.skip(function.node, "there is a value")
            return optional if node.name == "or" else held[0]
        if node.name == "orElseThrow":
            raise _thrown(world, node, function)
        return (yield call(function, []))
    if not held:
        if isinstance(function, Closure):
            world.skip(function.node, "there is no value")
        return optional
    result = yield call(function, list(held))
    match node.name:
        case "flatMap":
            return result
        case "filter":
            known = truth_of(result)
            return ListValue([] if known is False else list(held), "optional", is_exact=known is not None)
        case _:
            missing = is_null(result)
            return ListValue([] if missing else [result], "optional", is_exact=missing is not None)


def _thrown(world: World, node: tree.Call, supplier: Value) -> ProgramThrows:
    """Name the exception that a supplier makes by its class; its message only if it is a literal."""
    name, message = "Throwable", None
    match supplier:
        case Closure(node=tree.Lambda(body=tree.New() as made)):
            name = made.type.simple_name
            first = made.arguments[0] if made.arguments else None
            message = str(first.value) if isinstance(first, tree.Literal) and isinstance(first.value, str) else None
        case BoundMethod(target=LibraryClass(name=class_name), name="new"):
            name, message = class_name, NO_MESSAGE
        case BoundMethod(target=UserClass(info=info), name="new"):
            name = info.name
        case _:
            pass
    return ProgramThrows(Why.THROWN_BY_PROGRAM, name, message, world.origin(node.span))
