"""What a value becomes under a declared type, and what stands where nothing is set."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.classes.functions import typed
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.object_classes import name_array
from topoviz.engine.dsl.values import Constant, Instance, Lazy, Scalar, Unknown, Value, taint
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName

_DEFAULTS: Final[dict[str, Scalar]] = {"boolean": False, "int": 0, "long": 0, "short": 0, "double": 0.0, "float": 0.0}
"""What Java itself gives a private primitive field that nothing in the text sets."""


def as_declared(member: tree.Declare, value: Value) -> Value:
    """Give a value as a variable of a declared type holds it: an int under `double` is a double."""
    if member.type is not None and isinstance(member.value, tree.ArrayLiteral):
        name_array(value, member.type.simple_name, member.type.dimensions)
    return value if member.type is None else typed(value, member.type)


def settled(world: World, member: tree.Declare, value: Value) -> Value:
    """Give what a variable holds: a delegate other than `lazy` computes it in ways that are not followed."""
    if "by" in member.modifiers and isinstance(value, Instance):
        _tell_of_delegate(world, member, value)
    can_be_set = "var" in member.modifiers
    if "by" not in member.modifiers or (isinstance(value, Lazy | Unknown) and not can_be_set):
        return value
    if can_be_set:
        taint(value, "A property is delegated to it, and sets it.")
    type_name = member.type.simple_name if member.type is not None else ""
    return Unknown(member.name, BY_DELEGATE, member.span, type_name)


def _tell_of_delegate(world: World, member: tree.Declare, delegate: Instance) -> None:
    """Tell of an object of the program that adds operators where a property is delegated to it, or is read or set."""
    of_program = (delegate.info.functions, world.program.extensions)
    called = [one for functions in of_program for name in _OF_DELEGATES for one in functions.get(name, ())]
    if any(world.has_dsl(one.declaration.body) for one in called):
        reason = f"What the delegate of {member.name} adds is not followed."
        world.doubt("delegate", member.span, reason, "Its operators are missing; names and numbers are unsure.")


_OF_DELEGATES: Final = ("provideDelegate", "getValue", "setValue")

BY_DELEGATE: Final = "A delegate gives its value."


def unset_field(world: World, info: ClassInfo, member: tree.Declare) -> Value:
    """A field without a value is set by a constructor, by a framework or not at all: it starts as its own unknown."""
    type_name = member.type.simple_name if member.type is not None else ""
    is_bare = not member.annotations and not info.declaration.annotations and "private" in member.modifiers
    if is_bare and type_name in _DEFAULTS and member.type is not None and not member.type.dimensions:
        return Constant(_DEFAULTS[type_name])
    return Unknown(member.name, "The field is set outside the text.", member.span, type_name)


def declared_type(type_name: TypeName | None) -> str:
    """Give the simple name of a declared type with its dimensions, or nothing."""
    return "" if type_name is None else type_name.simple_name + "[]" * type_name.dimensions
