"""A call whose body is not in the text."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.frameworks.configured import configured
from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.escapes import watch_escapes
from topoviz.engine.dsl.interpreter.libraries import READING
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.outside import FROM_OUTSIDE, NOT_SAID
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library import constructors
from topoviz.engine.dsl.library.api import is_anybodys
from topoviz.engine.dsl.values import Constant, Unknown, Value, taint
from topoviz.engine.syntax import tree

_COMES_FROM: Final = "It comes from "
_NOT_IN_TEXT: Final = "() is not in the text."


def call_unknown(
    world: World, node: tree.Call, target: Value | None, arguments: list[Value], call: CallFunction
) -> Step:
    """Make an unknown of its result; what it is given may be changed by it."""
    world.unknown_calls += 1
    is_lost = node.name_span in world.dsl_calls and (target is None or isinstance(target, Unknown))
    if is_lost and not world.is_kotlin(node.span) and not is_anybodys(node.name, len(arguments)):
        world.settle(node.name_span, Fate.NOT_REACHABLE, "no class of the DSL has such a method")
        is_lost = False
    if is_lost:
        _report_lost_call(world, node, target)
    yield watch_escapes(world, node, target, arguments, call)
    if isinstance(target, Unknown) and node.name not in READING:
        taint(target, f"{node.name}() may be called on it.")
    if node.name in ("getResourceAsStream", "getResource") and arguments:
        return constructors.file_named(arguments[0]) or Unknown(node.name, "Which file it is is not known.", node.span)
    key = _configuration_key(node, arguments)
    if key is not None:
        default = arguments[1] if len(arguments) > 1 and isinstance(arguments[1], Constant) else None
        return configured(world, key, node.span, "String", default)
    if isinstance(target, Unknown) and (is_lost or target.told):
        return replace(target, told=True)
    if isinstance(target, Unknown) and node.target is not None:
        reason = _reason_to_come(target)
    else:
        reason = f"{node.name}{_NOT_IN_TEXT}"
    result = world.unknown_result(world.text_at(node.span), reason, node.span)
    if isinstance(result, Unknown) and node.name.lower().endswith("serializer"):
        return replace(result, type_name="Serializer")  # which addSource() and addSink() take beside strings
    return result


def _reason_to_come(target: Unknown) -> str:
    """Name the first unknown of a chain of calls, which is the one to make known; those behind it follow from it."""
    if target.reason.startswith(_COMES_FROM):
        return target.reason
    return f"{_COMES_FROM}{target.key}, {_clause(target)}"


def _clause(target: Unknown) -> str:
    """Say of an unknown why it is one, after its name and a comma."""
    key, reason = target.key, target.reason
    if reason == FROM_OUTSIDE:
        return "a parameter for which the text passes no value."
    if reason == NOT_SAID:
        return f"and the text does not say what {key} is."
    if reason.endswith(_NOT_IN_TEXT):
        return f"and the code of {reason.removesuffix(_NOT_IN_TEXT)}() is not in the text."
    for start, relative in (("Its ", "whose "), ("It ", "which ")):
        if reason.startswith(start):
            return relative + reason.removeprefix(start)
    return f"which is not known: {reason}"


def _configuration_key(node: tree.Call, arguments: list[Value]) -> str | None:
    """`getProperty("orders.topic")` and its kin: the key is what a user knows the value by."""
    names_of_getters = ("getProperty", "getString", "getenv", "getRequiredProperty")
    if node.name in names_of_getters and arguments and isinstance(arguments[0], Constant):
        value = arguments[0].value
        return value if isinstance(value, str) else None
    return None


def _report_lost_call(world: World, node: tree.Call, target: Value | None) -> None:
    key = target.key if isinstance(target, Unknown) else node.name
    why = target.reason if isinstance(target, Unknown) else "It is not in the text."
    reason = f"{node.name}() is called on {key}, which is not known: {why}"
    if isinstance(target, Unknown) and target.told:
        world.settle(node.name_span, Fate.REPORTED, reason)
        return
    world.doubt(
        "unknown-receiver",
        node.name_span,
        reason,
        "The operator is missing; names and numbers from here on are unsure.",
        "Paste the code that makes it.",
    )
    world.settle(node.name_span, Fate.REPORTED, reason)
