"""Properties of Kotlin that are assigned through a setter of the text, or through a delegate."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Final

from topoviz.engine.dsl.interpreter.classes.classes import statics_of
from topoviz.engine.dsl.interpreter.classes.constant_fields import declared_static
from topoviz.engine.dsl.interpreter.classes.declared import BY_DELEGATE
from topoviz.engine.dsl.interpreter.classes.fields import find_variable, objects_seen_from
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.expressions.variables import classes_around
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import ClassInfo, FunctionInfo
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, Instance, Unknown, UserClass, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

_FIELD: Final = "field"
"""What an accessor calls the value that is kept."""

Holder = tuple[Instance | None, ClassInfo]


def assigned_by_accessor(world: World, node: tree.Expression, owner: Value | None, value: Value, scope: Scope) -> Step:
    """Assign a property in the way that it declares itself; give whether there is one."""
    match node:
        case tree.Name(text=name):
            found = find_variable(world, scope, name)
            if found is not None:
                return _refuses(world, node, found.variables[name])
            holders = list(_holders_round(world, scope, name))
        case tree.Select(name=name) if isinstance(owner, Instance):
            holders = [(owner, owner.info)]
        case tree.Select(name=name) if isinstance(owner, UserClass):
            holders = [(None, owner.info)]
        case _:
            return False
    for instance, info in holders:
        held = instance.fields if instance is not None else (yield statics_of(world, info))
        setter = info.overriding("setter", name)
        if setter is not None:
            yield _set(world, setter, instance, held, name, value, node.span)
            return not _is_computed(info, name) or name not in held or _keeps_unknown(held, name)
        if name in held:
            return (_is_computed(info, name) and _keeps_unknown(held, name)) or _refuses(world, node, held[name])
    receiver = owner if owner is not None else next((one.receiver for one in scope.receivers()), None)
    extension = _extension(world, name)
    if extension is not None and receiver is not None:
        yield invoke(world, extension, None, [value], node.span, Scope(), receiver)
    return extension is not None


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


def _set(
    world: World,
    setter: FunctionInfo,
    this: Instance | None,
    held: MutableMapping[str, Value],
    name: str,
    value: Value,
    span: Span,
) -> Step:
    """Run a setter, in which `field` is what the property holds."""
    around = Scope(None if this is None else this.scope, variables={_FIELD: held.get(name, NULL)})
    yield invoke(world, setter, this, [value], span, around)
    if name in held:
        held[name] = around.variables[_FIELD]
    return None


def _extension(world: World, name: str) -> FunctionInfo | None:
    named = world.program.extensions.get(f"set{name[:1].upper()}{name[1:]}", ())
    return next((one for one in named if "setter" in one.declaration.modifiers), None)


def _is_computed(info: ClassInfo, name: str) -> bool:
    """Tell whether a property that keeps a value is read through a getter, which is not followed."""
    members = (member for one in info.lineage() for member in one.declaration.members)
    return any(isinstance(one, tree.Declare) and one.name == name and "getter" in one.modifiers for one in members)


def _keeps_unknown(held: MutableMapping[str, Value], name: str) -> bool:
    held[name] = Unknown(name, "A getter computes it of what it is given.")
    return True


def _refuses(world: World, node: tree.Node, held: Value) -> bool:
    """Tell whether a delegate is given the value, which may do anything with it; it is said."""
    if not isinstance(held, Unknown) or held.reason != BY_DELEGATE:
        return False
    reason = f"What the delegate of {world.text_at(node.span)} does with a value is not followed."
    world.doubt("delegate", node.span, reason, "Names and numbers from here on are unsure.")
    return True
