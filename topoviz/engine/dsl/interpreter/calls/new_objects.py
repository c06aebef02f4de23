"""`new Type(arguments)`: an object of the text's class, of a library, or one of which nothing is known."""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.calls.calls import call_function
from topoviz.engine.dsl.interpreter.calls.variadic import spread
from topoviz.engine.dsl.interpreter.classes import classes
from topoviz.engine.dsl.interpreter.classes.finding import find_class, key_of_class
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.escapes import watch_new
from topoviz.engine.dsl.interpreter.handed_over import note_started
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library import constructors
from topoviz.engine.dsl.library.exceptions import is_known_exception, make_exception
from topoviz.engine.dsl.missing import refuse_missing_overload
from topoviz.engine.dsl.objects import SerdeValue
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.operators.serdes import serde_of_class
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Instance, LibraryClass, Opaque, Value
from topoviz.engine.syntax import tree


def evaluate_new(world: World, node: tree.New, scope: Scope) -> Step:
    """`new Type(arguments)`: an object of the text's class, a library object, or an opaque one."""
    around = scope.this if node.outer is None else (yield evaluate(world, node.outer, scope))
    arguments: list[Value] = []
    for argument in node.arguments:
        arguments.append((yield evaluate(world, argument, scope)))
    arguments = spread(world, node.arguments, arguments)
    if node.body is not None:
        return (yield classes.anonymous(world, node, arguments, scope))
    info = find_class(world, node.type.name, scope)
    called = (
        info.find_function("invoke", len(arguments)) if info is not None and info.declaration.kind == "object" else None
    )
    if info is not None and called is not None:
        yield classes.statics_of(world, info)
        return (yield invoke(world, called, None, arguments, node.span))  # `Topics("a")` of `object Topics`
    if info is not None:
        outer = classes.enclosing(info, around) if isinstance(around, Instance) else None
        seen = scope.find(key_of_class(info.name)) if info.is_local else None
        return (yield classes.instantiate(world, info, arguments, node.span, outer=outer, seen=seen))
    # In Kotlin a function may have a name like a class, and is called like one.
    function = world.program.find_function(node.type.simple_name, len(arguments))
    if function is not None:
        return (yield invoke(world, function, None, arguments, node.span))
    if world.is_kotlin(node.span) and len(arguments) == 1 and isinstance(node.arguments[0], tree.Lambda):
        return arguments[0]  # `ValueMapper { … }` names the interface of a lambda
    if is_known_exception(node.type.simple_name):
        return make_exception(node.type.simple_name, arguments)
    call = LibraryCall("new", tuple(arguments), world.origin(node.span), world.behaviours, world.report)
    refuse_missing_overload(call, LibraryClass(node.type.simple_name))
    note_started(node, arguments)
    made = constructors.construct(world, node.type.simple_name, arguments, node.span)
    if isinstance(made, SerdeValue) and not arguments:
        made = SerdeValue(serde_of_class(node.type.simple_name, [one.simple_name for one in node.type.arguments]))
    if made is None or isinstance(made, SerdeValue):

        def call_back(function: Value, values: list[Value]) -> Step:
            call = tree.Call(node.span, None, node.type.simple_name, (), node.span)
            return call_function(world, function, values, call, scope)

        yield watch_new(world, node, arguments, call_back)
    return made if made is not None else Opaque(node.type.simple_name)
