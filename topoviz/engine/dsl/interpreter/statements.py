"""What each statement does."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.changed_collections import doubt_if_changed, size_of
from topoviz.engine.dsl.interpreter.classes import add_local_class, as_declared, declared_type, settled
from topoviz.engine.dsl.interpreter.dispatch import Executor, evaluate, execute
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.exceptions import catches_refusals, handle, suppress, thrown_by
from topoviz.engine.dsl.interpreter.functions import invoke
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.plain_loops import (
    Undecided,
    behind_undecided,
    decides_loop_only,
    turn,
    turns_to_follow,
)
from topoviz.engine.dsl.interpreter.sequences import run_statements
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.switches import choose_case
from topoviz.engine.dsl.interpreter.throws import ProgramThrows
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library.collections import in_iteration_order
from topoviz.engine.dsl.program import FunctionInfo
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    NULL,
    Instance,
    LocalFunction,
    Unknown,
    Value,
    is_certainly_null,
    truth_of,
    why_unknown,
)
from topoviz.engine.refusal import Refused
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.pieces import ELIDED
from topoviz.engine.syntax.tree import JumpKind
from topoviz.engine.syntax.walk import walk


def _block(world: World, node: tree.Block, scope: Scope) -> Step:
    signal = yield run_statements(world, node.statements, scope.inner())
    is_left = isinstance(signal, Signal) and signal.kind is JumpKind.BREAK and bool(node.label)
    return None if is_left and signal.label == node.label else signal


def _declare(world: World, node: tree.Declare, scope: Scope) -> Step:
    if node.type is not None:
        scope.declare(node.name, node.type)
    if node.value is None:
        type_name = declared_type(node.type)
        scope.variables[node.name] = Unknown(node.name, "It has no value here.", node.span, type_name)
        return None
    value = settled(node, (yield evaluate(world, node.value, scope)))
    if isinstance(value, Unknown) and node.type is not None and node.type.simple_name not in ("var", "val"):
        key = node.name if value.reason == ELIDED else value.key
        value = replace(value, key=key, type_name=declared_type(node.type))
    if is_certainly_null(value) and node.type is not None and declared_type(node.type) in _PRIMITIVES:
        reason = f"{node.name} is given null, which is no {node.type.simple_name}."
        world.unsure("null-number", node.span, reason, "Java ends the program here, unless the exception is caught.")
        world.doubt_all(reason)
    scope.variables[node.name] = as_declared(node, value)
    return None


_PRIMITIVES: Final = frozenset({"boolean", "byte", "char", "short", "int", "long", "float", "double"})


def _if(world: World, node: tree.If, scope: Scope) -> Step:
    test = yield evaluate(world, node.test, scope)
    known = truth_of(test)
    if known is not None:
        world.skip(node.otherwise if known else node.then, "its condition is decided for the other side")
        chosen = node.then if known else node.otherwise
        return (yield execute(world, chosen, scope.inner())) if chosen is not None else None
    if world.has_dsl(node.then) or world.has_dsl(node.otherwise):
        signal = yield assuming(world, node.test, test, _assumed(world, node, scope))
        forget_effects(world, node, scope, test, follows=True)
        return signal
    forget_effects(world, node, scope, test)
    if _may_leave(world, node):
        if decides_loop_only(world, node):
            return Undecided()
        keys = ", ".join(dict.fromkeys(one.key for one in why_unknown(test))) or world.text_at(node.test.span)
        world.doubt_rest(node.test.span, f"Whether the program goes on behind this depends on {keys}.")
    return None


def _may_leave(world: World, node: tree.Node) -> bool:
    """Tell whether a part that is not followed may end the function or loop round it.

    A throw does not count: a program that throws makes no topology. Nor does a bare return from where the program
    starts, before it has made anything.
    """
    kinds = {part for part in walk(node) if isinstance(part, tree.Jump)}
    has_begun = bool(world.builders or world.topologies) or len(world.active) > 1
    return any(
        jump.kind in (JumpKind.BREAK, JumpKind.CONTINUE)
        or (jump.kind is JumpKind.RETURN and (jump.value is not None or has_begun))
        for jump in kinds
    )


def _assumed(world: World, node: tree.If, scope: Scope) -> Step:
    """Follow the side that has DSL calls, the first if both have; the other is reported."""
    takes_then = world.has_dsl(node.then)
    other = node.otherwise if takes_then else node.then
    world.skip(other, "the other side of an unknown condition was assumed", Fate.REPORTED)
    chosen = node.then if takes_then else node.otherwise
    return (yield execute(world, chosen, scope.inner())) if chosen is not None else None


def _for_each(world: World, node: tree.ForEach, scope: Scope) -> Step:
    iterable = yield evaluate(world, node.iterable, scope)
    elements = in_iteration_order(iterable)
    if elements is None:
        return (yield _once_if_any(world, node, node.iterable, node.body, iterable, scope))
    size = size_of(iterable)
    for element in elements:
        doubt_if_changed(world, node.iterable, iterable, size)
        inner = scope.inner()
        inner.variables[node.name] = element
        signal = yield turn(world, node, inner)
        if isinstance(signal, Undecided):
            return behind_undecided(world, node, scope)
        if isinstance(signal, Signal) and not _goes_on(signal, node):
            return None if _ends(signal, node) else signal
    doubt_if_changed(world, node.iterable, iterable, size)
    if not elements:
        world.skip(node.body, "the loop has nothing to go through")
    return None


def _once_if_any(
    world: World, node: tree.Node, test: tree.Node, body: tree.Statement, over: Value, scope: Scope
) -> Step:
    """A loop whose turns are not known: its operators are taken as if it ran once."""
    if not world.has_dsl(body):
        forget_effects(world, body, scope, over)
        if any(isinstance(part, tree.Jump) and part.kind is JumpKind.RETURN for part in walk(body)):
            world.doubt_rest(test.span, "Whether the program goes on behind this loop is not known.")
        return None
    inner = scope.inner()
    if isinstance(node, tree.ForEach):
        key = over.key if isinstance(over, Unknown) else world.text_at(test.span)
        reason = f"It is an element of {key}, which is not known."
        inner.variables[node.name] = world.unknown(node.name, reason, node.span, declared_type(node.type))
    signal = yield assuming(world, test, over, execute(world, body, inner))
    forget_effects(world, body, scope, over, follows=True)
    return signal if isinstance(signal, Signal) and signal.kind is JumpKind.RETURN else None


def _while(world: World, node: tree.While, scope: Scope) -> Step:
    scope = scope.inner()
    for start in node.start:
        yield execute(world, start, scope)
    turns = turns_to_follow(world, node)
    for number in range(turns):
        if not (node.body_first and number == 0):
            test = NULL if node.test is None else (yield evaluate(world, node.test, scope))
            known = True if node.test is None else truth_of(test)
            if known is None:
                return (yield _once_if_any(world, node, node.test or node, node.body, test, scope))
            if not known:
                if number == 0:
                    world.skip(node.body, "the loop's condition is false from the start")
                return None
        signal = yield turn(world, node, scope.inner())
        if isinstance(signal, Undecided):
            return behind_undecided(world, node, scope)
        if isinstance(signal, Signal) and not _goes_on(signal, node):
            return None if _ends(signal, node) else signal
        for step in node.step:
            yield evaluate(world, step, scope)
    reason = f"The loop was left after {turns:,} turns." if turns > 1 else "The loop never ends by itself."
    if world.has_dsl(node):
        world.unsure("long-loop", node.span, reason, "What later turns would add is missing.")
        world.doubt_all(reason)
    else:
        # Such as the loop that keeps an application running: it matters only to what comes after it.
        forget_effects(world, node, scope, None)
        world.left_loop = world.left_loop or (node.span, reason)
    return None


def _goes_on(signal: Signal, loop: tree.ForEach | tree.While) -> bool:
    return signal.kind is JumpKind.CONTINUE and signal.label in ("", loop.label)


def _ends(signal: Signal, loop: tree.ForEach | tree.While) -> bool:
    return signal.kind is JumpKind.BREAK and signal.label in ("", loop.label)


def _jump(world: World, node: tree.Jump, scope: Scope) -> Step:
    value = NULL if node.value is None else (yield evaluate(world, node.value, scope))
    if node.kind is JumpKind.THROW and world.return_doubt is not None:
        # The function may have returned before; then the program goes on, and otherwise there is no topology.
        name = f"{world.active[-1].declaration.name}()" if world.active else world.text_at(node.span)
        return Signal(JumpKind.RETURN, world.unknown_result(name, world.return_doubt, node.span), "")
    if node.kind is JumpKind.THROW:
        raise (yield thrown_by(world, value, node))
    return Signal(node.kind, value, node.label)


def _try(world: World, node: tree.Try, scope: Scope) -> Step:
    """Follow the body and, when it throws, a handler; then what stands in `finally`, however these end."""
    scope = scope.inner()
    try:
        signal = yield _tried(world, node, scope)
    except (ProgramThrows, Refused):
        last = yield _finally(world, node, scope)
        if isinstance(last, Signal):
            return last  # a jump out of `finally` takes the place of what was thrown
        raise
    last = yield _finally(world, node, scope)
    return last if isinstance(last, Signal) else signal


def _tried(world: World, node: tree.Try, scope: Scope) -> Step:
    unknown_calls = world.unknown_calls
    guards, world.guards = world.guards, world.guards + catches_refusals(world, node)
    try:
        signal = yield _with_resources(world, node, node.resources, scope)
    except (ProgramThrows, Refused) as thrown:
        world.guards = guards
        return (yield handle(world, node, scope, thrown))
    world.guards = guards
    _leave_handlers(world, node, scope, may_throw=world.unknown_calls > unknown_calls)
    return signal


def _finally(world: World, node: tree.Try, scope: Scope) -> Step:
    return None if node.finally_body is None else (yield execute(world, node.finally_body, scope))


def _with_resources(world: World, node: tree.Try, resources: tuple[tree.Statement, ...], scope: Scope) -> Step:
    """Follow the body, and close what was opened before it, the last one first, however the body ends."""
    if not resources:
        return (yield execute(world, node.body, scope))
    first, *others = resources
    yield execute(world, first, scope)
    try:
        signal = yield _with_resources(world, node, tuple(others), scope)
    except (ProgramThrows, Refused) as thrown:
        try:
            yield _close(world, first, scope)
        except (ProgramThrows, Refused) as second:
            suppress(thrown, second)
        raise
    yield _close(world, first, scope)
    return signal


def _close(world: World, resource: tree.Statement, scope: Scope) -> Step:
    """Run the text's own close(); those of libraries add nothing."""
    name = resource.name if isinstance(resource, tree.Declare) else None
    name = resource.text if isinstance(resource, tree.Name) else name
    around = None if name is None else scope.find(name)
    opened = None if around is None or name is None else around.variables[name]
    if isinstance(opened, Instance):
        close = opened.info.find_function("close", 0)
        if close is not None:
            yield invoke(world, close, opened, [], resource.span)
    return NULL


