"""What a name means: a variable, a field, a class, or something outside the text."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.calls.kotlin_calls import force
from topoviz.engine.dsl.interpreter.calls.methods import delegates_of, is_delegated
from topoviz.engine.dsl.interpreter.classes.classes import enum_values, statics_of
from topoviz.engine.dsl.interpreter.classes.constant_fields import declared_static
from topoviz.engine.dsl.interpreter.classes.fields import find_variable, key_of_own_field
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.dispatch import Evaluated, evaluate
from topoviz.engine.dsl.interpreter.expressions.variables import find_value, objects_around, statics_with
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.outside import NOT_SAID
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.constants import library_constant
from topoviz.engine.dsl.library.kotlin import property_of
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, Constant, Instance, Lazy, LibraryClass, ListValue, UserClass, Value, is_null
from topoviz.engine.syntax import tree

NOT_HERE: Final = "Its value is not in the text."
_FIRST_OF_PACKAGES: Final = ("org", "com", "io", "java", "javax", "kotlin")


def evaluate_name(world: World, node: tree.Name, scope: Scope) -> Evaluated:
    """Look a bare name up."""
    found = find_variable(world, scope, node.text)
    if found is not None:
        value = found.variables[node.text]
        return force(world, value) if isinstance(value, Lazy) else value
    if node.text in ("this", "super") or node.text.startswith("this@"):
        return _this(world, node, scope)
    return _as_value(world, node, _look_up(world, node, scope))


def _as_value(world: World, node: tree.Name | tree.Select, found: Step) -> Step:
    """Come to what a name stands for where a value is wanted: of a Kotlin object, the only instance.

    A class is no value, so what looks like one by its capital is a constant that is not in the text.
    """
    value = yield found
    if isinstance(value, LibraryClass):
        return world.unknown(world.text_at(node.span), NOT_HERE, node.span)
    if not isinstance(value, UserClass) or value.info.declaration.kind != "object":
        return value
    statics = yield statics_of(world, value.info)
    return statics.setdefault("INSTANCE", Instance(value.info, statics))


def _this(world: World, node: tree.Name, scope: Scope) -> Value:
    """Give the nearest receiver or, without one, the object; `this@label` asks for a certain one."""
    label = node.text.partition("@")[2]
    if node.text != "super":
        for around in scope.receivers():
            if label in ("", around.label) and around.receiver is not None:
                return around.receiver
    for instance in objects_around(scope):
        if label in ("", instance.info.name):
            return instance
    return world.unknown(node.text, NOT_SAID, node.span) if label else NULL


def evaluate_select(world: World, node: tree.Select, scope: Scope) -> Step:
    """`target.name` where a value is wanted: a field, or an enum constant."""
    return _as_value(world, node, _evaluate_member(world, node, scope))


def _evaluate_member(world: World, node: tree.Select, scope: Scope) -> Step:
    """`target.name`: a field, an enum constant, a nested class, or a part of a qualified name."""
    if node.name in ("this", "super") and isinstance(node.target, tree.Name):
        around = _object_of_class(scope, node.target.text)
        if around is None and node.name == "super":
            around = scope.this  # `Interface.super`, of an interface that this class has
        if around is not None:
            return around
    qualified = _qualified_class(world, node, scope)
    if qualified is not None:
        return qualified
    target = yield evaluate_target(world, node.target, scope)
    if node.safe and is_null(target):
        return NULL
    key = None if not isinstance(target, Instance) else key_of_own_field(target, node, scope)
    if key is not None and isinstance(target, Instance):
        return (yield force(world, target.fields[key]))
    return (yield force(world, (yield select(world, target, node))))


def _object_of_class(scope: Scope, name: str) -> Instance | None:
    """Find what `Outer.this` means: the object of the class of this name that the text stands in."""
    written_in, instance = scope.owner, scope.this
    while written_in is not None and instance is not None:
        if written_in.name == name:
            return instance
        written_in, instance = written_in.outer, instance.outer
    found = (one for one in objects_around(scope) if any(info.name == name for info in one.info.lineage()))
    return next(found, None)


def evaluate_target(world: World, node: tree.Expression, scope: Scope) -> Evaluated:
    """Evaluate what stands before a dot, where a name may also be a class."""
    if isinstance(node, tree.Name) and scope.find(node.text) is None and not _is_this(node.text):
        return _look_up(world, node, scope)
    if isinstance(node, tree.Select):
        return _evaluate_member(world, node, scope)
    return evaluate(world, node, scope)


def _is_this(name: str) -> bool:
    return name in ("this", "super") or name.startswith("this@")


def select(world: World, target: Value, node: tree.Select) -> Step:
    """Come to a member of a value."""
    match target:
        case Instance(fields=fields, info=info):
            if not world.is_kotlin(node.span) and _is_declared_twice(info, node):
                reason = "A class and its supertype both have such a field."
                return world.unknown(world.text_at(node.span), reason, node.span)
            overriding = info.overriding("getter", node.name) if world.is_kotlin(node.span) else None
            if node.name in fields and overriding is not None:
                return (yield invoke(world, overriding, target, [], node.span, target.scope))
            if node.name in fields:
                return fields[node.name]
            if node.name == "name" and "name()" in fields:
                return fields["name()"]
            getter = info.find_getter(node.name) or info.find_function(_getter_name(node.name), 0)
            if getter is not None and not is_delegated(info, getter):
                return (yield invoke(world, getter, target, [], node.span, target.scope))
            delegates = delegates_of(target)
            if len(delegates) == 1:
                return (yield select(world, delegates[0], node))
            statics = yield statics_with(world, info, node.name)
            if statics is not None:
                return statics[node.name]
        case UserClass(info=info):
            if node.name == "this":
                return NULL
            getter = info.find_getter(node.name)
            if getter is not None and getter.declaration.is_static:
                yield statics_of(world, info)
                return (yield invoke(world, getter, None, [], node.span))
            if node.name == "entries" and info.declaration.kind == "enum":
                return enum_values(world, info, (yield statics_of(world, info)), node.span)
            statics = yield statics_with(world, info, node.name)
            if statics is not None:
                return statics[node.name]
            if node.name in info.nested:
                return UserClass(info.nested[node.name])
            if node.name in ("INSTANCE", "Companion") and world.is_kotlin(info.declaration.span):
                return target  # as Java calls the only object of a class of Kotlin
        case LibraryClass(name=name):
            constant = library_constant(world, name, node.name, node.span)
            if constant is not None:
                return constant
            if node.name[:1].isupper() and not node.name.isupper():
                return LibraryClass(node.name)
        case ListValue(elements=elements, is_exact=True) if node.name == "length":
            return Constant(len(elements))
        case _:
            pass
    known = property_of(target, node.name)
    if known is not None:
        return known
    extensions = [one for one in world.program.extensions.get(node.name, ()) if not one.is_plain]
    if len(extensions) == 1 and "getter" in extensions[0].declaration.modifiers:
        return (yield invoke(world, extensions[0], None, [], node.span, None, target))
    return world.unknown(world.text_at(node.span), NOT_HERE, node.span)


def _is_declared_twice(info: ClassInfo, node: tree.Select) -> bool:
    """Tell whether the declared type decides which field of an object is meant, and one of them is static."""
    if isinstance(node.target, tree.Name) and node.target.text in ("this", "super"):
        return False
    declaring = [one for one in info.lineage() if declared_static(one, node.name) is not None]
    return bool(declaring) and (len(declaring) > 1 or any(node.name in one.own_fields for one in info.lineage()))


def _getter_name(name: str) -> str:
    return f"get{name[:1].upper()}{name[1:]}"


def _look_up(world: World, node: tree.Name, scope: Scope) -> Step:
    """Look beyond the variables: fields, statics, imported statics, classes."""
    found = yield find_value(world, node.text, node.span, scope)
    if found is not None:
        return (yield force(world, found))
    return world.unknown(node.text, NOT_SAID, node.span)


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
    if scope.find(current.text) is not None or any(current.text in one.fields for one in objects_around(scope)):
        return None
    info = find_class(world, world.text_at(node.span), scope)
    if info is None and isinstance(node.target, tree.Name) and current.text not in _FIRST_OF_PACKAGES:
        return None
    return UserClass(info) if info is not None else LibraryClass(node.name)
