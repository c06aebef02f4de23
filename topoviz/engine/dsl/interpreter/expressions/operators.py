"""Operators of one and two sides, assignments, and what they come to as far as both sides are known."""

from __future__ import annotations

from topoviz.engine.dsl.arithmetic import combined, inverted, is_string, narrowed, negated, number_of
from topoviz.engine.dsl.interpreter.calls.variadic import SPREAD
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.effects import forget_if_changing
from topoviz.engine.dsl.interpreter.expressions import variables
from topoviz.engine.dsl.interpreter.expressions.equality import are_same, equals, is_kotlin_letter
from topoviz.engine.dsl.interpreter.expressions.instances import is_one_of
from topoviz.engine.dsl.interpreter.expressions.object_texts import text_of_object
from topoviz.engine.dsl.interpreter.expressions.own_operators import OF_ONE, OF_TWO, call_own_operator
from topoviz.engine.dsl.interpreter.expressions.perhaps import evaluate_perhaps
from topoviz.engine.dsl.interpreter.expressions.places import find_place, read_place, store
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library import kotlin
from topoviz.engine.dsl.library.lists import call_list
from topoviz.engine.dsl.library.properties import or_default
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import (
    Constant,
    ListValue,
    MapValue,
    Text,
    Unknown,
    Value,
    is_null,
    join_text,
    taint,
    truth_of,
)
from topoviz.engine.refusal import Why
from topoviz.engine.syntax import tree


def evaluate_assign(world: World, node: tree.Assign, scope: Scope) -> Step:
    """Store a value: `x = y`, or `x += y` and its kin."""
    place = yield find_place(world, node.target, scope)
    before = (yield read_place(world, place, scope)) if node.operator else None
    value = yield evaluate(world, node.value, scope)
    if before is not None:
        if node.operator == "+=" and isinstance(before, ListValue | MapValue) and world.is_kotlin(node.span):
            if not variables.is_variable(world, scope, node.target, place.owner) and not before.is_fixed:
                kotlin.add_to(before, value)
                return before
            # A `var` has a type without plusAssign(), or Kotlin refuses to choose: it takes another collection.
            sum_ = kotlin.added(before, value)
            yield store(world, place, sum_, scope)
            return sum_
        sign = node.operator.removesuffix("=")
        name = OF_TWO.get(sign, "")
        if (yield call_own_operator(world, node, f"{name}Assign", before, [value], scope)) is not None:
            return value
        sum_of_text = yield call_own_operator(world, node, name, before, [value], scope)
        if sum_of_text is not None:
            yield store(world, place, sum_of_text, scope)
            return sum_of_text
        if isinstance(before, ListValue | MapValue) and world.is_kotlin(node.span):
            taint(before, f"{sign}= may change it, and is not followed here.")
        before, value = yield _as_operands(world, node, sign, before, value)
        result = combine(world, node, sign, before, value)
        value = _as_before(world, node, before, result)
    yield store(world, place, value, scope)
    return value


def _as_before(world: World, node: tree.Node, before: Value, result: Value) -> Value:
    stored = narrowed(before, result)
    return stored if stored is not None else world.undetermined(node)


def evaluate_binary(world: World, node: tree.Binary, scope: Scope) -> Step:
    """Apply an operator of two sides; `&&`, `||` and `?:` look at the right one only where they must."""
    left = yield evaluate(world, node.left, scope)
    if node.operator == "?:":
        return (yield _elvis(world, node, left, scope))
    if node.operator in ("&&", "||"):
        known = truth_of(left)
        if known is (node.operator == "||"):
            return left
        if known is not None:
            return (yield evaluate(world, node.right, scope))
        right = yield evaluate_perhaps(world, node.right, scope)
        if right is None:
            return Constant(node.operator == "||")
        forget_if_changing(world, node.right, scope, left)
        if truth_of(right) is (node.operator == "||"):
            return right
        return left
    if node.operator == "instanceof" and isinstance(node.right, tree.ClassLiteral):
        answer = is_one_of(world, left, node.right.type, scope)
        bound = node.right.name
        if answer is not None and (not bound or variables.value_in_scope(world, scope, bound) is None):
            if bound and answer:
                scope.variables[bound] = left
            return Constant(answer)
    if node.operator == "instanceof":
        return world.unknown(world.text_at(node.span), "The type of a value is known only at run time.", node.span)
    right = yield evaluate(world, node.right, scope)
    own = yield call_own_operator(world, node, OF_TWO.get(node.operator, ""), left, [right], scope)
    if own is None and node.operator == "in":
        own = yield call_own_operator(world, node, "contains", right, [left], scope)
    if own is not None:
        return own
    left, right = yield _as_operands(world, node, node.operator, left, right)
    return combine(world, node, node.operator, left, right)


