"""Java's `test ? one : other`: which side is taken, and the type that a number gets from the other side."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.arithmetic import cast_to, number_of
from topoviz.engine.dsl.interpreter.assumptions import value_assuming
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.effects import forget_if_changing
from topoviz.engine.dsl.interpreter.expressions.perhaps import evaluate_perhaps
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library.properties import or_default
from topoviz.engine.dsl.numbers import CHARACTER
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Constant, Unknown, Value, truth_of
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk


def evaluate_conditional(world: World, node: tree.Conditional, scope: Scope) -> Step:
    """Take the side that the test decides for; an unknown test decides for none."""
    test = yield evaluate(world, node.test, scope)
    known = truth_of(test)
    if known is not None:
        chosen, other = (node.then, node.otherwise) if known else (node.otherwise, node.then)
        world.skip(other, "the condition decides for the other side")
        value = yield evaluate(world, chosen, scope)
        return _promoted(world, node, value, chosen, other)
    if not (world.has_dsl(node.then) or world.has_dsl(node.otherwise)):
        then = yield evaluate_perhaps(world, node.then, scope)
        otherwise = yield evaluate_perhaps(world, node.otherwise, scope)
        if then is None and otherwise is None:
            return (yield evaluate(world, node.then, scope))  # the program ends here in either case
        if then is None or otherwise is None:
            return otherwise if then is None else then
        for side in (node.then, node.otherwise):
            forget_if_changing(world, side, scope, test)
        if isinstance(then, Constant) and isinstance(otherwise, Constant) and then.value == otherwise.value:
            return then
        absent = _without_value(node.test)
        if absent is not None and isinstance(test, Unknown):
            value, default = (otherwise, then) if absent else (then, otherwise)
            is_tested = isinstance(value, Unknown) and value.key == test.key
            likely = or_default(world, value, default, node.span) if is_tested else None
            if likely is not None:
                return likely
        key = test.key if isinstance(test, Unknown) else world.text_at(node.test.span)
        either = world.unknown(world.text_at(node.span), f"It depends on {key}, which is not known.", node.span)
        return replace(either, may_be=(then, otherwise)) if isinstance(either, Unknown) else either
    return (yield value_assuming(world, node.test, test, _assumed_side(world, node, scope)))


def _without_value(test: tree.Expression) -> bool | None:
    """Tell what a test comes to when what it asks about is null, if that is all that it asks about: `x != null`."""
    match test:
        case tree.Binary(operator="==" | "!=" as operator, left=one, right=other):
            is_null_test = any(isinstance(side, tree.Literal) and side.value is None for side in (one, other))
            return operator == "==" if is_null_test else None
        case tree.Binary(operator="||" | "&&" as operator, left=first):
            decided = _without_value(first)
            return decided if decided == (operator == "||") else None
        case _:
            return None


def _promoted(
    world: World, node: tree.Conditional, value: Value, chosen: tree.Expression, other: tree.Expression
) -> Value:
    """Give a number the type that both sides have in common: `yes ? 1 : 2.0` is 1.0, unless a side is an object."""
    if not isinstance(value, Constant) or number_of(value) is None or isinstance(value.value, float):
        return value
    if _is_object(chosen) or _is_object(other):
        return value
    if value.kind == CHARACTER and not isinstance(other, tree.Literal):
        return value if _gives_letter_or_text(world, other) else world.undetermined(node)
    if _may_be_object(world, chosen):
        return world.undetermined(node) if _may_widen(world, other) else value
    if not isinstance(other, tree.Literal):
        return world.undetermined(node) if _may_widen(world, other) else value
    if isinstance(other.value, float):
        return cast_to("double", value) or value
    is_number = isinstance(other.value, int) and not isinstance(other.value, bool)
    is_mixed = (value.kind == CHARACTER) != other.is_character and (is_number or other.is_character)
    return world.undetermined(node) if is_mixed else value


_NUMBERS: Final = frozenset({
    "byte", "short", "char", "int", "long", "float", "double",
    "Byte", "Short", "Character", "Integer", "Long", "Float", "Double",
})  # fmt: skip


_WIDENING: Final = frozenset({
    "Double", "Float", "Character", "Math", "doubleValue", "floatValue", "charAt", "parseDouble", "parseFloat",
})  # fmt: skip
"""Classes and methods that give fractions or letters."""


def _is_object(node: tree.Expression) -> bool:
    """Tell whether an expression is certainly of a type other than the numbers, by a cast or as a text."""
    is_text = isinstance(node, tree.Literal) and isinstance(node.value, str) and not node.is_character
    return is_text or (isinstance(node, tree.Cast) and node.type.simple_name not in _NUMBERS)


def _may_be_object(world: World, node: tree.Expression) -> bool:
    """Tell whether an expression is something declared as an object, which a conditional leaves as it is."""
    objects = world.program.declared_as("Object", "Number", "Comparable", "Serializable")
    return any(isinstance(part, tree.Name) and part.text in objects for part in walk(node))


def _gives_letter_or_text(world: World, node: tree.Expression) -> bool:
    """Tell whether an expression is certainly no number, for a letter beside a number may become one itself."""
    others = {"byte", "short", "int", "long", "float", "double", "Byte", "Short", "Integer", "Long", "Float", "Double"}
    match node:
        case tree.Name(text=name):
            is_known = name in world.program.declared_as("char", "Character", "String")
            return is_known and name not in world.program.declared_as(*others, "var")
        case tree.Call(name="charAt" | "toString" | "substring"):
            return True
        case tree.Call(target=tree.Name(text="Character"), name="toUpperCase" | "toLowerCase", arguments=[letter]):
            return _gives_letter_or_text(world, letter)  # that of a number is a number
        case _:
            return False


def _may_widen(world: World, node: tree.Expression) -> bool:
    """Tell whether an expression may be a fraction or a letter, as far as what it is made of tells."""
    widening = world.program.declared_as("double", "float", "char", "Double", "Float", "Character")
    for part in walk(node):
        match part:
            case tree.Literal(value=float()) | tree.Literal(is_character=True):
                return True
            case tree.Call(name=name, target=tree.Name(text=owner)) if owner in _WIDENING or name in _WIDENING:
                return True
            case tree.Call(name=name) if name in _WIDENING:
                return True
            case tree.Name(text=name) | tree.Call(name=name) | tree.Select(name=name) if name in widening:
                return True
            case _:
                pass
    return False


def _assumed_side(world: World, node: tree.Conditional, scope: Scope) -> Step:
    chosen, other = (node.then, node.otherwise) if world.has_dsl(node.then) else (node.otherwise, node.then)
    world.skip(other, "the other side of an unknown condition was assumed", Fate.REPORTED)
    return (yield evaluate(world, chosen, scope))
