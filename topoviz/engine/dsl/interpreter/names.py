"""What a name means: a variable, a field, a class, or something outside the text."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.dsl.interpreter.classes import find_class, statics_of
from topoviz.engine.dsl.interpreter.dispatch import Evaluated, evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.constants import library_constant
from topoviz.engine.dsl.program import ClassInfo
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    NULL,
    Constant,
    Instance,
    LibraryClass,
    ListValue,
    UserClass,
    Value,
)
from topoviz.engine.syntax import tree


def evaluate_name(world: World, node: tree.Name, scope: Scope) -> Evaluated:
    """Look a bare name up."""
    found = scope.find(node.text)
    if found is not None:
        return found.variables[node.text]
    if node.text in ("this", "super"):
        return scope.this if scope.this is not None else NULL
    return _look_up(world, node, scope)


def evaluate_select(world: World, node: tree.Select, scope: Scope) -> Step:
    """`target.name`: a field, an enum constant, a nested class, or a part of a qualified name."""
    qualified = _qualified_class(world, node, scope)
    if qualified is not None:
        return qualified
    target = yield evaluate_target(world, node.target, scope)
    return (yield select(world, target, node))


def evaluate_target(world: World, node: tree.Expression, scope: Scope) -> Evaluated:
    """Evaluate what stands before a dot, where a name may also be a class."""
    if isinstance(node, tree.Name) and scope.find(node.text) is None and node.text not in ("this", "super"):
        return _look_up(world, node, scope)
    return evaluate(world, node, scope)


def select(world: World, target: Value, node: tree.Select) -> Step:
    """Come to a member of a value."""
    match target:
        case Instance(fields=fields, info=info):
            if node.name in fields:
                return fields[node.name]
            statics = yield _statics_with(world, info, node.name)
            if statics is not None:
                return statics[node.name]
        case UserClass(info=info):
            if node.name == "this":
                return NULL
            statics = yield _statics_with(world, info, node.name)
            if statics is not None:
                return statics[node.name]
            if node.name in info.nested:
                return UserClass(info.nested[node.name])
        case LibraryClass(name=name):
            constant = library_constant(name, node.name)
            if constant is not None:
                return constant
            if node.name[:1].isupper() and not node.name.isupper():
                return LibraryClass(node.name)
        case ListValue(elements=elements, is_exact=True) if node.name == "length":
            return Constant(len(elements))
        case _:
            pass
    return world.unknown(world.text_at(node.span), "Its value is not in the text.", node.span)


def assign_name(world: World, scope: Scope, name: str, value: Value) -> bool:
    """Store a value under a name that is in scope; tell whether there was one."""
    found = scope.find(name)
    if found is not None:
        found.variables[name] = value
        return True
    for instance in _objects_around(scope):
        if name in instance.fields:
            instance.fields[name] = value
            return True
    for info in _classes_around(scope):
        statics = world.statics.get(info)
        if statics is not None and name in statics:
            statics[name] = value
            return True
    return False


def assign_field(world: World, owner: Value, name: str, value: Value) -> None:
    """Store a value in a field of an object or class."""
    if isinstance(owner, Instance):
        owner.fields[name] = value
    elif isinstance(owner, UserClass):
        world.statics.setdefault(owner.info, {})[name] = value


def _look_up(world: World, node: tree.Name, scope: Scope) -> Step:
    """Look beyond the variables: fields, statics, imported statics, classes."""
    name = node.text
    for instance in _objects_around(scope):
        if name in instance.fields:
            return instance.fields[name]
    for info in _classes_around(scope):
        statics = yield _statics_with(world, info, name)
        if statics is not None:
            return statics[name]
    owner = world.program.static_imports.get(name)
    if owner is not None:
        imported = find_class(world, owner, scope)
        if imported is not None:
            statics = yield _statics_with(world, imported, name)
            if statics is not None:
                return statics[name]
        constant = library_constant(owner, name)
        if constant is not None:
            return constant
    found = find_class(world, name, scope)
    if found is not None:
        return UserClass(found)
    if name[:1].isupper() and not (name.isupper() and len(name) > 1 and "_" in name):
        return LibraryClass(name)
    return world.unknown(name, "The text does not say what it is.", node.span)


def _statics_with(world: World, info: ClassInfo, name: str) -> Step:
    """Come to the static variables, here or in a supertype, that hold a name; None when there are none."""
    for candidate in info.lineage():
        statics = yield statics_of(world, candidate)
        if name in statics:
            return statics
    return None


def _objects_around(scope: Scope) -> Iterator[Instance]:
    instance = scope.this
    while instance is not None:
        yield instance
        instance = instance.outer


def _classes_around(scope: Scope) -> Iterator[ClassInfo]:
    info = scope.owner
    while info is not None:
        yield info
        info = info.outer


def _qualified_class(world: World, node: tree.Select, scope: Scope) -> Value | None:
    """Read `org.apache.kafka.streams.kstream.Consumed` as the class at its end."""
    if not node.name[:1].isupper():
        return None
    current: tree.Expression = node.target
    while isinstance(current, tree.Select):
        if not current.name[:1].islower():
            return None
        current = current.target
    if not isinstance(current, tree.Name) or not current.text[:1].islower() or current.text in ("this", "super"):
        return None
    if scope.find(current.text) is not None or any(current.text in one.fields for one in _objects_around(scope)):
        return None
    if isinstance(node.target, tree.Name) and current.text not in ("org", "com", "io", "java", "javax", "kotlin"):
        return None
    info = find_class(world, node.name, scope)
    return UserClass(info) if info is not None else LibraryClass(node.name)