def _as_operands(world: World, node: tree.Node, operator: str, left: Value, right: Value) -> Step:
    """Give the operands of `+` as the texts that they become beside a string."""
    if isinstance(left, ListValue | MapValue) and world.is_kotlin(node.span):
        return left, right  # Kotlin adds to collections
    if operator == "+" and _is_text(left):
        return left, (yield text_of_object(world, right, node.span))
    if operator == "+" and _is_text(right):
        return (yield text_of_object(world, left, node.span)), right
    return left, right


def _elvis(world: World, node: tree.Binary, left: Value, scope: Scope) -> Step:
    """Kotlin's `left ?: right`; when the left side is not known, it is taken to be there."""
    missing = is_null(left)
    if missing:
        return (yield evaluate(world, node.right, scope))
    world.skip(node.right, "what stands before `?:` is there", Fate.REPORTED if missing is None else Fate.NOT_REACHABLE)
    if missing is None and world.has_dsl(node.right):
        reason = f"{world.text_at(node.left.span)} may be null, which the text does not determine."
        world.doubt("unknown-condition", node.span, reason, "What follows `?:` is not read.")
    if missing is None and isinstance(node.right, tree.Literal):
        return or_default(world, left, (yield evaluate(world, node.right, scope)), node.span) or left
    return left


def combine(world: World, node: tree.Node, operator: str, left: Value, right: Value) -> Value:
    """Apply a binary operator as Java does, as far as both sides are known."""
    if operator == "+" and isinstance(left, ListValue | MapValue) and world.is_kotlin(node.span):
        return kotlin.added(left, right)
    if operator == "+" and (_is_text(left) or _is_text(right)):
        return join_text(left, right)
    if operator == "equals":
        return equals(world, node, left, right)
    if operator == "in" and isinstance(right, ListValue):
        known = call_list(world, right, "contains", [left], node.span)
        return known or world.unknown(world.text_at(node.span), "The elements are not known.", node.span)
    if operator in ("==", "!="):
        same = are_same(node, left, right)
        if same is not None:
            return Constant(same == (operator == "=="))
    elif isinstance(left, Constant) and isinstance(right, Constant) and not is_kotlin_letter(world, node, left, right):
        if operator in ("/", "%") and _divides_by_zero(left, right):
            raise ProgramThrows(Why.DIVIDED_BY_ZERO, "ArithmeticException", "/ by zero", world.origin(node.span))
        value = combined(operator, left, right)
        if value is not None:
            return value
    for side in (left, right):
        if isinstance(side, Unknown):
            return side
    return world.undetermined(node)


def _divides_by_zero(left: Constant, right: Constant) -> bool:
    """Tell whether a whole number is divided by zero; a fraction may be."""
    numbers = (number_of(left), number_of(right))
    return all(isinstance(number, int) for number in numbers) and numbers[1] == 0


def _is_text(value: Value) -> bool:
    return (
        isinstance(value, Text)
        or (isinstance(value, Constant) and is_string(value))
        or (isinstance(value, Unknown) and value.type_name == "String")
    )


def evaluate_unary(world: World, node: tree.Unary, scope: Scope) -> Step:
    """Apply an operator of one side."""
    if node.operator in ("++", "--"):
        return (yield _step(world, node, scope))
    value = yield evaluate(world, node.operand, scope)
    if node.operator == SPREAD:
        return value
    own = yield call_own_operator(world, node, OF_ONE.get(node.operator, ""), value, [], scope)
    if own is not None:
        return own
    if isinstance(value, Constant):
        if node.operator == "!" and isinstance(value.value, bool):
            return Constant(not value.value)
        inverse = inverted(value) if node.operator == "~" else None
        if inverse is not None:
            return inverse
        signed = value if node.operator == "+" else negated(value) if node.operator == "-" else None
        if signed is not None and number_of(value) is not None:
            return signed
    if isinstance(value, Unknown):
        return value
    return world.undetermined(node)


def _step(world: World, node: tree.Unary, scope: Scope) -> Step:
    """`x++` and its kin: the place is looked at once."""
    place = yield find_place(world, node.operand, scope)
    before = yield read_place(world, place, scope)
    after = yield call_own_operator(world, node, OF_ONE[node.operator], before, [], scope)
    if after is None:
        result = combine(world, node, node.operator[0], before, Constant(1))
        after = _as_before(world, node, before, result)
    yield store(world, place, after, scope)
    return before if node.postfix else after
