"""Where the value of a name is kept: in a variable, a field round here, or the static side of a class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.dsl.arithmetic import converted
from topoviz.engine.dsl.classes import ClassInfo, outwards
from topoviz.engine.dsl.interpreter.classes.classes import statics_of
from topoviz.engine.dsl.interpreter.classes.constant_fields import declared_static, is_constant
from topoviz.engine.dsl.interpreter.classes.declared import as_declared
from topoviz.engine.dsl.interpreter.classes.fields import find_variable, key_in_sight, objects_seen_from, set_field
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.constants import library_constant
from topoviz.engine.dsl.library.kotlin import property_of
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Instance, LibraryClass, Unknown, UserClass, Value, taint
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree


def value_in_scope(world: World, scope: Scope, name: str) -> Value | None:
    """Give what a name holds now, in a variable, a field or a static that is loaded; None when nothing does."""
    found = find_variable(world, scope, name)
    if found is not None:
        return found.variables[name]
    for instance, seen_from in objects_seen_from(scope):
        key = key_in_sight(world, instance, seen_from, name)
        if key is not None:
            return instance.fields[key]
    for info in classes_around(world, scope, name):
        statics = world.statics.get(info)
        if statics is not None and name in statics:
            return statics[name]
    return None


def is_variable(world: World, scope: Scope, target: tree.Expression, owner: Value | None) -> bool:
    """Tell whether Kotlin declares what is assigned to with `var`."""
    match target:
        case tree.Name(text=name):
            found = find_variable(world, scope, name)
            if found is not None:
                return name in found.variable_names
            around = [instance.info for instance, _ in objects_seen_from(scope)]
            infos = [*around, *classes_around(world, scope, name)]
        case tree.Select(name=name) if isinstance(owner, Instance | UserClass):
            infos = [owner.info]
        case _:
            return False
    declared = (
        member
        for info in infos
        for one in info.lineage()
        for static in (False, True)
        for member in one.fields(static=static)
        if isinstance(member, tree.Declare) and member.name == name
    )
    return any("var" in member.modifiers for member in declared)


def assign_name(world: World, scope: Scope, name: str, value: Value) -> bool:
    """Store a value under a name that is in scope; tell whether there was one."""
    found = find_variable(world, scope, name)
    if found is not None:
        found.variables[name] = converted(value, found.type_of(name))
        return True
    for instance, seen_from in objects_seen_from(scope):
        if key_in_sight(world, instance, seen_from, name) is not None:
            set_field(instance, name, value, seen_from)
            return True
    for info in classes_around(world, scope, name):
        for candidate in info.lineage():
            statics = world.statics.get(candidate)
            if statics is not None and name in statics:
                statics[name] = converted(value, candidate.number_type(name))
                return True
    return False


def assign_field(world: World, owner: Value, name: str, value: Value, seen_from: ClassInfo | None = None) -> Step:
    """Store a value in a field of an object or class; a static one may be inherited."""
    if isinstance(owner, Unknown):
        taint(owner, "It is not known of which object a field was set.")
    elif isinstance(owner, Instance) and (
        name in owner.fields or all(declared_static(one, name) is None for one in owner.info.lineage())
    ):
        set_field(owner, name, value, seen_from)
    elif isinstance(owner, Instance | UserClass):
        statics = yield statics_with(world, owner.info, name)
        if statics is None:
            statics = yield statics_of(world, owner.info)
        statics[name] = converted(value, owner.info.number_type(name))
    return None


def find_value(world: World, name: str, span: Span, scope: Scope) -> Step:
    """Find what a name that is no variable stands for; None when the text does not say."""
    for around in scope.receivers():
        known = None if around.receiver is None else property_of(around.receiver, name)
        if known is not None:
            return known
    for instance, seen_from in objects_seen_from(scope):
        key = key_in_sight(world, instance, seen_from, name)
        overriding = instance.info.overriding("getter", name) if key is not None and world.is_kotlin(span) else None
        if overriding is not None:
            return (yield invoke(world, overriding, instance, [], span, instance.scope))
        if key is not None:
            return instance.fields[key]
        if name == "name" and "name()" in instance.fields:
            return instance.fields["name()"]
        getter = instance.info.find_getter(name)
        if getter is not None:
            return (yield invoke(world, getter, instance, [], span, instance.scope))
    for info in classes_around(world, scope, name):
        statics = yield statics_with(world, info, name)
        if statics is not None:
            return statics[name]
        getter = info.find_getter(name)
        if getter is not None and getter.declaration.is_static:
            return (yield invoke(world, getter, None, [], span))
    if world.script is not None and name in world.script.variables:
        return world.script.variables[name]
    imports = world.program.imports_of(span.file_id)
    for path in imports.static_owners(name):
        imported = find_class(world, path, scope)
        if imported is not None:
            statics = yield statics_with(world, imported, name)
            if statics is not None:
                return statics[name]
        # A library's constant is known by its class; with a star, another class may be the one that has it.
        owner = path.rpartition(".")[2]
        is_surely_its = imports.names(name) or owner == "StreamsConfig"
        constant = library_constant(world, owner, name, span) if is_surely_its else None
        if constant is not None:
            return constant
    found = find_class(world, name, scope)
    if found is not None:
        return UserClass(found)
    if name[:1].isupper() and not _is_written_as_constant(name):
        return LibraryClass(name)
    return None


def _is_written_as_constant(name: str) -> bool:
    """Tell by the custom of writing whether a name that is not in the text is a constant, as a static import has it."""
    return name.isupper() and len(name) > 1 and name not in _CLASSES_IN_CAPITALS


def statics_with(world: World, info: ClassInfo, name: str) -> Step:
    """Come to the static variables, here or in a supertype, that hold a name; None when there are none.

    Only the class that declares the field is loaded by reading it, and none by reading a constant (JLS 12.4.1).
    """
    for candidate in info.lineage():
        declared = declared_static(candidate, name)
        if declared is not None and candidate not in world.statics and is_constant(world, candidate, declared):
            assert declared.value is not None
            constant = yield evaluate(world, declared.value, Scope(None, None, candidate))
            return {name: as_declared(declared, constant)}
        if declared is None and _may_wait(candidate, name):
            continue
        statics = yield statics_of(world, candidate)
        if name in statics:
            return statics
    return None


def _may_wait(info: ClassInfo, name: str) -> bool:
    """Tell whether a class holds no such name beside its fields, so that it need not be loaded to look."""
    is_of_java = info.declaration.kind in ("class", "interface", "record", "enum")
    return is_of_java and all(constant.name != name for constant in info.declaration.constants)


def objects_around(scope: Scope) -> Iterator[Instance]:
    return (instance for instance, _ in objects_seen_from(scope))


def classes_around(world: World, scope: Scope, name: str) -> Iterator[ClassInfo]:
    """Give the classes whose static members a bare name may mean, nearest first, and then the files in sight."""
    yield from outwards(scope.owner)
    yield from world.program.files_in_sight(name, scope.owner.declaration.span.file_id if scope.owner else None)


_CLASSES_IN_CAPITALS: Final = frozenset({"UUID", "URI", "URL"})
