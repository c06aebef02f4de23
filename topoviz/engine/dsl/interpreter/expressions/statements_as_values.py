"""Statements where a value is wanted: switches, blocks, `if` and `try`, which Kotlin has everywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.interpreter.assumptions import value_assuming
from topoviz.engine.dsl.interpreter.dispatch import evaluate, execute, has_value
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.signals import Leave, Signal
from topoviz.engine.dsl.interpreter.statements.sequences import run_statements
from topoviz.engine.dsl.interpreter.statements.switches import choose_case
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.operators.registry import owner_of
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, Unknown, truth_of
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.pieces import sentence
from topoviz.engine.syntax.tree import JumpKind
from topoviz.engine.syntax.walk import walk


def evaluate_switch(world: World, node: tree.Switch, scope: Scope) -> Step:
    """Come to the value of a switch."""
    signal = yield choose_case(world, node, scope)
    if isinstance(signal, Signal) and signal.kind is not JumpKind.YIELD:
        raise Leave(signal)
    return signal.value if isinstance(signal, Signal) else NULL


def evaluate_block(world: World, node: tree.Block, scope: Scope) -> Step:
    """Come to the value of a block's last statement."""
    scope = scope.inner()
    if not node.statements:
        return NULL
    *before, last = node.statements
    signal = yield run_statements(world, tuple(before), scope)
    if isinstance(signal, Signal):
        world.skip(last, f"it stands behind a {signal.kind}")
        raise Leave(signal)
    if isinstance(last, tree.Unknown) and not last.parts:
        yield execute(world, last, scope)  # which reports code that was left out
    if has_value(last) and node.gives_value:
        return (yield evaluate(world, last, scope))
    return (yield _executed(world, last, scope))


def evaluate_if(world: World, node: tree.If, scope: Scope) -> Step:
    """An `if` where a value is wanted; without `else`, or with a side that is none, it has no value."""
    if node.otherwise is None:
        return (yield _executed(world, node, scope))
    test = yield evaluate(world, node.test, scope)
    known = truth_of(test)
    if known is not None:
        world.skip(node.otherwise if known else node.then, "its condition is decided for the other side")
        return (yield _side(world, node.then if known else node.otherwise, scope))
    takes_then = world.has_dsl(node.then)
    if takes_then or world.has_dsl(node.otherwise):
        chosen, other = (node.then, node.otherwise) if takes_then else (node.otherwise, node.then)
        world.skip(other, "the other side of an unknown condition was assumed", Fate.REPORTED)
        return (yield value_assuming(world, node.test, test, _side(world, chosen, scope)))
    forget_effects(world, node, scope, test)
    key = test.key if isinstance(test, Unknown) else world.text_at(node.test.span)
    return world.unknown(world.text_at(node.span), f"It depends on {key}, which is not known.", node.span)


def _side(world: World, node: tree.Statement, scope: Scope) -> Step:
    if has_value(node):
        return (yield evaluate(world, node, scope))
    return (yield _executed(world, node, scope))


def _executed(world: World, node: tree.Statement, scope: Scope) -> Step:
    """Follow a statement that has no value, and leave what stands round it where it does."""
    signal = yield execute(world, node, scope)
    if isinstance(signal, Signal):
        raise Leave(signal)
    return NULL


_TRIED: Final = "the value of this try"


def evaluate_try(world: World, node: tree.Try, scope: Scope) -> Step:
    """A `try` where a value is wanted: a stream or table that its body makes; else a handler may give another one."""
    inner = scope.inner()
    inner.variables[_TRIED] = Unknown("try", "Whether something is thrown is not known.", node.span)
    kept = tree.Assign(node.body.span, tree.Name(node.body.span, _TRIED), node.body)
    body = tree.Block(node.body.span, (kept,))
    yield _executed(world, replace(node, body=body), inner)
    value = inner.variables[_TRIED]
    is_certain = not node.handlers or not any(isinstance(part, tree.Call | tree.New) for part in walk(node.body))
    if is_certain or owner_of(value) is not None:
        return value
    return world.unknown(world.text_at(node.span), "Whether something is thrown is not known.", node.span)


def evaluate_jump(world: World, node: tree.Jump, scope: Scope) -> Step:
    """Leave what stands round it: a `return` or `throw` where a value is wanted."""
    signal = yield execute(world, node, scope)
    raise Leave(signal)


def evaluate_unreadable(world: World, node: tree.Unknown, scope: Scope) -> Step:
    """Follow the readable parts, for the calls in them; what they come to is not known."""
    for part in node.parts:
        yield _executed(world, part, scope)
    return world.unknown_result(world.text_at(node.span), sentence(node.reason), node.span)
