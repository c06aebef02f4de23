"""What each expression comes to."""

from __future__ import annotations

import operator as arithmetic
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from topoviz.engine.dsl.interpreter import names
from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.dispatch import Evaluator, evaluate, execute
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.sequences import run_statements
from topoviz.engine.dsl.interpreter.signals import Leave, Signal
from topoviz.engine.dsl.interpreter.switches import choose_case
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library import kotlin
from topoviz.engine.dsl.library.collections import call_list
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.operators.registry import owner_of
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    NULL,
    BoundMethod,
    Closure,
    Constant,
    Instance,
    ListValue,
    MapValue,
    Named,
    Opaque,
    Text,
    Unknown,
    Value,
    is_null,
    join_text,
    truth_of,
)
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import JumpKind
from topoviz.engine.syntax.walk import walk


def _literal(world: World, node: tree.Literal, scope: Scope) -> Value:
    return Constant(node.value)


def _class_literal(world: World, node: tree.ClassLiteral, scope: Scope) -> Value:
    return Opaque(f"Class:{node.type.simple_name}")


def _index(world: World, node: tree.Index, scope: Scope) -> Step:
    target = yield evaluate(world, node.target, scope)
    index = yield evaluate(world, node.index, scope)
    if isinstance(target, ListValue) and isinstance(index, Constant) and isinstance(index.value, int):
        if 0 <= index.value < len(target.elements):
            return target.elements[index.value]
        reason = f"Index {index.value} is outside the {len(target.elements)} elements known here."
        return world.unknown(world.text_at(node.span), reason, node.span)
    known = kotlin.value_at(target, index)
    if known is not None:
        return known
    return world.unknown(world.text_at(node.span), "The array or the index is not known.", node.span)


def _named_argument(world: World, node: tree.NamedArgument, scope: Scope) -> Step:
    return Named(node.name, (yield evaluate(world, node.value, scope)))


def _array_literal(world: World, node: tree.ArrayLiteral, scope: Scope) -> Step:
    elements = []
    for element in node.elements:
        elements.append((yield evaluate(world, element, scope)))
    return ListValue(elements, kind="array")


def _new_array(world: World, node: tree.NewArray, scope: Scope) -> Step:
    sizes = []
    for size in node.sizes:
        sizes.append((yield evaluate(world, size, scope)))
    length = sizes[0].value if len(sizes) == 1 and isinstance(sizes[0], Constant) else None
    if isinstance(length, int) and 0 <= length <= world.budget.loop_turns:
        return ListValue([NULL] * length, kind="array")
    return ListValue([], kind="array", is_exact=False)


def _lambda(world: World, node: tree.Lambda, scope: Scope) -> Value:
    return Closure(node, scope)


def _method_reference(world: World, node: tree.MethodReference, scope: Scope) -> Step:
    target = None if node.target is None else (yield names.evaluate_target(world, node.target, scope))
    return BoundMethod(target, node.name, node.span, scope)


def _assign(world: World, node: tree.Assign, scope: Scope) -> Step:
    value = yield evaluate(world, node.value, scope)
    if node.operator:
        before = yield evaluate(world, node.target, scope)
        if node.operator == "+=" and isinstance(before, ListValue | MapValue):
            kotlin.add_to(before, value)
            return before
        value = combine(world, node, node.operator.removesuffix("="), before, value)
    yield assign_to(world, node.target, value, scope)
    return value


def assign_to(world: World, target: tree.Expression, value: Value, scope: Scope) -> Step:
    """Store a value in a variable, field or element."""
    match target:
        case tree.Name(text=name):
            if not names.assign_name(world, scope, name, value):
                scope.variables[name] = value
        case tree.Select(target=owner_node, name=name):
            owner = yield names.evaluate_target(world, owner_node, scope)
            names.assign_field(world, owner, name, value)
        case tree.Index(target=array_node, index=index_node):
            array = yield evaluate(world, array_node, scope)
            index = yield evaluate(world, index_node, scope)
            _assign_element(array, index, value)
        case _:
            yield evaluate(world, target, scope)
    return None


