"""Properties of Kotlin that are assigned through a setter or a delegate, which may do anything and are not followed."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.interpreter.classes.classes import statics_of
from topoviz.engine.dsl.interpreter.classes.constant_fields import declared_static
from topoviz.engine.dsl.interpreter.classes.declared import BY_DELEGATE
from topoviz.engine.dsl.interpreter.classes.fields import find_variable, objects_seen_from
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.expressions.variables import classes_around
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Instance, Unknown, UserClass, Value, taint
from topoviz.engine.syntax import tree

Holder = tuple[Instance | None, ClassInfo]


def kept_of(world: World, node: tree.Expression, owner: Value | None, value: Value, scope: Scope) -> Step:
    """Come to what a property keeps of a value that it is assigned."""
    holders: list[Holder] = []
    match node:
        case tree.Name(text=name):
            found = find_variable(world, scope, name)
            if found is not None:
                return _unless_delegated(world, node, found.variables[name], value)
            holders += _holders_round(world, scope, name)
        case tree.Select(name=name):
            if isinstance(owner, Instance | UserClass):
                holders.append((owner if isinstance(owner, Instance) else None, owner.info))
        case _:
            return value
    for instance, info in holders:
        held = instance.fields if instance is not None else (yield statics_of(world, info))
        setter = info.overriding("setter", name)
        if setter is not None:
            return _set(world, node, setter, instance, Scope(None, instance, info))
        if name in held:
            kept = _unless_delegated(world, node, held[name], value)
            return Unknown(name, "A getter computes it of what it is given.") if _is_computed(info, name) else kept
    named = world.program.extensions.get(f"set{name[:1].upper()}{name[1:]}", ())
    extension = next((one for one in named if "setter" in one.declaration.modifiers), None)
    receiver = owner or next((one.receiver for one in scope.receivers()), None)
    return value if extension is None else _set(world, node, extension, receiver, scope)


def _set(world: World, node: tree.Node, setter: FunctionInfo, receiver: Value | None, scope: Scope) -> Value:
    forget_effects(world, setter.declaration.body, scope, None)
    if receiver is not None:
        taint(receiver, "A setter may have changed it.")
    return _doubt(world, node, "setter", "A setter gives its value.")


def _holders_round(world: World, scope: Scope, name: str) -> Iterator[Holder]:
    """Give the objects and classes round here, nearest first, that may have a property of a name."""
    for instance, _ in objects_seen_from(scope):
        if name in instance.fields or instance.info.overriding("setter", name) is not None:
            yield instance, instance.info
    yield from (
        (None, info)
        for info in classes_around(world, scope, name)
        if declared_static(info, name) is not None or info.overriding("setter", name) is not None
    )


def _is_computed(info: ClassInfo, name: str) -> bool:
    """Tell whether a property that keeps a value is read through a getter, which is not followed."""
    members = (member for one in info.lineage() for member in one.declaration.members)
    return any(isinstance(one, tree.Declare) and one.name == name and "getter" in one.modifiers for one in members)


def _unless_delegated(world: World, node: tree.Node, held: Value, value: Value) -> Value:
    is_delegated = isinstance(held, Unknown) and held.reason == BY_DELEGATE
    return _doubt(world, node, "delegate", BY_DELEGATE) if is_delegated else value


def _doubt(world: World, node: tree.Node, by: str, why: str) -> Value:
    """Say that something takes the value which may do anything with it, and give what is kept."""
    reason = f"What the {by} of {world.text_at(node.span)} does with a value is not followed."
    world.doubt("delegate", node.span, reason, "Names and numbers from here on are unsure.")
    return Unknown(world.text_at(node.span), why)
