"""Which variable or field a name means, seen from the class that the text stands in.

An object may have two fields of one name, one of which hides the other: Java decides by the class that the text stands
in, and so it is with a field of a subclass, which what stands above never sees (JLS 6.4.1 and 8.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.dsl.arithmetic import converted
from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Instance, Unknown, Value
from topoviz.engine.syntax import tree


def set_field(instance: Instance, name: str, value: Value, seen_from: ClassInfo | None = None) -> None:
    """Store a value in a field, as it is seen from a class: of two of one name, the nearest to that class is meant."""
    value = converted(value, (seen_from or instance.info).number_type(name))
    key = field_key(instance, name, seen_from)
    is_hidden = key == name and name in instance.info.hidden_fields
    instance.fields[key] = Unknown(name, "A class and its supertype both have such a field.") if is_hidden else value
    if key != name:
        instance.fields[name] = Unknown(name, "A class and its supertype both have such a field.")


def field_key(instance: Instance, name: str, seen_from: ClassInfo | None) -> str:
    """Give what a field is kept under: one that hides another, or is hidden, is told from it by its class."""
    if seen_from is None or name not in instance.info.hidden_fields:
        return name
    declaring = next((info for info in seen_from.lineage() if name in info.own_fields), None)
    return name if declaring is None else f"{name}@{declaring.binary_name}"


def key_of_own_field(target: Instance, node: tree.Select, scope: Scope) -> str | None:
    """Give what `this.name` or `super.name` is kept under where a class and its supertype both have such a field."""
    info = class_seen_from(node, scope)
    key = field_key(target, node.name, info)
    return key if key != node.name and key in target.fields else None


def class_seen_from(node: tree.Select, scope: Scope) -> ClassInfo | None:
    """Give the class whose field `this.name` or `super.name` means."""
    if scope.owner is None or not isinstance(node.target, tree.Name):
        return None
    if node.target.text == "this":
        return scope.owner
    above = scope.owner.supertypes if node.target.text == "super" else ()
    return next((info for info in above if info.declaration.kind == "class"), None)


def objects_seen_from(scope: Scope) -> Iterator[tuple[Instance, ClassInfo | None]]:
    """Give the objects round here, each with the class that the text stands in, which may be above its own."""
    for around in scope.receivers():
        if isinstance(around.receiver, Instance):
            yield around.receiver, None
    instance, info = scope.this, scope.owner
    while instance is not None:
        yield instance, info
        instance, info = instance.outer, info.outer if info is not None else None


def find_variable(world: World, scope: Scope, name: str) -> Scope | None:
    """Find the scope of a variable, unless a field hides it: one of a class that stands in the variable's function."""
    found = scope.find(name)
    if found is None or found.this is scope.this:
        return found
    for instance, seen_from in objects_seen_from(scope):
        if instance is found.this:
            break
        if key_in_sight(world, instance, seen_from, name) is not None and not world.is_kotlin(
            instance.info.declaration.span
        ):
            return None
    return found


def key_in_sight(world: World, instance: Instance, seen_from: ClassInfo | None, name: str) -> str | None:
    """Give what a field is kept under that a class sees of an object; None when it sees none of that name.

    It sees its own fields and those above it, but none that only a subclass declares. A property of Kotlin is a
    function, which a subclass overrides.
    """
    if name not in instance.fields:
        return None
    if world.is_kotlin(instance.info.declaration.span):
        return name
    lineage = list(instance.info.lineage())
    if seen_from is None or seen_from is instance.info or seen_from not in lineage:
        return field_key(instance, name, seen_from)
    declaring = [info for info in lineage if name in info.own_fields]
    if declaring and not any(info in declaring for info in seen_from.lineage()):
        return None
    return field_key(instance, name, seen_from)