def _assign_element(array: Value, index: Value, value: Value) -> None:
    if isinstance(array, PropertiesValue):
        if isinstance(index, Constant) and isinstance(index.value, str):
            array.entries[index.value] = value
        else:
            array.is_exact = False
    elif isinstance(array, MapValue):
        if isinstance(index, Constant):
            array.entries[index.value] = value
        else:
            array.is_exact = False
    elif isinstance(array, ListValue):
        if isinstance(index, Constant) and isinstance(index.value, int) and 0 <= index.value < len(array.elements):
            array.elements[index.value] = value
        else:
            array.is_exact = False


def _binary(world: World, node: tree.Binary, scope: Scope) -> Step:
    left = yield evaluate(world, node.left, scope)
    if node.operator == "?:":
        return (yield _elvis(world, node, left, scope))
    if node.operator in ("&&", "||"):
        known = truth_of(left)
        if known is (node.operator == "||"):
            return left
        right = yield evaluate(world, node.right, scope)
        if known is not None:
            return right
        if truth_of(right) is (node.operator == "||"):
            return right
        return left
    if node.operator == "instanceof":
        return world.unknown(world.text_at(node.span), "The type of a value is known only at run time.", node.span)
    right = yield evaluate(world, node.right, scope)
    return combine(world, node, node.operator, left, right)


def _elvis(world: World, node: tree.Binary, left: Value, scope: Scope) -> Step:
    """Kotlin's `left ?: right`; when the left side is not known, it is taken to be there."""
    missing = is_null(left)
    if missing:
        return (yield evaluate(world, node.right, scope))
    world.skip(node.right, "what stands before `?:` is there", Fate.REPORTED if missing is None else Fate.NOT_REACHABLE)
    if missing is None and world.has_dsl(node.right):
        reason = f"{world.text_at(node.left.span)} may be null, which the text does not determine."
        world.unsure("unknown-condition", node.span, reason, "What stands behind `?:` is left out.")
        world.doubt_all(reason)
    return left


def combine(world: World, node: tree.Node, operator: str, left: Value, right: Value) -> Value:
    """Apply a binary operator as Java does, as far as both sides are known."""
    if operator == "+" and (_is_text(left) or _is_text(right)):
        return join_text(left, right)
    if operator == "equals":
        return _equals(world, node, left, right)
    if operator == "in" and isinstance(right, ListValue):
        known = call_list(world, right, "contains", [left], node.span)
        return known or world.unknown(world.text_at(node.span), "The elements are not known.", node.span)
    if operator == "+" and isinstance(left, ListValue | MapValue):
        return kotlin.added(left, right)
    if operator in ("==", "!="):
        equal = _same(left, right)
        if equal is not None:
            return Constant(equal == (operator == "=="))
    if isinstance(left, Constant) and isinstance(right, Constant):
        value = _calculate(operator, left.value, right.value)
        if value is not None:
            return value
    for side in (left, right):
        if isinstance(side, Unknown):
            return side
    return world.unknown(world.text_at(node.span), "The text does not determine this value.", node.span)


def _equals(world: World, node: tree.Node, left: Value, right: Value) -> Value:
    """Kotlin's `==`, which asks the objects; what they answer is known for constants and for constants of enums."""
    if left is right and not isinstance(left, Unknown):
        return Constant(True)
    if isinstance(left, Constant) or isinstance(right, Constant):
        equal = _same(left, right)
        if equal is not None:
            return Constant(equal)
    if isinstance(left, Instance) and isinstance(right, Instance) and "name()" in left.fields:
        return Constant(False)
    for side in (left, right):
        if isinstance(side, Unknown):
            return side
    return world.unknown(world.text_at(node.span), "The text does not determine this value.", node.span)


def _is_text(value: Value) -> bool:
    return (
        isinstance(value, Text)
        or (isinstance(value, Constant) and isinstance(value.value, str))
        or (isinstance(value, Unknown) and value.type_name == "String")
    )


