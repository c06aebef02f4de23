"""What a part of the text may have changed that is not followed, or that is followed without being certain to run.

Everything it may assign becomes unknown, and every object it may change loses its contents. What functions of the text
do that it may call counts too. Marking too much is safe; marking too little would make the result silently wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from topoviz.engine.dsl.interpreter.expressions.variables import assign_name, value_in_scope
from topoviz.engine.dsl.interpreter.handed_over import report_handed_over
from topoviz.engine.dsl.interpreter.libraries import ANSWERING, JAVAS_OWN, READING, is_harmless_function, is_harmless_on
from topoviz.engine.dsl.interpreter.static_effects import forget_static, statics_touched
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
    parts = list(world.graph.run_by(node))
    if any(_sets_system_property(part) for part in parts):
        world.system_properties.forget(reason)
    for name in dict.fromkeys(_assigned(parts)):
        value = value_in_scope(world, scope, name)
        if value is not None and not (follows and _holds_dsl(value)):
            assign_name(world, scope, name, Unknown(name, reason, node.span))
    for name in dict.fromkeys(_touched(world, parts, scope)):
        value = value_in_scope(world, scope, name)
        if value is not None and not (follows and _holds_dsl(value)):
            _forget_through(world, value, reason, test)
    if not follows:
        _tell_given(world, parts, scope)
    for touched in statics_touched(world, node, scope):
        held = world.statics.get(touched.declaring, {}).get(touched.name)
        if held is None or not (follows and _holds_dsl(held)):
            forget_static(world, touched, reason)


def forget_if_changing(world: World, node: tree.Node, scope: Scope, test: Value) -> None:
    """Make everything unknown that an expression changes which was evaluated without being certain to be."""
    if changes_something(world, node):
        forget_effects(world, node, scope, test, follows=world.has_dsl(node))


def changes_something(world: World, node: tree.Node) -> bool:
    """Tell whether a part of the text, with the functions that it may call, may change anything but its own."""
    return any(_changes_something(part) for part in world.graph.run_by(node))


def _changes_something(part: tree.Node) -> bool:
    match part:
        case tree.Assign() | tree.Unary(operator="++" | "--"):
            return True
        case tree.Call(name=name) | tree.MethodReference(name=name):
            return name in CHANGING or name.startswith(_BEGIN_OF_CHANGING)
        case _:
            return False


CHANGING: Final = frozenset({
    "accept", "apply", "call", "clear", "compute", "computeIfAbsent", "computeIfPresent", "delete", "deleteCharAt",
    "insert", "merge", "next", "previous", "replaceAll", "reverse", "run", "sort", "test",
})  # fmt: skip
_BEGIN_OF_CHANGING: Final = (
    "add", "append", "getAnd", "increment", "decrement", "offer", "poll", "pop", "push", "put", "remove", "retain",
    "set", "updateAnd",
)  # fmt: skip
"""Methods of Java's own objects that change them, or that run a function."""


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
    parts = list(world.graph.run_by(node))
    return {*_assigned(parts), *_touched(world, parts, None)}


def _sets_system_property(part: tree.Node) -> bool:
    return (
        isinstance(part, tree.Call)
        and part.name in ("setProperty", "clearProperty", "setProperties")
        and isinstance(part.target, tree.Name)
        and part.target.text == "System"
    )


def _assigned(parts: Iterable[tree.Node]) -> Iterator[str]:
    for part in parts:
        target: tree.Node | None = None
        if isinstance(part, tree.Assign):
            target = part.target
        elif isinstance(part, tree.Unary) and part.operator in ("++", "--"):
            target = part.operand
        if isinstance(target, tree.Name):
            yield target.text
        elif isinstance(target, tree.Select):
            yield target.name


def _touched(world: World, parts: Iterable[tree.Node], scope: Scope | None) -> Iterator[str]:
    """Name what is called, given to a call, or written into."""
    for part in parts:
        match part:
            case tree.Call(name=name, target=target, arguments=arguments) if not _is_harmless(world, part):
                if name not in READING:
                    yield from _base(target)
                elif scope is not None and any(_is_javas_own(world, scope, one) for one in _base(target)):
                    continue
                for argument in arguments:
                    if not isinstance(argument, tree.Call) or argument.name not in ANSWERING:
                        yield from _base(argument)
            case tree.MethodReference(name=name, target=target) if name not in READING:
                yield from _base(target)
            case tree.Assign(target=tree.Index() | tree.Select() as target):
                yield from _base(target)
            case tree.Unary(operator="++" | "--", operand=tree.Index() | tree.Select() as operand):
                yield from _base(operand)
            case _:
                pass


def _is_harmless(world: World, call: tree.Call) -> bool:
    return is_harmless_function(world, call) if call.target is None else is_harmless_on(world, call.target)


def _is_javas_own(world: World, scope: Scope, name: str) -> bool:
    return isinstance(value_in_scope(world, scope, name), JAVAS_OWN)


def _tell_given(world: World, parts: Iterable[tree.Node], scope: Scope) -> None:
    """Doubt streams and builders that a part which is not followed gives to code outside the text."""
    for part in parts:
        if not isinstance(part, tree.Call) or world.graph.may_run(part) or part.name_span in world.dsl_calls:
            continue
        for name in (one.text for one in part.arguments if isinstance(one, tree.Name)):
            value = value_in_scope(world, scope, name)
            if isinstance(value, InPlan) and not _is_harmless(world, part):
                report_handed_over(world, part.name, part.name_span, value)


def _base(node: tree.Node | None) -> Iterator[str]:
    """Give the variable or field that an expression starts from: `a` of `a.b[0].c()`, `b` of `this.b`."""
    while node is not None:
        match node:
            case tree.Name(text=text):
                yield text
                return
            case tree.Select(target=tree.Name(text="this"), name=name):
                yield name
                return
            case tree.Select(target=target) | tree.Index(target=target) | tree.Call(target=target):
                node = target
            case _:
                return


def _holds_dsl(value: Value) -> bool:
    if owner_of(value) is not None:
        return True
    if isinstance(value, AtomicValue):
        return owner_of(value.held) is not None
    if isinstance(value, ListValue):
        return any(owner_of(element) is not None for element in value.elements)
    return isinstance(value, MapValue) and any(owner_of(entry) is not None for entry in value.entries.values())