def _leave_handlers(world: World, node: tree.Try, scope: Scope, *, may_throw: bool) -> None:
    """Take the body as having thrown nothing; a call that is not followed may have, and then a handler would run."""
    for handler in node.handlers:
        world.skip(handler, "it runs only when something is thrown")
        if not may_throw:
            continue
        forget_effects(world, handler, scope, None)
        if world.has_dsl(handler):
            reason = "Operators stand in a handler, and whether something is thrown is not known."
            world.unsure("handler", handler.span, reason, "They are left out; later numbers are unsure.")
            world.doubt_all(reason)


def _switch(world: World, node: tree.Switch, scope: Scope) -> Step:
    """A switch as a statement: what an arrow's expression comes to is dropped."""
    signal = yield choose_case(world, node, scope)
    return None if isinstance(signal, Signal) and signal.kind is JumpKind.YIELD else signal


def _local_class(world: World, node: tree.ClassDeclaration, scope: Scope) -> Step:
    add_local_class(world, node, scope)
    yield NULL  # a statement is a step, even one that asks for nothing


def _nothing(world: World, node: tree.Node, scope: Scope) -> Step:
    yield NULL  # as above


def _local_function(world: World, node: tree.FunctionDeclaration, scope: Scope) -> Step:
    """A function inside a function, as Kotlin has them, is found by its name with brackets."""
    local = LocalFunction(FunctionInfo(node, scope.owner), scope)
    scope.variables[f"{node.name}()"] = local
    world.local_functions.append(local.function)
    yield NULL  # as above


def _initializer(world: World, node: tree.Initializer, scope: Scope) -> Step:
    return (yield execute(world, node.body, scope))


def _unknown(world: World, node: tree.Unknown, scope: Scope) -> Step:
    """Follow the readable parts in order, for the calls in them; code that was left out may add operators."""
    if not node.parts and node.reason == ELIDED:
        reason = "The text leaves code out here."
        world.unsure("left-out", node.span, reason, "Operators written there are missing, so later numbers are unsure.")
        world.doubt_all(reason)
    for part in node.parts:
        signal = yield execute(world, part, scope)
        if isinstance(signal, Signal):
            return signal
    return None


EXECUTORS: Final[dict[type[tree.Node], Executor]] = {
    tree.Block: _block,
    tree.Declare: _declare,
    tree.If: _if,
    tree.ForEach: _for_each,
    tree.While: _while,
    tree.Jump: _jump,
    tree.Try: _try,
    tree.Switch: _switch,
    tree.ClassDeclaration: _local_class,
    tree.FunctionDeclaration: _local_function,
    tree.Import: _nothing,
    tree.Initializer: _initializer,
    tree.Unknown: _unknown,
}
