"""`try`: its body, the resources that are closed behind it, its handlers, and `finally`."""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.classes.functions import invoke, invoke_closure
from topoviz.engine.dsl.interpreter.dispatch import execute
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.statements.exceptions import catches_refusals, handle, suppress
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import NULL, BoundMethod, Closure, Instance, taint
from topoviz.engine.refusal import Refused
from topoviz.engine.syntax import tree


def execute_try(world: World, node: tree.Try, scope: Scope) -> Step:
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
    handlers, world.handlers = world.handlers, world.handlers + bool(node.handlers)
    try:
        signal = yield _with_resources(world, node, node.resources, scope)
    except (ProgramThrows, Refused) as thrown:
        world.guards, world.handlers = guards, handlers
        return (yield handle(world, node, scope, thrown))
    world.guards, world.handlers = guards, handlers
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
    if isinstance(opened, Closure):
        yield invoke_closure(world, opened, [])
    if isinstance(opened, BoundMethod) and opened.target is not None:
        taint(opened.target, f"{opened.name}() closes it, and is not followed here.")
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
            world.doubt("handler", handler.span, reason, "They are not shown; later numbers are not certain.")
