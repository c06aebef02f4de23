"""What happens to DSL objects and lambdas that are handed to code outside the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.effects import HARMLESS, forget_effects
from topoviz.engine.dsl.interpreter.handed_over import is_untouched, known_by_now, report_handed_over
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.objects import InPlan, OptionsValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import BoundMethod, Closure, Instance, ListValue, MapValue, Unknown, Value, taint
from topoviz.engine.syntax import tree

_FILLING: Final = ("add", "build", "create", "configure")
"""How the names of functions begin that add to a Topology which has something already."""

CallFunction = Callable[[Value, list[Value]], Step]

_HARMLESS: Final = frozenset({"add", "put"})
"""Methods that keep what they are given, beside those that change nothing."""


def watch_escapes(world: World, node: tree.Call, arguments: list[Value], call: CallFunction) -> Step:
    """Report objects that unknown code may add operators to; run lambdas that hold operators as if called once."""
    for argument in arguments:
        if isinstance(argument, Closure) and not world.has_dsl(argument.node):
            forget_effects(world, argument.node, argument.scope, Unknown(f"{node.name}()", "It is not in the text."))
        if isinstance(argument, Closure) and world.has_dsl(argument.node):
            unknowns: list[Value] = [
                Unknown(parameter.name, f"{node.name}() provides it, which is not in the text.", parameter.span)
                for parameter in argument.node.parameters
            ]
            given = Unknown(f"{node.name}()", "It is not in the text.", node.span)
            yield assuming(world, node, given, call(argument, unknowns))
        if isinstance(argument, BoundMethod):
            yield _watch_method(world, node, argument, call)
    if node.name in _HARMLESS | HARMLESS or _is_harmless_class(node):
        return None
    for handed in arguments:
        argument = known_by_now(world, node.name, node.name_span, handed)
        if isinstance(argument, InPlan):
            report_handed_over(world, node.name, node.name_span, argument)
        elif isinstance(
            argument, ListValue | MapValue | AtomicValue | PropertiesValue | Instance | OptionsValue | Unknown
        ):
            taint(argument, f"{node.name}() is given it, is not in the text and may change it.")
        elif isinstance(argument, TopologyValue) and (node.name.startswith(_FILLING) or is_untouched(argument)):
            report_handed_over(world, node.name, node.name_span, argument)
    return None


def _watch_method(world: World, node: tree.Call, method: BoundMethod, call: CallFunction) -> Step:
    """Take what a method reference leads to as called: `settings.forEach(properties::put)` changes the properties."""
    if method.name in HARMLESS:
        return None
    declared = [one.declaration for one in world.program.all_functions() if one.declaration.name == method.name]
    given = Unknown(f"{node.name}()", "It is not in the text.", node.span)
    if method.name in world.relevant and declared:
        why = f"{node.name}() provides it, which is not in the text."
        unknowns: list[Value] = [Unknown(one.name, why, one.span) for one in declared[0].parameters]
        yield assuming(world, node, given, call(method, unknowns))
        return None
    if isinstance(method.target, ListValue | MapValue | PropertiesValue | Instance):
        taint(method.target, f"{node.name}() is given {method.name}(), is not in the text and may call it.")
    scope = method.scope or Scope(None, method.target if isinstance(method.target, Instance) else None)
    for declaration in declared:
        forget_effects(world, declaration.body, scope, given)
    return None


def _is_harmless_class(node: tree.Call) -> bool:
    return isinstance(node.target, tree.Name) and node.target.text in ("Arrays", "Objects", "Math", "Assertions")
