"""An array as the last argument of a method that takes any number of objects: it is these objects, or the only one.

Java decides by the declared type of the argument: what is no array there is one object, whatever it holds.

Java Language Specification 21, sections 15.12.2.2 and 15.12.4.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.dsl.classes import outwards
from topoviz.engine.dsl.interpreter.classes.fields import find_variable
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.overloads import is_open
from topoviz.engine.dsl.scopes import NOT_DECLARED, Scope
from topoviz.engine.dsl.values import ListValue, Value
from topoviz.engine.syntax import tree

_OF_LIBRARY: Final = frozenset({
    ("Arrays", "asList"), ("List", "of"), ("Set", "of"), ("Stream", "of"), ("String", "format"), ("Objects", "hash"),
    ("ImmutableList", "of"), ("ImmutableSet", "of"),
})  # fmt: skip
"""Methods of libraries that take any number of objects."""

_GIVING_ANYTHING: Final = frozenset({
    "apply", "call", "element", "first", "get", "getFirst", "getKey", "getLast", "getOrDefault", "getValue", "invoke",
    "last", "next", "orElse", "orElseThrow", "peek", "poll", "pop", "put", "remove", "requireNonNull",
})  # fmt: skip
"""Methods of libraries that give what they hold, of a type that stands where they were made."""


SPREAD: Final = "*"


def spread(world: World, nodes: Sequence[tree.Expression], values: Sequence[Value]) -> list[Value]:
    """Put the elements of an array in the place of Kotlin's `*array` among arguments."""
    found: list[Value] = []
    for node, value in zip(nodes, values, strict=True):
        if not isinstance(node, tree.Unary) or node.operator != SPREAD:
            found.append(value)
        elif isinstance(value, ListValue) and value.is_exact:
            found += value.elements
        elif len(nodes) == 1:
            return [value]
        else:
            return [world.unknown(world.text_at(node.span), "Which elements the array has is not known.", node.span)]
    return found


def packed(world: World, node: tree.Call, arguments: list[Value], scope: Scope) -> list[Value]:
    """Put the last argument into an array of its own, as javac does with what is declared as no array of objects."""
    last = arguments[-1] if arguments else None
    if not isinstance(last, ListValue) or last.kind != "array" or len(node.arguments) != len(arguments):
        return arguments
    if world.is_kotlin(node.span) or not _takes_objects(world, node, len(arguments)):
        return arguments
    is_array = False if is_primitive(last.element_type) else _is_array(world, node.arguments[-1], scope)
    if is_array is None:
        reason = f"Whether {node.name}() is given an array or what is in it follows from types that are not known here."
        world.doubt("overload", node.span, reason, "It is taken to be given what is in the array.")
    return [*arguments[:-1], ListValue([last], kind="array")] if is_array is False else arguments


def _takes_objects(world: World, node: tree.Call, count: int) -> bool:
    """Tell whether a call can only be of methods whose last parameter takes any number of any objects."""
    if isinstance(node.target, tree.Name) and (node.target.text, node.name) in _OF_LIBRARY:
        return True
    named = [one for one in world.program.all_functions() if one.declaration.name == node.name and one.takes(count)]
    lasts = [function.declaration.parameters[-1] for function in named if function.declaration.parameters]
    return bool(named) and all(
        len(function.declaration.parameters) == count
        and last.variadic
        and last.type is not None
        and not last.type.dimensions
        and (last.type.simple_name == "Object" or is_open(last.type))
        for function, last in zip(named, lasts, strict=True)
    )


def _is_array(world: World, argument: tree.Expression, scope: Scope) -> bool | None:
    """Tell whether the declared type of an expression that gives an array is one; None when it is not known."""
    match argument:
        case tree.Cast(type=type_):
            return type_.dimensions > 0
        case tree.Name(text=name) if (found := find_variable(world, scope, name)) is not None:
            return _of_type(found.type_of(name))
        case tree.Name(text=name) | tree.Select(target=tree.Name(text="this"), name=name):
            return _of_type(next((kind for one in outwards(scope.owner) if (kind := one.number_type(name))), ""))
        case tree.Call(name=name):
            functions = (one.declaration for one in world.program.all_functions())
            kinds = [one.return_type for one in functions if one.name == name]
            if not kinds:
                return None if name in _GIVING_ANYTHING else True
            is_generic = any(kind is None or (not kind.dimensions and is_open(kind)) for kind in kinds)
            are_arrays = {kind is not None and kind.dimensions > 0 for kind in kinds}
            return None if is_generic or len(are_arrays) > 1 else are_arrays.pop()
        case _:
            return True


def _of_type(type_name: str) -> bool | None:
    """What is declared as an object is no array; what is declared in no way that is kept is taken for one."""
    if type_name == NOT_DECLARED:
        return None
    return not (type_name and (type_name == "Object" or is_open(tree.TypeName(type_name))))
