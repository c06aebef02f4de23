"""What Kotlin calls in ways of its own: scope functions, extensions, and bare names that mean a receiver's members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.dsl.interpreter.classes.functions import invoke, invoke_closure
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library import kotlin
from topoviz.engine.dsl.operators.registry import find_operator, owner_of
from topoviz.engine.dsl.program import FunctionInfo
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    NULL,
    BoundMethod,
    Closure,
    Composed,
    Constant,
    Instance,
    Lazy,
    ListValue,
    LocalFunction,
    MapValue,
    Opaque,
    Text,
    Unknown,
    UserClass,
    Value,
    truth_of,
)
from topoviz.engine.syntax import tree

CallFunction = Callable[[Value, list[Value]], Step]

_ON_IT: Final = frozenset({"let", "also", "use", "takeIf", "takeUnless"})
_ON_THIS: Final = frozenset({"apply", "run"})
_TYPES: Final[dict[str, type[Value] | tuple[type[Value], ...]]] = {
    "String": (Constant, Text), "List": ListValue, "Map": MapValue, "Array": ListValue, "Collection": ListValue,
    "Iterable": ListValue,
}  # fmt: skip


def is_scope_call(world: World, node: tree.Call, target: Value, arguments: list[Value]) -> bool:
    """Tell whether a call is one of `let`, `also`, `apply`, `run` and their kin, with a function behind it."""
    if node.name not in _ON_IT | _ON_THIS or len(arguments) != 1 or not world.is_kotlin(node.span):
        return False
    if isinstance(target, Instance) and target.info.find_function(node.name, 1) is not None:
        return False
    if isinstance(arguments[0], Closure):
        return not isinstance(target, Closure | Composed) or node.name in _ON_IT
    return isinstance(arguments[0], BoundMethod | Composed) and node.name in _ON_IT


def call_in_scope(node: tree.Call, target: Value, function: Value, world: World, call: CallFunction) -> Step:
    """Call a scope function: its function gets the target as `it` or as `this`."""
    if node.name in _ON_THIS:
        assert isinstance(function, Closure)
        result = yield invoke_closure(world, function, [], target)
        return target if node.name == "apply" else result
    result = yield call(function, [target])
    if node.name in ("let", "use"):
        return result
    if node.name == "also":
        return target
    wanted = truth_of(result)
    if wanted is None:
        return world.unknown(world.text_at(node.span), "Its condition is not known.", node.span)
    return target if wanted == (node.name == "takeIf") else NULL


def call_everywhere(world: World, node: tree.Call, arguments: list[Value], call: CallFunction) -> Step:
    """Call a function that Kotlin offers everywhere: `with`, `run`, `repeat`, `lazy`, `listOf`; None when not known."""
    function = arguments[-1] if arguments else NULL
    match node.name:
        case "with" if len(arguments) == 2 and isinstance(function, Closure):
            return (yield invoke_closure(world, function, [], arguments[0]))
        case "run" if len(arguments) == 1 and isinstance(function, Closure):
            return (yield invoke_closure(world, function, []))
        case "lazy" if isinstance(function, Closure):
            return Lazy(function)
        case "buildList" | "buildSet" | "buildMap" if isinstance(function, Closure):
            made = (
                MapValue() if node.name == "buildMap" else ListValue([], "set" if node.name == "buildSet" else "list")
            )
            yield invoke_closure(world, function, [], made)
            made.is_fixed = True  # the builder refuses all that comes after
            return made
        case "repeat" if len(arguments) == 2 and isinstance(function, Closure):
            return (yield _repeat(world, arguments[0], function))
        case "checkNotNull" | "requireNotNull" if arguments:
            return arguments[0]
        case "Predicate" if isinstance(function, Closure):
            return function
        case _:
            return kotlin.call_function(node.name, arguments)


def _repeat(world: World, times: Value, function: Closure) -> Step:
    if not isinstance(times, Constant) or not isinstance(times.value, int) or times.value > world.budget.loop_turns:
        return None
    for turn in range(times.value):
        yield invoke_closure(world, function, [Constant(turn)])
    return NULL


def force(world: World, value: Value) -> Step:
    """Come to a value; what is lazy is computed now, and only once."""
    if not isinstance(value, Lazy):
        return value
    if value.value is None:
        assert isinstance(value.function, Closure)
        value.value = Unknown("lazy", "Its value is needed to compute it.")
        value.value = yield invoke_closure(world, value.function, [])
    return value.value


def find_extension(world: World, name: str, count: int, target: Value, scope: Scope) -> LocalFunction | None:
    """Find the function of the text that extends a value's type; what the type itself has goes before."""
    owner = owner_of(target)
    if owner is not None and find_operator(owner, name) is not None:
        return None
    if isinstance(target, Instance) and target.info.find_function(name, count) is not None:
        return None
    local = scope.find(f"{name}()")
    if local is not None:
        found = local.variables[f"{name}()"]
        if isinstance(found, LocalFunction) and found.function.declaration.receiver is not None:
            return found
    fitting = [
        one
        for one in world.program.extensions.get(name, ())
        if one.takes(count) and one.declaration.body is not None and "getter" not in one.declaration.modifiers
    ]
    fitting = _nearest_members(fitting, scope)
    chosen = [one for one in fitting if _extends(one, target)] or ([] if len(fitting) > 1 else fitting)
    return LocalFunction(chosen[0], Scope()) if len(chosen) == 1 else None


def _nearest_members(functions: list[FunctionInfo], scope: Scope) -> list[FunctionInfo]:
    """Of extensions that stand in classes, keep those of the object that `this` is, its own before inherited ones."""
    outside = [one for one in functions if one.owner is None or one.owner.declaration.kind == "file"]
    lineage = list(scope.this.info.lineage()) if scope.this is not None else []
    static = scope.owner
    while static is not None:
        lineage.append(static)
        static = static.outer
    for info in lineage:
        own = [one for one in functions if one.owner is info]
        if own:
            return own
    return outside


def _extends(function: FunctionInfo, target: Value) -> bool:
    receiver = function.declaration.receiver
    assert receiver is not None
    name = receiver.simple_name
    if isinstance(target, Instance | UserClass):
        return any(info.name == name for info in target.info.lineage())
    if isinstance(target, Unknown | Opaque):
        return target.type_name == name
    return owner_of(target) == name or (name in _TYPES and isinstance(target, _TYPES[name]))


def call_extension(
    world: World, node: tree.Node, extension: LocalFunction, target: Value, arguments: list[Value], scope: Scope
) -> Step:
    """Call an extension function, inside which the value that it extends is `this`."""
    function = extension.function
    this = scope.this if function.owner is not None and not function.declaration.is_static else None
    return (yield invoke(world, function, this, arguments, node.span, extension.scope, target))


def receiver_with(world: World, name: str, count: int, scope: Scope) -> Value | None:
    """Give the nearest receiver that a bare call belongs to, if there is one."""
    for around in scope.receivers():
        receiver = around.receiver
        assert receiver is not None
        owner = owner_of(receiver)
        if owner is not None and (find_operator(owner, name) is not None or name in ("describe", "queryableStoreName")):
            return receiver
        if isinstance(receiver, Instance) and receiver.info.find_function(name, count) is not None:
            return receiver
        if kotlin.has_member(receiver, name) or find_extension(world, name, count, receiver, scope) is not None:
            return receiver
    return None


def unknown_receiver(scope: Scope) -> Value | None:
    """Give the nearest receiver that is not known: a bare call that nothing else explains may be its."""
    return next((one.receiver for one in scope.receivers() if isinstance(one.receiver, Unknown)), None)
