"""What happens to DSL objects and lambdas that are handed to code outside the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.beside import run_beside, runs_beside
from topoviz.engine.dsl.interpreter.bound_methods import functions_meant
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.expressions.variables import value_in_scope
from topoviz.engine.dsl.interpreter.handed_over import HOLDERS, RUNNERS, known_by_now, report_handed_over
from topoviz.engine.dsl.interpreter.libraries import (
    JAVAS_OWN,
    READING,
    classes_behind,
    is_harmless_on,
    leaves_alone,
    path_of,
)
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.objects import InPlan, OptionsValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import BoundMethod, Closure, Instance, ListValue, MapValue, Unknown, Value, taint
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_JAVAS: Final = ("java.", "javax.")
_KAFKAS: Final = "org.apache.kafka."

CallFunction = Callable[[Value, list[Value]], Step]


def watch_escapes(
    world: World, node: tree.Call, target: Value | None, arguments: list[Value], call: CallFunction
) -> Step:
    """Watch what a call of unknown code is given: it may change it, add operators to it, or call it."""
    yield watch_functions(world, node, node.name, arguments, call)
    if not leaves_alone(world, node, target):
        is_javas = isinstance(target, JAVAS_OWN) or _is_javas(world, node.target)
        hand_over(world, node.name, node.name_span, arguments, is_javas=is_javas)
    return None


def watch_new(world: World, node: tree.New, arguments: list[Value], call: CallFunction) -> Step:
    """Watch what the constructor of a class is given that is not in the text."""
    name = node.type.simple_name
    path = path_of(world, node.type.name, node.span.file_id)
    if name in RUNNERS | HOLDERS or (path is not None and path.startswith(_KAFKAS)):
        return None
    yield watch_functions(world, node, name, arguments, call)
    if not is_harmless_on(world, node):
        hand_over(world, name, node.span, arguments, is_javas=path is not None and path.startswith(_JAVAS))
    return None


def watch_functions(
    world: World, node: tree.Call | tree.New, name: str, arguments: list[Value], call: CallFunction
) -> Step:
    """Run lambdas that hold operators as if called once; what others change is not known any more."""
    for argument in held_in(arguments):
        if isinstance(argument, Closure):
            follows = world.has_dsl(argument.node)
            is_certain = follows and runs_beside(world, node, argument, held_in)
            caller = _caller(name, node.span)
            if follows:
                run = call(argument, _provided(name, argument.node.parameters))
                yield run_beside(world, node.span, run) if is_certain else assuming(world, node, caller, run)
            if is_certain or not follows:
                forget_effects(world, argument.node, argument.scope, caller, follows=follows)
        if isinstance(argument, BoundMethod):
            yield _watch_method(world, node, name, argument, call)
        if isinstance(argument, Instance):
            yield _run_methods(world, node, name, argument)
    return None


def _provided(called: str, parameters: Sequence[tree.Parameter]) -> list[Value]:
    """Give what code outside the text gives to a function that it calls."""
    return [Unknown(one.name, f"{called}() provides it, which is not in the text.", one.span) for one in parameters]


def _caller(called: str, span: Span) -> Unknown:
    return Unknown(f"{called}()", "It is not in the text.", span)


def _run_methods(world: World, node: tree.Call | tree.New, called: str, given: Instance) -> Step:
    """Run what holds operators in an object of an anonymous or local class, as in a lambda: as if called once."""
    for info in (one for one in given.info.lineage() if one.sees_variables()):
        for function in [one for named in info.functions.values() for one in named]:
            key = (id(given), id(function.declaration))
            if key in world.run_outside or not world.has_dsl(function.declaration.body):
                continue
            world.run_outside[key] = given  # kept, for its id must stay its own
            provided = _provided(called, function.declaration.parameters)
            run = invoke(world, function, given, provided, node.span, given.scope)
            yield assuming(world, node, _caller(called, node.span), run)
    return None


def hand_over(world: World, called: str, span: Span, arguments: list[Value], *, is_javas: bool) -> None:
    """Doubt all that unknown code may change which is given something; Java's own classes know nothing of the DSL."""
    reason = f"{called}() is given it, is not in the text and may change it."
    for handed in arguments:
        argument = known_by_now(world, called, span, handed)
        # What objects hold is forgotten on the way, so it is looked up first.
        reached = list(held_in([argument]))
        may_be_run = any(isinstance(held, Instance) and _adds_operators(world, held) for held in reached)
        for held in reached:
            if isinstance(held, InPlan) and (may_be_run or not is_javas):
                report_handed_over(world, called, span, held)
            elif isinstance(held, Closure):
                _tell_captured(world, called, span, held)
            elif isinstance(held, Instance):
                forget_methods(world, held, _caller(called, span))
        if isinstance(
            argument, ListValue | MapValue | AtomicValue | PropertiesValue | Instance | OptionsValue | Unknown
        ):
            taint(argument, reason)
        elif isinstance(argument, TopologyValue) and not is_javas:
            report_handed_over(world, called, span, argument)


