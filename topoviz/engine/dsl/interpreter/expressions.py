"""What each expression comes to."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Final

from topoviz.engine.dsl.arithmetic import (
    as_array_of,
    cast_to,
    combined,
    equal,
    identical,
    is_string,
    narrowed,
    negated,
    number_of,
    unset,
)
from topoviz.engine.dsl.interpreter import names
from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.dispatch import Evaluator, evaluate, execute, has_value
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.instances import is_one_of
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.object_texts import text_of_object
from topoviz.engine.dsl.interpreter.outside import builder_of_reference
from topoviz.engine.dsl.interpreter.places import element_at, find_place, read_place, store
from topoviz.engine.dsl.interpreter.sequences import run_statements
from topoviz.engine.dsl.interpreter.signals import Leave, Signal
from topoviz.engine.dsl.interpreter.switches import choose_case
from topoviz.engine.dsl.interpreter.throws import ProgramThrows
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library import kotlin
from topoviz.engine.dsl.library.collections import call_list
from topoviz.engine.dsl.numbers import CHARACTER, FLOAT, LONG
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
    if node.is_character:
        return Constant(node.value, CHARACTER)
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        return Constant(node.value)
    suffix = world.bundle.text_at(node.span)[-1:].lower()
    if isinstance(node.value, int):
        return Constant(node.value, LONG if suffix == "l" else "")
    return Constant(node.value, FLOAT if suffix == "f" else "")


def _class_literal(world: World, node: tree.ClassLiteral, scope: Scope) -> Value:
    return Opaque(f"Class:{node.type.simple_name}")


def _index(world: World, node: tree.Index, scope: Scope) -> Step:
    target = yield evaluate(world, node.target, scope)
    index = yield evaluate(world, node.index, scope)
    return element_at(world, node, target, index)


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
    lengths = [size.value for size in sizes if isinstance(size, Constant)]
    negative = next((length for length in lengths if isinstance(length, int) and length < 0), None)
    if negative is not None:
        raise ProgramThrows("NegativeArraySizeException", str(negative), world.origin(node.span))
    known = [length for length in lengths if isinstance(length, int) and 0 <= length <= world.budget.loop_turns]
    if not known or len(known) != len(sizes) or prod(known) > world.budget.loop_turns:
        return ListValue([], kind="array", is_exact=False)
    has_all = len(known) == node.type.dimensions or not node.type.dimensions
    elements = [unset(node.type.simple_name) if has_all else NULL] * prod(known)
    for length in reversed(known):
        rows = [elements[start : start + length] for start in range(0, len(elements), max(length, 1))]
        elements = [ListValue(row, kind="array") for row in rows]
    made = elements[0] if elements else ListValue([], kind="array", is_exact=0 in known[:1])
    return as_array_of(made, node.type.simple_name, len(known)) if has_all else made


def _lambda(world: World, node: tree.Lambda, scope: Scope) -> Value:
    return Closure(node, scope)


def _method_reference(world: World, node: tree.MethodReference, scope: Scope) -> Step:
    target = None if node.target is None else (yield names.evaluate_target(world, node.target, scope))
    if isinstance(target, Unknown):
        target = builder_of_reference(world, node.name, target) or target
    is_above = isinstance(node.target, tree.Name) and node.target.text == "super"
    return BoundMethod(target, node.name, node.span, scope, is_above)


def _assign(world: World, node: tree.Assign, scope: Scope) -> Step:
    place = yield find_place(world, node.target, scope)
    before = (yield read_place(world, place, scope)) if node.operator else None
    value = yield evaluate(world, node.value, scope)
    if before is not None:
        if node.operator == "+=" and isinstance(before, ListValue | MapValue) and world.is_kotlin(node.span):
            kotlin.add_to(before, value)
            return before
        before, value = yield _as_operands(world, node, node.operator.removesuffix("="), before, value)
        result = combine(world, node, node.operator.removesuffix("="), before, value)
        value = _as_before(world, node, before, result)
    yield store(world, place, value, scope)
    return value


def _as_before(world: World, node: tree.Node, before: Value, result: Value) -> Value:
    """Give what `x += y` stores, which has the type of x."""
    stored = narrowed(before, result)
    return stored if stored is not None else _undetermined(world, node)


def _undetermined(world: World, node: tree.Node) -> Value:
    return world.unknown(world.text_at(node.span), "The text does not determine this value.", node.span)


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
    if node.operator == "instanceof" and isinstance(node.right, tree.ClassLiteral):
        answer = is_one_of(world, left, node.right.type, scope)
        bound = node.right.name
        if answer is not None and (not bound or names.value_in_scope(world, scope, bound) is None):
            if bound and answer:
                scope.variables[bound] = left
            return Constant(answer)
    if node.operator == "instanceof":
        return world.unknown(world.text_at(node.span), "The type of a value is known only at run time.", node.span)
    right = yield evaluate(world, node.right, scope)
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
        world.unsure("unknown-condition", node.span, reason, "What stands behind `?:` is left out.")
        world.doubt_all(reason)
    return left


def combine(world: World, node: tree.Node, operator: str, left: Value, right: Value) -> Value:
    """Apply a binary operator as Java does, as far as both sides are known."""
    if operator == "+" and isinstance(left, ListValue | MapValue) and world.is_kotlin(node.span):
        return kotlin.added(left, right)
    if operator == "+" and (_is_text(left) or _is_text(right)):
        return join_text(left, right)
    if operator == "equals":
        return _equals(world, node, left, right)
    if operator == "in" and isinstance(right, ListValue):
        known = call_list(world, right, "contains", [left], node.span)
        return known or world.unknown(world.text_at(node.span), "The elements are not known.", node.span)
    if operator in ("==", "!="):
        same = _same(node, left, right)
        if same is not None:
            return Constant(same == (operator == "=="))
    elif isinstance(left, Constant) and isinstance(right, Constant) and not _is_kotlin_letter(world, node, left, right):
        if operator in ("/", "%") and _divides_by_zero(left, right):
            raise ProgramThrows("ArithmeticException", "/ by zero", world.origin(node.span))
        value = combined(operator, left, right)
        if value is not None:
            return value
    for side in (left, right):
        if isinstance(side, Unknown):
            return side
    return world.unknown(world.text_at(node.span), "The text does not determine this value.", node.span)


def _divides_by_zero(left: Constant, right: Constant) -> bool:
    """Tell whether a whole number is divided by zero; a fraction may be."""
    numbers = (number_of(left), number_of(right))
    return all(isinstance(number, int) for number in numbers) and numbers[1] == 0


def _equals(world: World, node: tree.Node, left: Value, right: Value) -> Value:
    """Kotlin's `==`, which asks the objects; what they answer is known for constants and for constants of enums."""
    if left is right and not isinstance(left, Unknown):
        return Constant(True)
    if isinstance(left, Constant) or isinstance(right, Constant):
        if isinstance(left, Constant) and isinstance(right, Constant):
            return Constant(equal(left, right))
        same = _same(node, left, right)
        if same is not None:
            return Constant(same)
    if isinstance(left, Instance) and isinstance(right, Instance) and "name()" in left.fields:
        return Constant(False)
    for side in (left, right):
        if isinstance(side, Unknown):
            return side
    return world.unknown(world.text_at(node.span), "The text does not determine this value.", node.span)