def _same(left: Value, right: Value) -> bool | None:
    if isinstance(left, Constant) and isinstance(right, Constant):
        return left.value == right.value and isinstance(left.value, bool) == isinstance(right.value, bool)
    for side, other in ((left, right), (right, left)):
        if isinstance(side, Constant) and side.value is None:
            return is_null(other)
    if isinstance(left, Instance | ListValue | MapValue) and isinstance(right, Instance | ListValue | MapValue):
        return left is right
    return None


_CALCULATIONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": arithmetic.add,
    "-": arithmetic.sub,
    "*": arithmetic.mul,
    "<": arithmetic.lt,
    "<=": arithmetic.le,
    ">": arithmetic.gt,
    ">=": arithmetic.ge,
}


def _calculate(operator: str, left: Any, right: Any) -> Value | None:
    numbers = not isinstance(left, bool | str | None) and not isinstance(right, bool | str | None)
    if not numbers:
        if isinstance(left, bool) and isinstance(right, bool) and operator in ("&", "|", "^"):
            return Constant({"&": left and right, "|": left or right, "^": left is not right}[operator])
        return None
    if operator in _CALCULATIONS:
        result = _CALCULATIONS[operator](left, right)
        return Constant(result) if not isinstance(result, int) or abs(result) < 2**63 else None
    if operator in ("/", "%") and right != 0:
        if isinstance(left, int) and isinstance(right, int):
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return Constant(quotient if operator == "/" else left - right * quotient)
        return Constant(left / right) if operator == "/" else None
    return None


def _unary(world: World, node: tree.Unary, scope: Scope) -> Step:
    value = yield evaluate(world, node.operand, scope)
    if node.operator in ("++", "--"):
        step = combine(world, node, node.operator[0], value, Constant(1))
        yield assign_to(world, node.operand, step, scope)
        return value if node.postfix else step
    if isinstance(value, Constant):
        if node.operator == "!" and isinstance(value.value, bool):
            return Constant(not value.value)
        if node.operator in ("-", "+") and isinstance(value.value, int | float) and not isinstance(value.value, bool):
            return Constant(-value.value if node.operator == "-" else value.value)
    if isinstance(value, Unknown):
        return value
    return world.unknown(world.text_at(node.span), "The text does not determine this value.", node.span)


def _conditional(world: World, node: tree.Conditional, scope: Scope) -> Step:
    test = yield evaluate(world, node.test, scope)
    known = truth_of(test)
    if known is not None:
        world.skip(node.otherwise if known else node.then, "the condition decides for the other side")
        return (yield evaluate(world, node.then if known else node.otherwise, scope))
    if not (world.has_dsl(node.then) or world.has_dsl(node.otherwise)):
        then = yield evaluate(world, node.then, scope)
        otherwise = yield evaluate(world, node.otherwise, scope)
        if isinstance(then, Constant) and isinstance(otherwise, Constant) and then.value == otherwise.value:
            return then
        key = test.key if isinstance(test, Unknown) else world.text_at(node.test.span)
        return world.unknown(world.text_at(node.span), f"It depends on {key}, which is not known.", node.span)
    return (yield assuming(world, node.test, test, _assumed_side(world, node, scope)))


def _assumed_side(world: World, node: tree.Conditional, scope: Scope) -> Step:
    chosen, other = (node.then, node.otherwise) if world.has_dsl(node.then) else (node.otherwise, node.then)
    world.skip(other, "the other side of an unknown condition was assumed", Fate.REPORTED)
    return (yield evaluate(world, chosen, scope))


def _cast(world: World, node: tree.Cast, scope: Scope) -> Step:
    value = yield evaluate(world, node.operand, scope)
    if isinstance(value, Unknown) and not value.type_name:
        return Unknown(value.key, value.reason, value.span, node.type.simple_name)
    return value


def _switch(world: World, node: tree.Switch, scope: Scope) -> Step:
    signal = yield choose_case(world, node, scope)
    if isinstance(signal, Signal) and signal.kind is not JumpKind.YIELD:
        raise Leave(signal)
    return signal.value if isinstance(signal, Signal) else NULL


