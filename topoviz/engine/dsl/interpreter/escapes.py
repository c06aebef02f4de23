"""What happens to DSL objects and lambdas that are handed to code outside the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.effects import HARMLESS, forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import InPlan, OptionsValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.values import Closure, Instance, ListValue, MapValue, Unknown, Value, taint
from topoviz.engine.syntax import tree

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
    if node.name in _HARMLESS | HARMLESS or _is_harmless_class(node):
        return None
    for argument in arguments:
        if isinstance(argument, InPlan):
            _report(world, node, argument)
        elif isinstance(argument, ListValue | MapValue | PropertiesValue | Instance | OptionsValue):
            taint(argument, f"{node.name}() is given it, is not in the text and may change it.")
        elif isinstance(argument, TopologyValue) and node.name.startswith(("add", "build", "create", "configure")):
            argument.unsure.setdefault("", f"{node.name}() is given the topology and is not in the text.")
            _report(world, node, None)
    return None


def _is_harmless_class(node: tree.Call) -> bool:
    return isinstance(node.target, tree.Name) and node.target.text in ("Arrays", "Objects", "Math", "Assertions")


def _report(
    world: World,
    node: tree.Call,
    value: InPlan | None,
) -> None:
    reason = f"{node.name}() is not in the text and is given a stream, table or builder: it may add operators."
    world.unsure(
        "escaped",
        node.name_span,
        reason,
        "What it adds is missing; names and numbers from here on are unsure.",
        f"Paste the code of {node.name}() too.",
    )
    if value is not None:
        value.plan.doubt(reason)
