"""What is known of an object when several of its class's constructors may be meant.

A constructor that only keeps its arguments, as those of serdes and records do, changes nothing but fields: whichever is
meant, no other operator, name or number comes of it, and only these fields are not known. All else is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.operators.registry import owner_of
from topoviz.engine.dsl.program import FunctionInfo
from topoviz.engine.dsl.values import Instance, Unknown, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk


def only_keep_arguments(world: World, constructors: Sequence[FunctionInfo], arguments: Sequence[Value]) -> bool:
    """Tell whether all constructors do nothing but set fields, and are given nothing of the DSL."""
    bodies = [one.declaration.body for one in constructors]
    return (
        not any(owner_of(argument) is not None for argument in arguments)
        and not any(world.has_dsl(body) for body in bodies)
        and all(_only_sets_fields(one) for one in constructors)
    )


def forget_kept(instance: Instance, constructors: Sequence[FunctionInfo]) -> None:
    """Make every field unknown that one of the constructors sets."""
    reason = f"{instance.info.name} has several constructors that may be meant."
    for constructor in constructors:
        for name, span in _kept(constructor):
            instance.fields[name] = Unknown(name, reason, span)


def doubt_choice(world: World, name: str, call: Span | None) -> None:
    """Say that another constructor may be meant, which may add something."""
    reason = f"{name} has several constructors that may be meant here."
    world.unsure("overload", call, reason, "One of them is followed; names and numbers from here on are unsure.")
    world.doubt_all(reason)


def _only_sets_fields(constructor: FunctionInfo) -> bool:
    body = constructor.declaration.body
    lineage = list(constructor.owner.lineage()) if constructor.owner is not None else []
    members = [member for info in lineage for member in info.fields(static=False)]
    fields = {member.name for member in members if isinstance(member, tree.Declare)}
    return body is None or all(_is_plain(part, fields) for part in walk(body))


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
    for part in walk(declaration.body):
        match part:
            case tree.Assign(target=tree.Name(text=name)) | tree.Assign(target=tree.Select(name=name)):
                yield name, part.span
            case _:
                pass