def _block(world: World, node: tree.Block, scope: Scope) -> Step:
    """Come to the value of a block's last statement."""
    scope = scope.inner()
    if not node.statements:
        return NULL
    *before, last = node.statements
    signal = yield run_statements(world, tuple(before), scope)
    if isinstance(signal, Signal):
        world.skip(last, f"it stands behind a {signal.kind}")
        raise Leave(signal)
    if type(last) in EVALUATORS and node.gives_value:
        return (yield evaluate(world, last, scope))  # type: ignore[arg-type]  # the table tells
    signal = yield execute(world, last, scope)
    if isinstance(signal, Signal):
        raise Leave(signal)
    return NULL


def _if(world: World, node: tree.If, scope: Scope) -> Step:
    """An `if` where a value is wanted; without `else`, or with a side that is none, it has no value."""
    if node.otherwise is None:
        signal = yield execute(world, node, scope)
        if isinstance(signal, Signal):
            raise Leave(signal)
        return NULL
    test = yield evaluate(world, node.test, scope)
    known = truth_of(test)
    if known is not None:
        world.skip(node.otherwise if known else node.then, "its condition is decided for the other side")
        return (yield _side(world, node.then if known else node.otherwise, scope))
    takes_then = world.has_dsl(node.then)
    if takes_then or world.has_dsl(node.otherwise):
        chosen, other = (node.then, node.otherwise) if takes_then else (node.otherwise, node.then)
        world.skip(other, "the other side of an unknown condition was assumed", Fate.REPORTED)
        return (yield assuming(world, node.test, test, _side(world, chosen, scope)))
    forget_effects(world, node, scope, test)
    key = test.key if isinstance(test, Unknown) else world.text_at(node.test.span)
    return world.unknown(world.text_at(node.span), f"It depends on {key}, which is not known.", node.span)


def _side(world: World, node: tree.Statement, scope: Scope) -> Step:
    if type(node) in EVALUATORS:
        return (yield evaluate(world, node, scope))  # type: ignore[arg-type]  # the table tells
    signal = yield execute(world, node, scope)
    if isinstance(signal, Signal):
        raise Leave(signal)
    return NULL


_TRIED: Final = "the value of this try"


def _try(world: World, node: tree.Try, scope: Scope) -> Step:
    """A `try` where a value is wanted: a stream or table that its body makes; else a handler may give another one."""
    inner = scope.inner()
    inner.variables[_TRIED] = Unknown("try", "Whether something is thrown is not known.", node.span)
    kept = tree.Assign(node.body.span, tree.Name(node.body.span, _TRIED), node.body)
    body = tree.Block(node.body.span, (kept,))
    signal = yield execute(world, replace(node, body=body), inner)
    if isinstance(signal, Signal):
        raise Leave(signal)
    value = inner.variables[_TRIED]
    is_certain = not node.handlers or not any(isinstance(part, tree.Call | tree.New) for part in walk(node.body))
    if is_certain or owner_of(value) is not None:
        return value
    return world.unknown(world.text_at(node.span), "Whether something is thrown is not known.", node.span)


def _jump(world: World, node: tree.Jump, scope: Scope) -> Step:
    signal = yield execute(world, node, scope)
    raise Leave(signal)


def _unknown(world: World, node: tree.Unknown, scope: Scope) -> Step:
    """Follow the readable parts, for the calls in them; what they come to is not known."""
    for part in node.parts:
        signal = yield execute(world, part, scope)
        if isinstance(signal, Signal):
            raise Leave(signal)
    return world.unknown(world.text_at(node.span), node.reason, node.span)


EVALUATORS: Final[dict[type[tree.Node], Evaluator]] = {
    tree.Literal: _literal,
    tree.ClassLiteral: _class_literal,
    tree.Index: _index,
    tree.NamedArgument: _named_argument,
    tree.ArrayLiteral: _array_literal,
    tree.NewArray: _new_array,
    tree.Lambda: _lambda,
    tree.MethodReference: _method_reference,
    tree.Assign: _assign,
    tree.Binary: _binary,
    tree.Unary: _unary,
    tree.Conditional: _conditional,
    tree.Cast: _cast,
    tree.Switch: _switch,
    tree.Unknown: _unknown,
    tree.Block: _block,
    tree.If: _if,
    tree.Try: _try,
    tree.Jump: _jump,
}
