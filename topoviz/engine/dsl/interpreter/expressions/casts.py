"""What a cast makes of a value, and when Java refuses it.

Java Language Specification 21, section 5.5; java.lang.ClassCastException.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.arithmetic import as_array_of, cast_to, number_of
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.expressions.instances import is_exception_of
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.library.durations import DurationValue
from topoviz.engine.dsl.library.exceptions import ExceptionValue
from topoviz.engine.dsl.library.object_classes import is_of_class, may_refuse
from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.objects import InPlan, PropertiesValue, SerdeValue
from topoviz.engine.dsl.overloads import fit
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import Closure, Constant, Instance, ListValue, MapValue, Opaque, Unknown, Value
from topoviz.engine.refusal import Why
from topoviz.engine.syntax import tree

_FINAL: Final = frozenset({"String", "Boolean", "Byte", "Short", "Integer", "Long", "Character", "Float", "Double"})
"""Classes of which no other object is."""

_LIKE_INT: Final = ("Long", "Short", "Byte")


def evaluate_cast(world: World, node: tree.Cast, scope: Scope) -> Step:
    """`(Type) operand`: the same object, or the number as that type has it."""
    value = yield evaluate(world, node.operand, scope)
    if isinstance(value, Unknown) and not value.type_name:
        return replace(value, type_name=node.type.simple_name)
    is_kotlin = world.is_kotlin(node.span)
    is_collection = is_kotlin and isinstance(value, ListValue | MapValue)
    is_refused = is_surely_no(world, value, node.type, scope) or (is_kotlin and _is_other_number(value, node))
    if is_refused and not is_collection:
        raise ProgramThrows(Why.WRONG_CLASS, "ClassCastException", None, world.origin(node.span))
    if is_collection and node.type.simple_name.startswith(_CHANGEABLE):
        reason = "Whether a collection can be changed that is cast to such a type is not known."
        world.doubt("refused-cast", node.span, reason, "The program may end where it is changed.")
    if not is_kotlin:
        _doubt_cast(world, node, value)
    if node.type.dimensions:
        return as_array_of(value, node.type.simple_name, node.type.dimensions)
    if isinstance(value, Closure) and not value.type_name:
        value.type_name = node.type.name
    if isinstance(value, Constant):
        return cast_to(node.type.simple_name, value) or world.undetermined(node)
    return value


def _is_other_number(value: Value, node: tree.Cast) -> bool:
    is_number = isinstance(value, Constant) and number_of(value) is not None
    return is_number and node.type.simple_name in _NUMBERS and fit(value, node.type) is False


_NUMBERS: Final = ("Int", "Long", "Short", "Byte", "Double", "Float")
_CHANGEABLE: Final = ("Mutable", "ArrayList", "LinkedHash", "Hash")


def _doubt_cast(world: World, node: tree.Cast, value: Value) -> None:
    """Tell of a cast that Java may refuse: to a class that not all collections have, or of what may be an int."""
    name, is_open = node.type.simple_name, False
    if isinstance(value, ListValue | MapValue) and not node.type.dimensions:
        is_open = may_refuse(value, name) and is_of_class(value, name) is None
    elif isinstance(value, Constant) and isinstance(value.value, int) and not isinstance(value.value, bool):
        is_open = name in _LIKE_INT and not value.kind
    if is_open:
        reason = f"Whether this is of the class {name} is not known."
        world.doubt("refused-cast", node.span, reason, "Java may end the program here.")


def is_surely_no(world: World, value: Value, wanted: tree.TypeName, scope: Scope) -> bool:
    """Tell whether an object is certain to be of none of the classes that a cast would let through."""
    name = wanted.simple_name
    if isinstance(value, ListValue | MapValue):
        return is_of_class(value, name, wanted.dimensions) is False
    if wanted.dimensions:
        return False
    match value:
        case Constant() if number_of(value) is not None and is_primitive(name):
            return False  # a number is made another one
        case Constant():
            return value.value is not None and fit(value, wanted) is False
        case PropertiesValue() | SerdeValue() | DurationValue() | AtomicValue() if name in _FINAL:
            return True
        case Opaque(type_name="Object"):
            return name in _FINAL
        case PropertiesValue():
            return is_of_class(MapValue(class_name="Properties"), name) is False
        case ExceptionValue():
            return is_exception_of(value, find_class(world, wanted.name, scope), name) is False
        case Instance(info=info):
            named = find_class(world, wanted.name, scope)
            if named is None:
                return name in _FINAL
            return all(one is not named and one.name != name for one in info.lineage())
        case _:
            return isinstance(value, InPlan) and fit(value, wanted) is False
