"""Calling what the text defines: functions, lambdas and method references."""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.dispatch import evaluate, execute
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import FunctionInfo
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, Closure, Instance, ListValue, Opaque, Unknown, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import JumpKind


def invoke(
    world: World,
    function: FunctionInfo,
    this: Instance | None,
    arguments: list[Value],
    call: Span | None,
    outer_scope: Scope | None = None,
) -> Step:
    """Call a function of the text and come to what it returns."""
    body = function.declaration.body
    if body is None:
        return NULL
    if len(world.active) >= world.budget.call_depth or world.active.count(function) > 60:
        reason = f"{function.declaration.name}() calls itself too deep to be followed."
        world.unsure("recursion", call, reason, "What it would add below that depth is missing.")
        world.doubt_all(reason)
        return Unknown(function.declaration.name, reason, call)
    scope = Scope(outer_scope, this, function.owner)
    bind(scope, function.declaration.parameters, arguments)
    callers = world.callers
    if call is not None:
        world.callers = (*callers, call)
    world.entered.add(id(function.declaration))
    world.active.append(function)
    try:
        return (yield value_of(execute(world, body, scope)))
    finally:
        world.active.pop()
        world.callers = callers


def invoke_closure(world: World, closure: Closure, arguments: list[Value]) -> Step:
    """Call a lambda of the text and come to its value."""
    scope = closure.scope.inner()
    bind(scope, closure.node.parameters, arguments)
    world.entered.add(id(closure.node))
    if isinstance(closure.node.body, tree.Block):
        return (yield value_of(execute(world, closure.node.body, scope)))
    return (yield evaluate(world, closure.node.body, scope))


def value_of(statement: Step) -> Step:
    """Execute a statement and come to what it returns or yields; a throw comes to an unknown."""
    signal = yield statement
    if not isinstance(signal, Signal):
        return NULL
    if signal.kind is JumpKind.THROW:
        return Opaque("Throwable")
    return signal.value


def bind(scope: Scope, parameters: tuple[tree.Parameter, ...], arguments: list[Value]) -> None:
    """Give parameters their values; missing ones are unknown, variadic ones take the rest."""
    for index, parameter in enumerate(parameters):
        if parameter.variadic:
            rest = arguments[index:]
            is_array = len(rest) == 1 and isinstance(rest[0], ListValue) and rest[0].kind == "array"
            scope.variables[parameter.name] = rest[0] if is_array else ListValue(rest, kind="array")
        elif index < len(arguments):
            scope.variables[parameter.name] = _typed(arguments[index], parameter.type)
        else:
            type_name = parameter.type.simple_name if parameter.type else ""
            scope.variables[parameter.name] = Unknown(
                parameter.name, "Its value comes from outside the text.", parameter.span, type_name
            )


def _typed(value: Value, declared: tree.TypeName | None) -> Value:
    """Remember the declared type of an unknown, which may tell later what it is."""
    if isinstance(value, Unknown) and not value.type_name and declared is not None:
        return Unknown(value.key, value.reason, value.span, declared.simple_name + "[]" * declared.dimensions)
    return value
