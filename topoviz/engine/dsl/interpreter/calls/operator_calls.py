"""A call of an operator of the DSL, on a stream, a table, a builder or a Topology."""

from __future__ import annotations

from itertools import islice
from typing import Final

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.dsl.interpreter.calls.suppliers import check_supplier, prepare_objects
from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.doubts import marks_of, report_unknown_texts
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.no_such_method import is_unheard_of, tell_no_method
from topoviz.engine.dsl.objects import TopologyValue
from topoviz.engine.dsl.operators.call import LibraryCall, OperatorCall
from topoviz.engine.dsl.operators.registry import find_operator
from topoviz.engine.dsl.values import Opaque, Unknown, Value, is_null
from topoviz.engine.logical.processor_api import names_made
from topoviz.engine.syntax import tree


def call_operator(
    world: World,
    node: tree.Call,
    owner: str,
    target: Value,
    arguments: list[Value],
    call_back: CallFunction,
) -> Step:
    """Make a call on an object of the DSL: what the operator does to the plan, and what the ledger says of it."""
    if isinstance(target, TopologyValue) and node.name == "describe":
        return Opaque("TopologyDescription")
    if node.name in ("toString", "equals", "hashCode", "getClass"):
        return Opaque(node.name)
    operator = find_operator(owner, node.name)
    if operator is None:
        return _report_operator(world, node, owner, target)
    call = OperatorCall(
        node.name, tuple(arguments), world.origin(node.name_span), world.behaviours, world.report, call_back
    )
    yield prepare_objects(world, node, arguments)
    yield check_supplier(world, node, owner, arguments, call_back)
    reported = len(world.diagnostics)
    world.tell_left_loop()
    world.doubt_behind_lost(node.name_span)
    marks = marks_of(target)
    known = len(marks)
    calls_before = len(target.calls) if isinstance(target, TopologyValue) else 0
    assumed, why_open = world.assumption, world.why_open(node)
    if why_open is not None:
        world.assume(assumed or why_open)
    try:
        result = operator.apply(call, target)
    finally:
        if why_open is not None:
            world.assume(assumed)
    for topology in (target, result):
        if isinstance(topology, TopologyValue) and world.guards:
            topology.is_guarded = True
    reason = assumed or why_open
    if isinstance(target, TopologyValue) and reason is not None:
        target.unsure.setdefault("", reason)
        for name in (name for made in target.calls[calls_before:] for name in names_made(made)):
            target.unsure.setdefault(name, reason)
    report_unknown_texts(world, node.name_span, dict(islice(marks.items(), known, None)))
    if _is_given_null(call, owner) and len(world.diagnostics) == reported:
        _doubt_null(world, node)
    if _tells_doubt(world.diagnostics[reported:]):
        world.settle(node.name_span, Fate.REPORTED, "part of it is not known")
    else:
        world.settle(node.name_span, Fate.MODELLED)
    return (yield result)


_SUPPLIED_STORES: Final = frozenset({"addGlobalStore", "addReadOnlyStateStore"})
"""Methods of Topology whose last argument is a supplier, which a null breaks in other words at each version."""

_TAKES_NULL: Final = frozenset({
    ("BranchedKStream", "branch"), ("WindowedKStream", "emitStrategy"), ("StreamsBuilder", "build"),
})  # fmt: skip


def _is_given_null(call: LibraryCall, owner: str) -> bool:
    """Tell whether an argument is null of which it is not known here whether the method takes it."""
    if owner == "Topology":
        return call.method in _SUPPLIED_STORES and is_null(call.argument(len(call.arguments) - 1)) is True
    if (owner, call.method) in _TAKES_NULL:
        return False
    return any(is_null(argument) for argument in call.arguments)


def _doubt_null(world: World, node: tree.Call) -> None:
    reason = f"{node.name}() is given null here, which Kafka Streams refuses at many places."
    world.doubt("null", node.name_span, reason, "It may refuse the program where this does not.")


def _tells_doubt(diagnostics: list[Diagnostic]) -> bool:
    return any(diagnostic.code in ("unknown-stream", "overload", "unknown-windows") for diagnostic in diagnostics)


def _report_operator(world: World, node: tree.Call, owner: str, target: Value) -> Value:
    """An operator that is not modelled or does not exist: what it adds is missing, so everything after it is unsure."""
    effect = "What it adds is missing; names and numbers from here on are unsure."
    is_of_kotlin = node.name in _OF_KOTLIN and world.is_kotlin(node.span)
    if is_of_kotlin:
        reason = f"What the function does that {node.name} is given here is not known."
        world.unsure("unknown-function", node.name_span, reason, effect, "Paste the code that gives it.")
    elif is_unheard_of(owner, node.name):
        reason, next_step = tell_no_method(owner, node.name)
        world.unsure("no-such-method", node.name_span, reason, effect, next_step)
    else:
        reason = f"{owner}#{node.name} is not modelled yet."
        world.unsure("operator-not-modelled", node.name_span, reason, effect)
    world.doubt_all(reason)
    if isinstance(target, TopologyValue):
        target.unsure.setdefault("", reason)
    world.settle(node.name_span, Fate.REPORTED, reason)
    if is_of_kotlin and node.name in ("also", "apply"):
        return target
    return Unknown(f"{node.name}()", reason, node.span, told=True)


_OF_KOTLIN: Final = frozenset({"also", "apply", "let", "run", "takeIf", "takeUnless"})
"""What Kotlin lets be called on anything; a program may have none of its own of these names."""
