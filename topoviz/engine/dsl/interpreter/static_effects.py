"""Which static fields a part of the text may change that is not followed: in its own class and in all it leads to.

A class that nobody has used so far is loaded later, and then these fields are not known either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from topoviz.engine.dsl.interpreter.classes.constant_fields import declared_static
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.libraries import READING, is_harmless_function, is_harmless_on
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import ClassInfo, FunctionInfo
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Instance, Unknown, Value, taint
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk


@dataclass(frozen=True, slots=True)
class Touched:
    """A static field that may be given another value, or whose object may be changed."""

    declaring: ClassInfo
    name: str
    is_assigned: bool


def statics_touched(world: World, node: tree.Node, scope: Scope) -> list[Touched]:
    """Find the static fields that a part of the text may change, through all functions that it may call."""
    found: dict[Touched, None] = {}
    seen: set[int] = set()
    named: dict[str, list[FunctionInfo]] = {}
    for one in world.program.all_functions():
        named.setdefault(one.declaration.name, []).append(one)
    waiting: list[tuple[tree.Node, Scope, frozenset[str]]] = [(node, scope, frozenset())]
    while waiting:
        body, around, own = waiting.pop()
        for part in walk(body):
            for target, is_assigned in _targets(world, part):
                touched = _static_at(world, target, around, own, is_assigned=is_assigned)
                if touched is not None:
                    found.setdefault(touched)
            for function in _called(world, part, around, named):
                if function.declaration.body is not None and id(function.declaration) not in seen:
                    seen.add(id(function.declaration))
                    waiting.append((function.declaration.body, Scope(None, None, function.owner), _own_names(function)))
    return list(found)


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


def _targets(world: World, part: tree.Node) -> Iterator[tuple[tree.Node, bool]]:
    """Give what a part assigns, and what it calls, gives to calls or writes into."""
    match part:
        case tree.Assign(target=target):
            yield target, True
        case tree.Unary(operator="++" | "--", operand=target):
            yield target, True
        case tree.Call(name=name, target=None, arguments=arguments):
            yield from ((one, False) for one in arguments if not is_harmless_function(world, part))
        case tree.Call(name=name, target=target, arguments=arguments) if target and not is_harmless_on(world, target):
            yield from ((one, False) for one in (() if name in READING else (target, *arguments)))
        case tree.MethodReference(name=name, target=target) if name not in READING and target is not None:
            yield target, False
        case _:
            pass


def _static_at(
    world: World, target: tree.Node, scope: Scope, own: frozenset[str], *, is_assigned: bool
) -> Touched | None:
    """Find the static field that an expression names or starts from."""
    while True:
        match target:
            case tree.Name(text=name):
                return None if name in own else _find(_around(scope.owner), name, is_assigned=is_assigned)
            case tree.Select(target=tree.Name(text=class_name), name=name):
                info = find_class(world, class_name, scope)
                if info is not None:
                    return _find([info], name, is_assigned=is_assigned)
                target, is_assigned = target.target, False
            case tree.Select(target=inner) | tree.Index(target=inner) | tree.Call(target=tree.Node() as inner):
                target, is_assigned = inner, False
            case _:
                return None


def _find(classes: list[ClassInfo], name: str, *, is_assigned: bool) -> Touched | None:
    for info in classes:
        for candidate in info.lineage():
            if declared_static(candidate, name) is not None:
                return Touched(candidate, name, is_assigned)
    return None


def _around(info: ClassInfo | None) -> list[ClassInfo]:
    found = []
    while info is not None:
        found.append(info)
        info = info.outer
    return found


def _called(
    world: World, part: tree.Node, scope: Scope, named: Mapping[str, list[FunctionInfo]]
) -> Sequence[FunctionInfo]:
    """Find the functions of the text that a part may call."""
    match part:
        case tree.New(type=type_):
            made = find_class(world, type_.name, scope)
            return [] if made is None else list(made.constructors)
        case tree.Call(name=name, target=None):
            near = [one for info in _around(scope.owner) for one in _named(info, name)]
            return near or named.get(name, ())
        case tree.Call(name=name, target=target) | tree.MethodReference(name=name, target=target):
            if isinstance(target, tree.Name):
                info = find_class(world, target.text, scope) or _class_of(scope, target.text)
                if info is not None:
                    return _named(info, name)
            # What is called on a class or on an object of a class that is not known may be any of that name.
            return named.get(name, ())
        case _:
            return []


def _class_of(scope: Scope, name: str) -> ClassInfo | None:
    found = scope.find(name)
    value = None if found is None else found.variables[name]
    return value.info if isinstance(value, Instance) else None


def _named(info: ClassInfo, name: str) -> list[FunctionInfo]:
    return [one for candidate in info.lineage() for one in candidate.functions.get(name, ())]


def _own_names(function: FunctionInfo) -> frozenset[str]:
    """Name the parameters and variables of a function, which hide fields."""
    body = function.declaration.body
    declared = () if body is None else (part.name for part in walk(body) if isinstance(part, tree.Declare))
    return frozenset({parameter.name for parameter in function.declaration.parameters} | set(declared))
