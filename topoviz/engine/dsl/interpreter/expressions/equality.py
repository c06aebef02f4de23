"""What `==` and Kotlin's `equals` say of two values, as far as the text tells what Java compares."""

from __future__ import annotations

from topoviz.engine.dsl.arithmetic import equal, identical
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.numbers import CHARACTER
from topoviz.engine.dsl.values import Constant, Instance, ListValue, MapValue, Unknown, Value, is_null
from topoviz.engine.syntax import tree


def equals(world: World, node: tree.Node, left: Value, right: Value) -> Value:
    """Kotlin's `==`, which asks the objects; what they answer is known for constants and for constants of enums."""
    if left is right and not isinstance(left, Unknown):
        return Constant(True)
    if isinstance(left, Constant) or isinstance(right, Constant):
        if isinstance(left, Constant) and isinstance(right, Constant):
            return Constant(equal(left, right))
        same = are_same(node, left, right)
        if same is not None:
            return Constant(same)
    if isinstance(left, Instance) and isinstance(right, Instance) and "name()" in left.fields:
        return Constant(False)
    for side in (left, right):
        if isinstance(side, Unknown):
            return side
    return world.undetermined(node)


def is_kotlin_letter(world: World, node: tree.Node, *sides: Constant) -> bool:
    """Tell whether Kotlin's arithmetic with letters is asked for, which gives letters where Java gives numbers."""
    return any(side.kind == CHARACTER for side in sides) and world.is_kotlin(node.span)


def are_same(node: tree.Node, left: Value, right: Value) -> bool | None:
    """Tell whether `==` holds; None when the text does not determine it."""
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