def _is_text(value: Value) -> bool:
    return (
        isinstance(value, Text)
        or (isinstance(value, Constant) and is_string(value))
        or (isinstance(value, Unknown) and value.type_name == "String")
    )


def _is_kotlin_letter(world: World, node: tree.Node, *sides: Constant) -> bool:
    """Tell whether Kotlin's arithmetic with letters is asked for, which gives letters where Java gives numbers."""
    return any(side.kind == CHARACTER for side in sides) and world.is_kotlin(node.span)


def _same(node: tree.Node, left: Value, right: Value) -> bool | None:
    if isinstance(left, Constant) and isinstance(right, Constant):
        return identical(left, right, is_primitive=_compares_primitives(node))
    for side, other in ((left, right), (right, left)):
        if isinstance(side, Constant) and side.value is None:
            return is_null(other)
    if isinstance(left, Instance | ListValue | MapValue) and isinstance(right, Instance | ListValue | MapValue):
        return left is right
    return None


def _compares_primitives(node: tree.Node) -> bool:
    """Tell whether `==` certainly compares numbers, or two literals, which Java makes one object.

    What is written as a number or reckoned is no boxed number, and against it a boxed one is unboxed.
    """
    if not isinstance(node, tree.Binary):
        return False
    sides = (node.left, node.right)
    if all(isinstance(side, tree.Literal) for side in sides):
        return True
    return any(_is_written_number(side) for side in sides)


