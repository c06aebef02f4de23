"""What each expression comes to."""

from __future__ import annotations

import re
from math import prod
from typing import Final

from topoviz.engine.dsl.arithmetic import as_array_of, unset
from topoviz.engine.dsl.interpreter.dispatch import Evaluator, evaluate
from topoviz.engine.dsl.interpreter.expressions import names
from topoviz.engine.dsl.interpreter.expressions.casts import evaluate_cast
from topoviz.engine.dsl.interpreter.expressions.conditionals import evaluate_conditional
from topoviz.engine.dsl.interpreter.expressions.operators import evaluate_assign, evaluate_binary, evaluate_unary
from topoviz.engine.dsl.interpreter.expressions.own_operators import call_own_operator
from topoviz.engine.dsl.interpreter.expressions.places import element_at
from topoviz.engine.dsl.interpreter.expressions.statements_as_values import (
    evaluate_block,
    evaluate_if,
    evaluate_jump,
    evaluate_switch,
    evaluate_try,
    evaluate_unreadable,
)
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.outside import builder_of_reference
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.object_classes import name_array
from topoviz.engine.dsl.numbers import CHARACTER, FLOAT, LONG
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import NO_MESSAGE, ProgramThrows
from topoviz.engine.dsl.values import (
    NULL,
    BoundMethod,
    Closure,
    Constant,
    ListValue,
    Named,
    Opaque,
    Unknown,
    Value,
    is_certainly_null,
)
from topoviz.engine.refusal import Why
from topoviz.engine.syntax import tree


def _literal(world: World, node: tree.Literal, scope: Scope) -> Value:
    if node.is_character:
        return Constant(node.value, CHARACTER)
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        return Constant(node.value)
    suffix = world.bundle.text_at(node.span)[-1:].lower()
    if isinstance(node.value, int):
        return Constant(node.value, LONG if suffix == "l" else "")
    return Constant(node.value, FLOAT if suffix == "f" else "")


def _class_literal(world: World, node: tree.ClassLiteral, scope: Scope) -> Value:
    name = node.type.simple_name
    if re.search(rf"\breified\s+{name}\b", world.bundle.files[node.span.file_id].text):
        return world.unknown(f"{name}::class", f"{name} is of whatever type the call has.", node.span)
    return Opaque(f"Class:{name}{'[]' * node.type.dimensions}")


def _index(world: World, node: tree.Index, scope: Scope) -> Step:
    target = yield evaluate(world, node.target, scope)
    index = yield evaluate(world, node.index, scope)
    own = yield call_own_operator(world, node, "get", target, [index], scope)
    return element_at(world, node, target, index) if own is None else own


def _named_argument(world: World, node: tree.NamedArgument, scope: Scope) -> Step:
    return Named(node.name, (yield evaluate(world, node.value, scope)))


def _array_literal(world: World, node: tree.ArrayLiteral, scope: Scope) -> Step:
    elements = []
    for element in node.elements:
        elements.append((yield evaluate(world, element, scope)))
    made = ListValue(elements, kind="array")
    if node.type is not None:
        name_array(made, node.type.simple_name, node.type.dimensions)
    return made


def _new_array(world: World, node: tree.NewArray, scope: Scope) -> Step:
    sizes = []
    for size in node.sizes:
        sizes.append((yield evaluate(world, size, scope)))
    lengths = [size.value for size in sizes if isinstance(size, Constant)]
    negative = next((length for length in lengths if isinstance(length, int) and length < 0), None)
    if negative is not None:
        raise ProgramThrows(Why.ILLEGAL_COUNT, "NegativeArraySizeException", str(negative), world.origin(node.span))
    known = [length for length in lengths if isinstance(length, int) and 0 <= length <= world.budget.loop_turns]
    if not known or len(known) != len(sizes) or prod(known) > world.budget.loop_turns:
        return ListValue([], kind="array", is_exact=False)
    has_all = not node.type.dimensions  # pairs of brackets without a size
    elements = [unset(node.type.simple_name) if has_all else NULL] * prod(known)
    for length in reversed(known):
        rows = [elements[start : start + length] for start in range(0, len(elements), max(length, 1))]
        elements = [ListValue(row, kind="array") for row in rows]
    made = elements[0] if elements else ListValue([], kind="array", is_exact=0 in known[:1])
    name_array(made, node.type.simple_name, len(known) + node.type.dimensions)
    return as_array_of(made, node.type.simple_name, len(known)) if has_all else made


def _lambda(world: World, node: tree.Lambda, scope: Scope) -> Value:
    return Closure(node, scope)


def _method_reference(world: World, node: tree.MethodReference, scope: Scope) -> Step:
    target = None if node.target is None else (yield names.evaluate_target(world, node.target, scope))
    if isinstance(target, Unknown):
        target = builder_of_reference(world, node.name, target) or target
    is_above = isinstance(node.target, tree.Name) and node.target.text == "super"
    is_this = is_above or (isinstance(node.target, tree.Name) and node.target.text == "this")
    if target is not None and is_certainly_null(target) and not is_this and not world.is_kotlin(node.span):
        # Java looks at what stands before `::` at once (JLS 15.13.3), and not only when the method is called.
        raise ProgramThrows(Why.NULL_USED, "NullPointerException", NO_MESSAGE, world.origin(node.span))
    return BoundMethod(target, node.name, node.span, scope, is_above)


EVALUATORS: Final[dict[type[tree.Node], Evaluator]] = {
    tree.Literal: _literal,
    tree.ClassLiteral: _class_literal,
    tree.Index: _index,
    tree.NamedArgument: _named_argument,
    tree.ArrayLiteral: _array_literal,
    tree.NewArray: _new_array,
    tree.Lambda: _lambda,
    tree.MethodReference: _method_reference,
    tree.Assign: evaluate_assign,
    tree.Binary: evaluate_binary,
    tree.Unary: evaluate_unary,
    tree.Conditional: evaluate_conditional,
    tree.Cast: evaluate_cast,
    tree.Switch: evaluate_switch,
    tree.Unknown: evaluate_unreadable,
    tree.Block: evaluate_block,
    tree.If: evaluate_if,
    tree.Try: evaluate_try,
    tree.Jump: evaluate_jump,
}
