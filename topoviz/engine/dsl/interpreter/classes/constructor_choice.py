"""What is known of an object when several of its class's constructors may be meant.

A constructor that only keeps its arguments, as those of serdes and records do, changes nothing but fields: whichever is
meant, no other operator, name or number comes of it, and only these fields are not known. All else is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.operators.registry import owner_of
from topoviz.engine.dsl.values import Constant, Instance, Opaque, Text, Unknown, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_SHARED: Final = frozenset({"System", "Thread", "Runtime", "Security"})
"""Classes of Java whose methods change what the whole program sees."""


def only_keep_arguments(world: World, constructors: Sequence[FunctionInfo], arguments: Sequence[Value]) -> bool:
    """Tell whether all constructors do nothing but set fields, and are given nothing of the DSL."""
    if any(owner_of(argument) is not None for argument in arguments):
        return False
    are_fixed = all(isinstance(argument, Constant | Opaque | Text | Unknown) for argument in arguments)
    return all(_only_sets_fields(world, one, may_call=are_fixed) for one in constructors)


def forget_kept(instance: Instance, constructors: Sequence[FunctionInfo]) -> None:
    """Make every field unknown that one of the constructors sets, or a method that it calls."""
    reason = f"{instance.info.name} has several constructors that may be meant."
    for constructor in constructors:
        for name, span in _kept(constructor):
            instance.fields[name] = Unknown(name, reason, span)


def doubt_choice(world: World, name: str, call: Span | None) -> None:
    """Say that another constructor may be meant, which may add something."""
    reason = f"{name} has several constructors that may be meant here."
    world.doubt("overload", call, reason, "One of them is followed; names and numbers from here on are unsure.")


def _only_sets_fields(world: World, constructor: FunctionInfo, *, may_call: bool) -> bool:
    lineage = list(constructor.owner.lineage()) if constructor.owner is not None else []
    members = [member for info in lineage for member in info.fields(static=False)]
    fields = {member.name for member in members if isinstance(member, tree.Declare)}
    return not any(
        world.has_dsl(body)
        or not all(_is_plain(part, fields) or (may_call and _is_harmless(world, part)) for part in walk(body))
        for body in _bodies(constructor)
    )


def _bodies(constructor: FunctionInfo) -> list[tree.Node]:
    """Give the body of a constructor and those of the methods of its class that it calls."""
    found: list[tree.Node] = []
    waiting = [constructor.declaration.body]
    while waiting:
        body = waiting.pop()
        if body is None or any(one is body for one in found):
            continue
        found.append(body)
        for part in walk(body):
            if isinstance(part, tree.Call) and part.target is None and constructor.owner is not None:
                above = (info.functions.get(part.name, ()) for info in constructor.owner.lineage())
                waiting.extend(one.declaration.body for functions in above for one in functions)
    return found


def _is_harmless(world: World, part: tree.Node) -> bool:
    """Tell whether a call changes nothing but what the constructor makes itself, when its arguments cannot change.

    It is one of a library, on an object; or one of the class itself, which is looked into.
    """
    match part:
        case tree.Call(target=None, name=name):
            return name not in ("this", "super")
        case tree.Call(name=name, target=tree.Name(text=target)):
            of_text = world.graph.may_run(part) or target in world.program.classes
            return not of_text and target not in _SHARED
        case tree.Call(name=name, target=tree.Call() | tree.New() | tree.Select()):
            return not world.graph.may_run(part)
        case _:
            return False


def _is_plain(part: tree.Node, fields: set[str]) -> bool:
    match part:
        case tree.Call(target=None, name="super", arguments=arguments):
            return not arguments
        case tree.Call(name=name):
            return name in ("this", "requireNonNull")
        case tree.Assign(target=tree.Name(text=name)):
            return name in fields
        case tree.Assign(target=tree.Select(target=tree.Name(text="this"), name=name)):
            return name in fields
        case tree.Assign() | tree.Unary(operator="++" | "--") | tree.Unknown() | tree.MethodReference():
            return False
        case _:
            return True


def _kept(constructor: FunctionInfo) -> Iterator[tuple[str, Span]]:
    declaration = constructor.declaration
    if declaration.body is None:  # written by Lombok or for a record: each parameter is kept
        yield from ((parameter.name, parameter.span) for parameter in declaration.parameters)
        return
    for part in (part for body in _bodies(constructor) for part in walk(body)):
        match part:
            case tree.Assign(target=tree.Name(text=name)) | tree.Assign(target=tree.Select(name=name)):
                yield name, part.span
            case _:
                pass
