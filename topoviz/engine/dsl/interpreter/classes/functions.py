"""Calling what the text defines: functions, lambdas and method references."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.dsl.arithmetic import as_array_of, converted
from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.frameworks.beans import is_proxied
from topoviz.engine.dsl.interpreter.dispatch import evaluate, execute
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.outside import FROM_OUTSIDE
from topoviz.engine.dsl.interpreter.signals import Leave, Signal
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.scopes import NOT_DECLARED, Scope
from topoviz.engine.dsl.values import (
    NULL,
    Closure,
    Constant,
    Instance,
    ListValue,
    Named,
    Opaque,
    Text,
    Unknown,
    Value,
    is_null,
)
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
    receiver: Value | None = None,
) -> Step:
    """Call a function of the text and come to what it returns."""
    body = function.declaration.body
    if body is None:
        return NULL
    shared = _shared_key(world, function, this)
    if shared is not None and shared in world.beans:
        return world.beans[shared]
    if len(world.active) >= world.budget.call_depth or world.active.count(function) > 60:
        reason = f"{function.declaration.name}() calls itself too deep to be followed."
        world.doubt("recursion", call, reason, "What it would add below that depth is missing.")
        return Unknown(function.declaration.name, reason, call)
    if this is not None and outer_scope is this.scope and function.owner is not None:
        # What a class of its own inherits from others sees nothing of the function that it stands in.
        outer_scope = outer_scope if function.owner.sees_variables() else None
    scope = Scope(outer_scope, this, function.owner, receiver=receiver, label=function.declaration.name)
    bind(scope, function.declaration.parameters, arguments)
    yield _take_defaults(world, scope, function.declaration.parameters)
    callers, assumption, doubt = world.callers, world.assumption, world.take_return_doubt()
    if call is not None:
        world.callers = (*callers, call)
    world.entered.add(id(function.declaration))
    world.active.append(function)
    try:
        result = yield value_of(execute(world, body, scope))
        returned = function.declaration.return_type
        if returned is not None and not (is_null(result) and not returned.dimensions):
            result = typed(result, returned)
        own_doubt = world.take_return_doubt()
        if own_doubt is not None and isinstance(result, Constant | Text | Opaque):
            result = world.unknown(f"{function.declaration.name}()", own_doubt, call)
        if shared is not None:
            world.beans[shared] = result
        return result
    finally:
        world.active.pop()
        world.callers, world.return_doubt = callers, doubt
        if world.assumption != assumption:
            world.assume(assumption)


def _shared_key(world: World, function: FunctionInfo, this: Instance | None) -> int | None:
    """Give the key of what a method makes only once, however often the program itself calls it."""
    is_made_by_framework = this is not None and world.objects.get(this.info) is this
    return id(function.declaration) if is_made_by_framework and is_proxied(function) else None


def invoke_closure(world: World, closure: Closure, arguments: list[Value], receiver: Value | None = None) -> Step:
    """Call a lambda of the text and come to its value; one without parameters calls its only argument `it`."""
    if receiver is None and 0 < closure.receives <= len(arguments):
        receiver, *arguments = arguments
    scope = closure.scope.inner()
    scope.receiver, scope.label = receiver, closure.node.label
    bind(scope, closure.node.parameters, arguments)
    if arguments and not closure.node.parameters:
        scope.variables["it"] = arguments[0]
    world.entered.add(id(closure.node))
    body = closure.node.body
    if isinstance(body, tree.Block) and not body.gives_value:
        return (yield value_of(execute(world, body, scope)))
    try:
        return (yield evaluate(world, body, scope))
    except Leave as leave:
        if leave.signal.kind is JumpKind.RETURN and leave.signal.label and leave.signal.label == closure.node.label:
            return leave.signal.value
        _doubt_return(world, closure, leave.signal)
        raise


def _doubt_return(world: World, closure: Closure, signal: Signal) -> None:
    """Tell of a lambda that returns from the function round it while an inline function of the text runs it."""
    place = closure.node.span
    if not world.active or signal.kind is not JumpKind.RETURN or signal.label:
        return
    if not world.active[-1].declaration.span.covers(place):
        reason = "A lambda returns from the function round it while another function runs it, which is not followed."
        world.doubt("return-through", place, reason, "It is shown as if it left the other function alone.")


def value_of(statement: Step) -> Step:
    """Execute a statement and come to what it returns or yields."""
    signal = yield statement
    return signal.value if isinstance(signal, Signal) else NULL


def bind(scope: Scope, parameters: tuple[tree.Parameter, ...], arguments: list[Value]) -> None:
    """Give parameters their values; missing ones are unknown, variadic ones take the rest."""
    arguments, named = _by_name(parameters, arguments)
    for index, parameter in enumerate(parameters):
        if parameter.name in named:
            scope.variables[parameter.name] = _typed(named[parameter.name], parameter.type)
        elif parameter.variadic:
            rest, arguments = arguments[index:], arguments[:index]  # nothing is left for what Kotlin lets come behind
            scope.variables[parameter.name] = _variadic(parameter, rest)
        elif index < len(arguments):
            scope.variables[parameter.name] = _typed(arguments[index], parameter.type)
            if parameter.type is not None:
                scope.declare(parameter.name, parameter.type)
            elif isinstance(arguments[index], ListValue):
                scope.declare(parameter.name, tree.TypeName(NOT_DECLARED))
        elif parameter.default is None:
            type_name = parameter.type.simple_name if parameter.type else ""
            scope.variables[parameter.name] = Unknown(parameter.name, FROM_OUTSIDE, parameter.span, type_name)


def _variadic(parameter: tree.Parameter, rest: list[Value]) -> Value:
    """Give the array of a variadic parameter, which the program may have made itself."""
    type_name = parameter.type.simple_name if parameter.type is not None else ""
    only = rest[0] if len(rest) == 1 else None
    if (
        isinstance(only, ListValue)
        and only.kind == "array"
        and (not only.element_type or only.element_type == type_name)
    ):
        return only
    if only is not None and is_null(only) and not is_primitive(type_name):
        return Unknown(parameter.name, "Whether null is the array or its only element is not known.", parameter.span)
    return as_array_of(ListValue(rest, kind="array"), type_name)


def _by_name(parameters: tuple[tree.Parameter, ...], arguments: list[Value]) -> tuple[list[Value], dict[str, Value]]:
    """Separate the arguments given by name; a lambda behind the others is for the last parameter."""
    named = {argument.name: argument.value for argument in arguments if isinstance(argument, Named)}
    rest = [argument for argument in arguments if not isinstance(argument, Named)]
    last = parameters[-1] if parameters else None
    if last is None or last.variadic or last.name in named or not rest:
        return rest, named
    many = next((one for one in parameters[: len(rest)] if one.variadic), None)
    if many is None and len(rest) >= len(parameters):
        return rest, named
    own = many or parameters[len(rest) - 1]
    is_behind = not _takes_function(own) or (own is many and last.default is None)
    if isinstance(rest[-1], Closure) and _takes_function(last) and is_behind:
        named[last.name] = rest.pop()
    return rest, named


def _takes_function(parameter: tree.Parameter) -> bool:
    return parameter.type is not None and parameter.type.name.startswith("Function")


def _take_defaults(world: World, scope: Scope, parameters: tuple[tree.Parameter, ...]) -> Step:
    for parameter in parameters:
        if parameter.default is not None and parameter.name not in scope.variables:
            scope.variables[parameter.name] = _typed((yield evaluate(world, parameter.default, scope)), parameter.type)
    return None


def _typed(value: Value, declared: tree.TypeName | None) -> Value:
    """Convert to the declared type; an unknown remembers it, which may tell later what it is."""
    if isinstance(value, Unknown) and not value.type_name and declared is not None:
        return replace(value, type_name=declared.simple_name + "[]" * declared.dimensions)
    return value if declared is None else typed(value, declared)


def typed(value: Value, declared: tree.TypeName) -> Value:
    """Give a value as a place of a declared type holds it: an int under `double` is a double."""
    if declared.dimensions:
        return as_array_of(value, declared.simple_name, declared.dimensions)
    if isinstance(value, Closure) and not value.type_name:
        value.type_name, value.receives = declared.name, len(declared.arguments) if declared.name == "Function" else 0
    return converted(value, declared.simple_name)