def _is_written_number(node: tree.Node) -> bool:
    if isinstance(node, tree.Literal):
        return node.is_character or not isinstance(node.value, str)
    return isinstance(node, tree.Unary) or (isinstance(node, tree.Binary) and node.operator in ("-", "*", "/", "%"))


def _unary(world: World, node: tree.Unary, scope: Scope) -> Step:
    if node.operator in ("++", "--"):
        return (yield _step(world, node, scope))
    value = yield evaluate(world, node.operand, scope)
    if isinstance(value, Constant):
        if node.operator == "!" and isinstance(value.value, bool):
            return Constant(not value.value)
        signed = value if node.operator == "+" else negated(value) if node.operator == "-" else None
        if signed is not None and number_of(value) is not None:
            return signed
    if isinstance(value, Unknown):
        return value
    return _undetermined(world, node)


def _step(world: World, node: tree.Unary, scope: Scope) -> Step:
    """`x++` and its kin: the place is looked at once."""
    place = yield find_place(world, node.operand, scope)
    before = yield read_place(world, place, scope)
    result = combine(world, node, node.operator[0], before, Constant(1))
    after = _as_before(world, node, before, result)
    yield store(world, place, after, scope)
    return before if node.postfix else after


def _conditional(world: World, node: tree.Conditional, scope: Scope) -> Step:
    test = yield evaluate(world, node.test, scope)
    known = truth_of(test)
    if known is not None:
        chosen, other = (node.then, node.otherwise) if known else (node.otherwise, node.then)
        world.skip(other, "the condition decides for the other side")
        value = yield evaluate(world, chosen, scope)
        return _promoted(world, node, value, chosen, other)
    if not (world.has_dsl(node.then) or world.has_dsl(node.otherwise)):
        then = yield evaluate(world, node.then, scope)
        otherwise = yield evaluate(world, node.otherwise, scope)
        if isinstance(then, Constant) and isinstance(otherwise, Constant) and then.value == otherwise.value:
            return then
        key = test.key if isinstance(test, Unknown) else world.text_at(node.test.span)
        return world.unknown(world.text_at(node.span), f"It depends on {key}, which is not known.", node.span)
    return (yield assuming(world, node.test, test, _assumed_side(world, node, scope)))


def _promoted(
    world: World, node: tree.Conditional, value: Value, chosen: tree.Expression, other: tree.Expression
) -> Value:
    """Give a number the type that both sides have in common: `yes ? 1 : 2.0` is 1.0, unless a side is an object."""
    if not isinstance(value, Constant) or number_of(value) is None or isinstance(value.value, float):
        return value
    if _is_object(chosen) or _is_object(other):
        return value
    if _may_be_object(world, chosen):
        return _undetermined(world, node) if _may_widen(world, other) else value
    if not isinstance(other, tree.Literal):
        return _undetermined(world, node) if _may_widen(world, other) else value
    if isinstance(other.value, float):
        return cast_to("double", value) or value
    is_number = isinstance(other.value, int) and not isinstance(other.value, bool)
    is_mixed = (value.kind == CHARACTER) != other.is_character and (is_number or other.is_character)
    return _undetermined(world, node) if is_mixed else value


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


def _cast(world: World, node: tree.Cast, scope: Scope) -> Step:
    value = yield evaluate(world, node.operand, scope)
    if isinstance(value, Unknown) and not value.type_name:
        return replace(value, type_name=node.type.simple_name)
    if node.type.dimensions:
        return as_array_of(value, node.type.simple_name, node.type.dimensions)
    if isinstance(value, Closure) and not value.type_name:
        value.type_name = node.type.name
    if isinstance(value, Constant):
        return cast_to(node.type.simple_name, value) or _undetermined(world, node)
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
    if isinstance(last, tree.Unknown) and not last.parts:
        yield execute(world, last, scope)  # which reports code that was left out
    if has_value(last) and node.gives_value:
        return (yield evaluate(world, last, scope))
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
    if has_value(node):
        return (yield evaluate(world, node, scope))
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
