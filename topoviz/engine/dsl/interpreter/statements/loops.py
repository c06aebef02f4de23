"""Loops: how often they run where the text tells it, and once where it does not."""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.classes.declared import declared_type
from topoviz.engine.dsl.interpreter.dispatch import evaluate, execute
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.statements.changed_collections import doubt_if_changed, size_of
from topoviz.engine.dsl.interpreter.statements.plain_loops import Undecided, behind_undecided, turn, turns_to_follow
from topoviz.engine.dsl.interpreter.unfollowed import forget_elements
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, ListValue, MapValue, Unknown, Value, truth_of
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import JumpKind
from topoviz.engine.syntax.walk import walk


def execute_for_each(world: World, node: tree.ForEach, scope: Scope) -> Step:
    iterable = yield evaluate(world, node.iterable, scope)
    elements = in_iteration_order(iterable)
    if elements is None:
        return (yield _once_if_any(world, node, node.iterable, node.body, iterable, scope))
    size = size_of(iterable)
    for element in elements:
        doubt_if_changed(world, node.iterable, iterable, size)
        inner = scope.inner()
        inner.variables[node.name] = element
        if node.type is not None:
            inner.declare(node.name, node.type)
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
    held = over.entries.values() if isinstance(over, MapValue) else over.elements if isinstance(over, ListValue) else ()
    why = Unknown(world.text_at(test.span), "The elements are not known for certain.", test.span)
    names = {node.name} if isinstance(node, tree.ForEach) else set()
    if not world.has_dsl(body):
        forget_effects(world, body, scope, over)
        forget_elements(world, body, names, held, why)
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
    forget_elements(world, body, names, held, why)
    return signal if isinstance(signal, Signal) and signal.kind is JumpKind.RETURN else None


def execute_while(world: World, node: tree.While, scope: Scope) -> Step:
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
        world.doubt("long-loop", node.span, reason, "What later turns would add is missing.")
    else:
        # Such as the loop that keeps an application running: it matters only to what comes after it.
        forget_effects(world, node, scope, None)
        world.left_loop = world.left_loop or (node.span, reason)
    return None


def _goes_on(signal: Signal, loop: tree.ForEach | tree.While) -> bool:
    return signal.kind is JumpKind.CONTINUE and signal.label in ("", loop.label)


def _ends(signal: Signal, loop: tree.ForEach | tree.While) -> bool:
    return signal.kind is JumpKind.BREAK and signal.label in ("", loop.label)
