"""What happens to DSL objects and lambdas that are handed to code outside the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import (
    BuilderValue,
    GroupedStreamValue,
    StreamValue,
    TableValue,
    TopologyValue,
    WindowedStreamValue,
)
from topoviz.engine.dsl.values import Closure, Unknown, Value
from topoviz.engine.syntax import tree

CallFunction = Callable[[Value, list[Value]], Step]

_HARMLESS: Final = frozenset({
    "println", "print", "printf", "info", "debug", "warn", "error", "trace", "add", "put", "requireNonNull", "equals",
    "toString", "start", "close", "addShutdownHook", "hashCode",
})  # fmt: skip
"""Methods that take anything and add no operators."""


def watch_escapes(world: World, node: tree.Call, arguments: list[Value], call: CallFunction) -> Step:
    """Report objects that unknown code may add operators to; run lambdas that hold operators as if called once."""
    for argument in arguments:
        if isinstance(argument, Closure) and world.has_dsl(argument.node):
            unknowns: list[Value] = [
                Unknown(parameter.name, f"{node.name}() provides it, which is not in the text.", parameter.span)
                for parameter in argument.node.parameters
            ]
            given = Unknown(f"{node.name}()", "It is not in the text.", node.span)
            yield assuming(world, node, given, call(argument, unknowns))
    if node.name in _HARMLESS:
        return None
    for argument in arguments:
        if isinstance(argument, BuilderValue | StreamValue | TableValue | GroupedStreamValue | WindowedStreamValue):
            _report(world, node, argument)
        elif isinstance(argument, TopologyValue) and node.name.startswith(("add", "build", "create", "configure")):
            argument.unsure.setdefault("", f"{node.name}() is given the topology and is not in the text.")
            _report(world, node, None)
    return None


def _report(
    world: World,
    node: tree.Call,
    value: BuilderValue | StreamValue | TableValue | GroupedStreamValue | WindowedStreamValue | None,
) -> None:
    reason = f"{node.name}() is not in the text and is given a stream, table or builder: it may add operators."
    world.unsure(
        "escaped",
        node.name_span,
        reason,
        "What it adds is missing; names and numbers from here on are unsure.",
        f"Paste the code of {node.name}() too.",
    )
    if isinstance(value, WindowedStreamValue):
        value.grouped.plan.doubt(reason)
    elif value is not None:
        value.plan.doubt(reason)
