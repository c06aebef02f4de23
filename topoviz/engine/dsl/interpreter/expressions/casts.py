"""What a cast makes of a value, and when Java refuses it.

Java Language Specification 21, section 5.5; java.lang.ClassCastException.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.arithmetic import as_array_of, cast_to, number_of
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.throws import ProgramThrows
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.objects import InPlan
from topoviz.engine.dsl.overloads import fit
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Closure, Constant, Instance, ListValue, MapValue, Unknown, Value
from topoviz.engine.syntax import tree

_NO_COLLECTIONS: Final = frozenset({
    "String", "Boolean", "Byte", "Short", "Integer", "Long", "Character", "Float", "Double", "Number",
})  # fmt: skip
"""Classes of which no collection is."""


def evaluate_cast(world: World, node: tree.Cast, scope: Scope) -> Step:
    """`(Type) operand`: the same object, or the number as that type has it."""
    value = yield evaluate(world, node.operand, scope)
    if isinstance(value, Unknown) and not value.type_name:
        return replace(value, type_name=node.type.simple_name)
    if node.type.dimensions:
        return as_array_of(value, node.type.simple_name, node.type.dimensions)
    if not world.is_kotlin(node.span) and _is_surely_no(world, value, node.type, scope):
        raise ProgramThrows("ClassCastException", None, world.origin(node.span))
    if isinstance(value, Closure) and not value.type_name:
        value.type_name = node.type.name
    if isinstance(value, Constant):
        return cast_to(node.type.simple_name, value) or world.undetermined(node)
    return value


def _is_surely_no(world: World, value: Value, wanted: tree.TypeName, scope: Scope) -> bool:
    """Tell whether an object is certain to be of none of the classes that a cast would let through."""
    name = wanted.simple_name
    match value:
        case Constant() if number_of(value) is not None and is_primitive(name):
            return False  # a number is made another one
        case Constant():
            return value.value is not None and fit(value, wanted) is False
        case ListValue() | MapValue():
            return name in _NO_COLLECTIONS
        case Instance(info=info):
            named = find_class(world, wanted.name, scope)
            return named is not None and all(one is not named and one.name != name for one in info.lineage())
        case _:
            return isinstance(value, InPlan) and fit(value, wanted) is False