def _adds_operators(world: World, given: Instance) -> bool:
    """Tell whether a method of the object may, which Java's own classes know by its interface: a thread calls run()."""
    methods = (one for info in given.info.lineage() for named in info.functions.values() for one in named)
    return any(world.has_dsl(one.declaration.body) for one in methods if not one.declaration.is_static)


def held_in(values: Iterable[Value]) -> Iterator[Value]:
    """Give values and all that collections and objects among them hold, each once."""
    seen: set[int] = set()
    waiting = list(values)[::-1]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        match value:
            case ListValue(elements=elements):
                waiting.extend(elements)
            case MapValue(entries=entries):
                waiting.extend(entries.values())
            case AtomicValue(held=held):
                waiting.append(held)
            case Instance(fields=fields):
                waiting.extend(fields.values())
            case BoundMethod(target=Value() as target):
                waiting.append(target)
            case _:
                pass


def call_back(world: World, node: tree.Call, target: Instance) -> Step:
    """Take the methods of an object as called by a method that it has from a class that is not in the text."""
    forget_methods(world, target, _caller(node.name, node.span))
    yield _run_methods(world, node, node.name, target)
    return None


def keep_outside(world: World, place: tree.Node, name: str, value: Value) -> None:
    """Take what a field outside the text is given as handed over: who has the object may change it, or add to it."""
    if isinstance(value, InPlan | TopologyValue) or any(isinstance(held, InPlan) for held in held_in([value])):
        reason = f"{name} is kept by an object that is not in the text, which may add operators to it."
        effect = "What it adds is missing; names and numbers from here on are unsure."
        world.doubt("escaped", place.span, reason, effect, "Paste the code of that object's class too.")
    taint(value, f"It is kept in {name}, which is not in the text.")


def _tell_captured(world: World, called: str, span: Span, function: Closure) -> None:
    """Doubt the streams and builders that a lambda gives back to the unknown code that calls it."""
    parts = list(walk(function.node.body))
    calls = [part for part in parts if isinstance(part, tree.Call)]
    in_calls = {id(one) for call in calls for one in (call.target, *call.arguments)}
    for part in parts:
        if not isinstance(part, tree.Name) or id(part) in in_calls:
            continue
        value = value_in_scope(world, function.scope, part.text)
        if isinstance(value, InPlan):
            report_handed_over(world, called, span, value)


def forget_methods(world: World, given: Instance, why: Unknown, *names: str) -> None:
    """Take the methods of an object, or those of some names, as called by unknown code that is given it."""
    for info in given.info.lineage():
        for function in (one for name in names or info.functions for one in info.functions.get(name, ())):
            body = function.declaration.body
            if body is not None and not function.declaration.is_static and id(body) not in world.forgetting:
                world.forgetting.add(id(body))
                forget_effects(world, body, Scope(given.scope, given, info), why, follows=world.has_dsl(body))
                world.forgetting.discard(id(body))


def _watch_method(
    world: World, node: tree.Call | tree.New, called: str, method: BoundMethod, call: CallFunction
) -> Step:
    """Take what a method reference leads to as called: `settings.forEach(properties::put)` changes the properties."""
    if method.name in READING:
        return None
    declared = [one.declaration for one in functions_meant(world, method)]
    if any(map(world.graph.is_relevant, declared)):
        run = call(method, _provided(called, declared[0].parameters))
        yield assuming(world, node, _caller(called, node.span), run)
        return None
    if isinstance(method.target, ListValue | MapValue | PropertiesValue | Instance):
        taint(method.target, f"{called}() is given {method.name}(), is not in the text and may call it.")
    scope = method.scope or Scope(None, method.target if isinstance(method.target, Instance) else None)
    for declaration in declared:
        forget_effects(world, declaration.body, scope, _caller(called, node.span))
    return None


def _is_javas(world: World, target: tree.Node | None) -> bool:
    paths = classes_behind(world, target)
    return paths is not None and all(path.startswith(_JAVAS) for path in paths)
