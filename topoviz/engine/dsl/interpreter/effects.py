"""What a part of the text may have changed that is not followed, or that is followed without being certain to run.

Everything it may assign becomes unknown, and every object it may change loses its contents. What functions of the text
do that it may call counts too. Marking too much is safe; marking too little would make the result silently wrong.
"""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.dsl.interpreter.expressions.variables import assign_name, value_in_scope
from topoviz.engine.dsl.interpreter.handed_over import report_handed_over
from topoviz.engine.dsl.interpreter.libraries import READING
from topoviz.engine.dsl.interpreter.static_effects import forget_static
from topoviz.engine.dsl.interpreter.touching import is_harmless, touching
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.objects import InPlan
from topoviz.engine.dsl.operators.registry import owner_of
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    BoundMethod,
    Closure,
    Composed,
    ListValue,
    MapValue,
    Unknown,
    Value,
    taint,
    why_unknown,
)
from topoviz.engine.syntax import tree


def forget_effects(
    world: World, node: tree.Node | None, scope: Scope, test: Value | None, *, follows: bool = False
) -> None:
    """Make everything unknown that a part of the text may change.

    Where the part was followed on an assumption, streams, tables and what holds them stay as they are: their builder
    is in doubt already, and the picture keeps them.
    """
    if node is None:
        return
    keys = ", ".join(dict.fromkeys(unknown.key for unknown in why_unknown(test))) if test is not None else ""
    reason = f"Its value depends on {keys or 'a condition'}, which is not known."
    found = touching(world, node, scope)
    if found.sets_system_property:
        world.system_properties.forget(reason)
    for name in found.assigned:
        value = value_in_scope(world, scope, name)
        if value is not None and not (follows and _holds_dsl(value)):
            assign_name(world, scope, name, Unknown(name, reason, node.span))
    for name in found.touched:
        value = value_in_scope(world, scope, name)
        if value is not None and not (follows and _holds_dsl(value)):
            _forget_through(world, value, reason, test)
    if not follows:
        _tell_given(world, found.giving, scope)
    for touched in found.statics:
        held = world.statics.get(touched.declaring, {}).get(touched.name)
        if held is None or not (follows and _holds_dsl(held)):
            forget_static(world, touched, reason)


def forget_if_changing(world: World, node: tree.Node, scope: Scope, test: Value) -> None:
    """Make everything unknown that an expression changes which was evaluated without being certain to be."""
    if changes_something(world, node):
        forget_effects(world, node, scope, test, follows=world.has_dsl(node))


def changes_something(world: World, node: tree.Node) -> bool:
    """Tell whether a part of the text, with the functions that it may call, may change anything but its own."""
    return touching(world, node, None).changes


def _forget_through(world: World, value: Value, reason: str, test: Value | None) -> None:
    """Make an object unknown that may have been changed; a function may have been called."""
    taint(value, reason)
    waiting, seen = [value], set[int]()
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        match current:
            case Composed(first=first, second=second):
                waiting += [first, second]
            case BoundMethod(target=target, name=name) if name not in READING and isinstance(target, Value):
                taint(target, reason)
            case Closure(node=node, scope=scope) if id(node) not in world.forgetting:
                world.forgetting.add(id(node))
                forget_effects(world, node, scope, test, follows=world.has_dsl(node))
                world.forgetting.discard(id(node))
            case _:
                pass


def touched_in(world: World, node: tree.Node) -> set[str]:
    """Name what a part of the text may change: what it assigns, calls, gives to calls and writes into."""
    found = touching(world, node, None)
    return {*found.assigned, *found.touched}


def _tell_given(world: World, calls: Iterable[tree.Call], scope: Scope) -> None:
    """Doubt streams and builders that a part which is not followed gives to code outside the text."""
    for call in calls:
        for name in (one.text for one in call.arguments if isinstance(one, tree.Name)):
            value = value_in_scope(world, scope, name)
            if isinstance(value, InPlan) and not is_harmless(world, call):
                report_handed_over(world, call.name, call.name_span, value)


def _holds_dsl(value: Value) -> bool:
    if owner_of(value) is not None:
        return True
    if isinstance(value, AtomicValue):
        return owner_of(value.held) is not None
    if isinstance(value, ListValue):
        return any(owner_of(element) is not None for element in value.elements)
    return isinstance(value, MapValue) and any(owner_of(entry) is not None for entry in value.entries.values())
