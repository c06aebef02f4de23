"""Places that a value is stored in: variables, fields and elements.

Java finds the place first, from left to right, then reckons the value, then stores it; so `a[i++] += i` looks at `i++`
once, and before the right side.
"""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.dsl.arithmetic import converted, number_of
from topoviz.engine.dsl.interpreter.classes.fields import class_seen_from, key_of_own_field
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.escapes import keep_outside
from topoviz.engine.dsl.interpreter.expressions import names, variables
from topoviz.engine.dsl.interpreter.expressions.accessors import kept_of
from topoviz.engine.dsl.interpreter.expressions.casts import is_surely_no
from topoviz.engine.dsl.interpreter.expressions.own_operators import call_own_operator
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library import kotlin
from topoviz.engine.dsl.library.maps import put_entry
from topoviz.engine.dsl.library.object_classes import element_class
from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import Constant, Instance, LibraryClass, ListValue, MapValue, Opaque, Unknown, Value
from topoviz.engine.refusal import Why
from topoviz.engine.syntax import tree


@dataclass(frozen=True, slots=True)
class Place:
    """A place by the expression that names it; a field has the object it belongs to, an element its array and index."""

    node: tree.Expression
    owner: Value | None = None
    index: Value | None = None


def find_place(world: World, node: tree.Expression, scope: Scope) -> Step:
    """Find the place that an expression names, evaluating what it depends on once."""
    match node:
        case tree.Select(target=target):
            return Place(node, (yield names.evaluate_target(world, target, scope)))
        case tree.Index(target=target, index=index):
            owner = yield evaluate(world, target, scope)
            return Place(node, owner, (yield evaluate(world, index, scope)))
        case _:
            return Place(node)


def read_place(world: World, place: Place, scope: Scope) -> Step:
    """Come to what the place holds."""
    match place.node:
        case tree.Select() as node if place.owner is not None:
            key = key_of_own_field(place.owner, node, scope) if isinstance(place.owner, Instance) else None
            if key is not None and isinstance(place.owner, Instance):
                return place.owner.fields[key]
            return (yield names.select(world, place.owner, node))
        case tree.Index() as node if place.owner is not None and place.index is not None:
            own = yield call_own_operator(world, node, "get", place.owner, [place.index], scope)
            return element_at(world, node, place.owner, place.index) if own is None else own
        case _:
            return (yield evaluate(world, place.node, scope))


def store(world: World, place: Place, value: Value, scope: Scope) -> Step:
    """Store a value in the place."""
    if world.is_kotlin(place.node.span):
        value = yield kept_of(world, place.node, place.owner, value, scope)
    match place.node:
        case tree.Name(text=name):
            if not variables.assign_name(world, scope, name, value):
                scope.variables[name] = value
        case tree.Select(name=name) as node if place.owner is not None:
            yield variables.assign_field(world, place.owner, name, value, class_seen_from(node, scope))
            if isinstance(place.owner, Unknown | LibraryClass | Opaque):
                keep_outside(world, node, name, value)
        case tree.Index() if place.owner is not None and place.index is not None:
            own = [place.index, value]
            if (yield call_own_operator(world, place.node, "set", place.owner, own, scope)) is not None:
                return None
            _refuse_index(world, place.node, place.owner, place.index)
            _refuse_element(world, place, value, scope)
            _store_element(place.owner, place.index, value)
            if isinstance(place.owner, Unknown):
                keep_outside(world, place.node, place.owner.key, value)
        case _:
            yield evaluate(world, place.node, scope)
    return None


def element_at(world: World, node: tree.Index, target: Value, index: Value) -> Value:
    """Give an element of an array, or of what Kotlin writes like one."""
    if isinstance(target, ListValue) and isinstance(index, Constant) and isinstance(index.value, int):
        if not target.is_exact:
            return world.unknown(world.text_at(node.span), "The elements are not known for certain.", node.span)
        if 0 <= index.value < len(target.elements):
            return target.elements[index.value]
        _refuse_index(world, node, target, index)
        reason = f"Index {index.value} is outside the {len(target.elements)} elements known here."
        return world.unknown(world.text_at(node.span), reason, node.span)
    known = kotlin.value_at(target, index)
    if known is not None:
        return known
    return world.unknown(world.text_at(node.span), "The array or the index is not known.", node.span)


def _refuse_index(world: World, node: tree.Node, target: Value, index: Value) -> None:
    """Raise what Java throws when an array is asked for a place that it does not have."""
    at = index.value if isinstance(index, Constant) else None
    is_array = isinstance(target, ListValue) and target.kind == "array" and target.is_exact
    if not is_array or not isinstance(target, ListValue) or not isinstance(at, int):
        return
    if not 0 <= at < len(target.elements) and not isinstance(at, bool):
        words = f"Index {at} out of bounds for length {len(target.elements)}"
        raise ProgramThrows(Why.OUT_OF_BOUNDS, "ArrayIndexOutOfBoundsException", words, world.origin(node.span))


def _refuse_element(world: World, place: Place, value: Value, scope: Scope) -> None:
    """Raise what Java throws when an array is given what it was not made for (java.lang.ArrayStoreException)."""
    if not isinstance(place.owner, ListValue):
        return
    name, dimensions = element_class(place.owner)
    is_boxed = isinstance(value, Constant) and number_of(value) is not None and name == "Character"
    if not name or (is_primitive(name) and not dimensions) or is_boxed:
        return
    if is_surely_no(world, value, tree.TypeName(name, dimensions=dimensions), scope):
        raise ProgramThrows(Why.WRONG_CLASS, "ArrayStoreException", None, world.origin(place.node.span))


def _store_element(owner: Value, index: Value, value: Value) -> None:
    match owner:
        case PropertiesValue() if isinstance(index, Constant) and isinstance(index.value, str):
            owner.entries[index.value] = value
        case PropertiesValue():
            owner.forget("It is not known which property was set.")
        case MapValue():
            put_entry(owner, index, value)
        case ListValue(kind="text"):
            owner.forget("A part of it was set.")
        case ListValue(elements=elements):
            at = index.value if isinstance(index, Constant) else None
            if isinstance(at, int) and 0 <= at < len(elements):
                elements[at] = converted(value, owner.element_type)
            else:
                # Any of them may be the one; how many there are stays known.
                elements[:] = [Unknown("element", "It is not known which element was set.")] * len(elements)
        case _:
            pass
