"""What each statement does."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.classes import declared_type
from topoviz.engine.dsl.interpreter.dispatch import Executor, evaluate, execute
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.sequences import forget_assigned, run_statements
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.switches import choose_case
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library.collections import in_iteration_order
from topoviz.engine.dsl.program import add_class, link_supertypes
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    NULL,
    Unknown,
    Value,
    truth_of,
)
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import JumpKind


def _block(world: World, node: tree.Block, scope: Scope) -> Step:
    return (yield run_statements(world, node.statements, scope.inner()))


def _declare(world: World, node: tree.Declare, scope: Scope) -> Step:
    if node.value is None:
        type_name = declared_type(node.type)
        scope.variables[node.name] = Unknown(node.name, "It has no value here.", node.span, type_name)
        return None
    value = yield evaluate(world, node.value, scope)
    if isinstance(value, Unknown) and node.type is not None and node.type.simple_name not in ("var", "val"):
        value = Unknown(value.key, value.reason, value.span, declared_type(node.type))
    scope.variables[node.name] = value
    return None


def _if(world: World, node: tree.If, scope: Scope) -> Step:
    test = yield evaluate(world, node.test, scope)
    known = truth_of(test)
    if known is not None:
        world.skip(node.otherwise if known else node.then, "its condition is decided for the other side")
        chosen = node.then if known else node.otherwise
        return (yield execute(world, chosen, scope.inner())) if chosen is not None else None
    if world.has_dsl(node.then) or world.has_dsl(node.otherwise):
        return (yield assuming(world, node.test, test, _assumed(world, node, scope)))
    forget_assigned(world, node.then, scope, test)
    if node.otherwise is not None:
        forget_assigned(world, node.otherwise, scope, test)
    # A side that throws or returns is taken for a guard that does not apply.
    return None


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
    for element in elements:
        inner = scope.inner()
        inner.variables[node.name] = element
        signal = yield execute(world, node.body, inner)
        if isinstance(signal, Signal) and signal.kind is not JumpKind.CONTINUE:
            return None if signal.kind is JumpKind.BREAK else signal
    if not elements:
        world.skip(node.body, "the loop has nothing to go through")
    return None


def _once_if_any(
    world: World, node: tree.Node, test: tree.Node, body: tree.Statement, over: Value, scope: Scope
) -> Step:
    """A loop whose turns are not known: its operators are taken as if it ran once."""
    if not world.has_dsl(body):
        forget_assigned(world, body, scope, over)
        return None
    inner = scope.inner()
    if isinstance(node, tree.ForEach):
        key = over.key if isinstance(over, Unknown) else world.text_at(test.span)
        reason = f"It is an element of {key}, which is not known."
        inner.variables[node.name] = world.unknown(node.name, reason, node.span, declared_type(node.type))
    signal = yield assuming(world, test, over, execute(world, body, inner))
    return signal if isinstance(signal, Signal) and signal.kind in (JumpKind.RETURN, JumpKind.THROW) else None


def _while(world: World, node: tree.While, scope: Scope) -> Step:
    scope = scope.inner()
    for start in node.start:
        yield execute(world, start, scope)
    for turn in range(world.budget.loop_turns):
        if not (node.body_first and turn == 0):
            test = NULL if node.test is None else (yield evaluate(world, node.test, scope))
            known = True if node.test is None else truth_of(test)
            if known is None:
                return (yield _once_if_any(world, node, node.test or node, node.body, test, scope))
            if not known:
                if turn == 0:
                    world.skip(node.body, "the loop's condition is false from the start")
                return None
        signal = yield execute(world, node.body, scope.inner())
        if isinstance(signal, Signal) and signal.kind is not JumpKind.CONTINUE:
            return None if signal.kind is JumpKind.BREAK else signal
        for step in node.step:
            yield evaluate(world, step, scope)
    reason = f"The loop was left after {world.budget.loop_turns:,} turns."
    world.unsure("long-loop", node.span, reason, "What later turns would add is missing.")
    world.doubt_all(reason)
    return None


def _jump(world: World, node: tree.Jump, scope: Scope) -> Step:
    value = NULL if node.value is None else (yield evaluate(world, node.value, scope))
    return Signal(node.kind, value)


def _try(world: World, node: tree.Try, scope: Scope) -> Step:
    """Follow the body, as if nothing was thrown; what handlers would add is not reached."""
    scope = scope.inner()
    for resource in node.resources:
        yield execute(world, resource, scope)
    signal = yield execute(world, node.body, scope)
    for handler in node.handlers:
        world.skip(handler, "it runs only when something is thrown")
    if node.finally_body is not None:
        last = yield execute(world, node.finally_body, scope)
        if isinstance(last, Signal):
            return last
    return signal


def _switch(world: World, node: tree.Switch, scope: Scope) -> Step:
    """A switch as a statement: what an arrow's expression comes to is dropped."""
    signal = yield choose_case(world, node, scope)
    return None if isinstance(signal, Signal) and signal.kind is JumpKind.YIELD else signal


def _local_class(world: World, node: tree.ClassDeclaration, scope: Scope) -> Step:
    if id(node) not in world.program.by_declaration:
        link_supertypes(world.program, add_class(world.program, node, scope.owner))
    yield NULL  # a statement is a step, even one that asks for nothing


def _nothing(world: World, node: tree.Node, scope: Scope) -> Step:
    yield NULL  # as above


def _initializer(world: World, node: tree.Initializer, scope: Scope) -> Step:
    return (yield execute(world, node.body, scope))


def _unknown(world: World, node: tree.Unknown, scope: Scope) -> Step:
    """Follow the readable parts in order, for the calls in them."""
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
    tree.FunctionDeclaration: _nothing,
    tree.Import: _nothing,
    tree.Initializer: _initializer,
    tree.Unknown: _unknown,
}
