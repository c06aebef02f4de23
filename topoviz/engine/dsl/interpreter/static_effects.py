"""Which static fields a part of the text may change that is not followed: in its own class and in all it leads to.

A class that nobody has used so far is loaded later, and then these fields are not known either.
"""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.dsl.classes import ClassInfo, outwards
from topoviz.engine.dsl.interpreter.classes.constant_fields import declared_static
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.touched import Touched
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Unknown, Value, taint
from topoviz.engine.syntax import tree


def statics_in(
    world: World, targets: Iterable[tuple[tree.Node, bool]], scope: Scope, own: frozenset[str]
) -> tuple[Touched, ...]:
    """Find the static fields that are assigned or changed in a scope, among names of its own."""
    found = (_static_at(world, one, scope, own, is_assigned=is_assigned) for one, is_assigned in targets)
    return tuple(dict.fromkeys(one for one in found if one is not None))


def forget_static(world: World, touched: Touched, reason: str) -> None:
    """Make a static field unknown, now or when its class is loaded."""
    variables = world.statics.get(touched.declaring)
    if variables is None:
        world.open_statics.setdefault(touched.declaring, []).append((touched.name, reason, touched.is_assigned))
    elif touched.name in variables:
        held = variables[touched.name]
        variables[touched.name] = _left_open(held, touched.name, reason, is_assigned=touched.is_assigned)


def apply_open_statics(world: World, info: ClassInfo, variables: dict[str, Value]) -> None:
    """Make the static fields of a class unknown that may have been changed, now that it is loaded."""
    for name, reason, is_assigned in world.open_statics.pop(info, []):
        if name in variables:
            variables[name] = _left_open(variables[name], name, reason, is_assigned=is_assigned)


def _left_open(value: Value, name: str, reason: str, *, is_assigned: bool) -> Value:
    taint(value, reason)
    return Unknown(name, reason) if is_assigned else value


def _static_at(
    world: World, target: tree.Node, scope: Scope, own: frozenset[str], *, is_assigned: bool
) -> Touched | None:
    """Find the static field that an expression names or starts from."""
    while True:
        match target:
            case tree.Name(text=name):
                return None if name in own else _find(outwards(scope.owner), name, is_assigned=is_assigned)
            case tree.Select(target=tree.Name(text=class_name), name=name):
                info = find_class(world, class_name, scope)
                if info is not None:
                    return _find([info], name, is_assigned=is_assigned)
                target, is_assigned = target.target, False
            case tree.Select(target=inner) | tree.Index(target=inner) | tree.Call(target=tree.Node() as inner):
                target, is_assigned = inner, False
            case _:
                return None


def _find(classes: Iterable[ClassInfo], name: str, *, is_assigned: bool) -> Touched | None:
    for info in classes:
        for candidate in info.lineage():
            if declared_static(candidate, name) is not None:
                return Touched(candidate, name, is_assigned)
    return None
