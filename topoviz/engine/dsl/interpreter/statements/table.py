"""What each statement does."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.classes.declared import as_declared, declared_type, settled
from topoviz.engine.dsl.interpreter.classes.finding import add_local_class
from topoviz.engine.dsl.interpreter.dispatch import Executor, evaluate, execute
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.statements.exceptions import thrown_by
from topoviz.engine.dsl.interpreter.statements.loops import execute_for_each, execute_while
from topoviz.engine.dsl.interpreter.statements.plain_loops import Undecided, decides_loop_only
from topoviz.engine.dsl.interpreter.statements.sequences import run_statements
from topoviz.engine.dsl.interpreter.statements.switches import choose_case
from topoviz.engine.dsl.interpreter.statements.tries import execute_try
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, LocalFunction, Unknown, is_certainly_null, truth_of, why_unknown
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.pieces import ELIDED, sentence
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
    value = settled(world, node, (yield evaluate(world, node.value, scope)))
    if isinstance(value, Unknown) and node.type is not None and node.type.simple_name not in ("var", "val"):
        key = node.name if value.reason == sentence(ELIDED) else value.key
        value = replace(value, key=key, type_name=declared_type(node.type))
    type_name = declared_type(node.type)
    if is_certainly_null(value) and (is_primitive(type_name) or type_name == "boolean"):
        reason = f"{node.name} is given null, which is no {type_name}."
        world.doubt("null-number", node.span, reason, "Java ends the program here, unless the exception is caught.")
    scope.variables[node.name] = as_declared(node, value)
    if "var" in node.modifiers:
        scope.variable_names |= {node.name}
    return None


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
        return replace(signal, is_assumed=True) if isinstance(signal, Signal) else signal
    going_on = _other_than_throwing(node)
    if going_on is not None and not world.handlers:
        return (yield execute(world, going_on, scope.inner()))
    forget_effects(world, node, scope, test)
    if node.otherwise is not None and _always_leaves(node.then) and _always_leaves(node.otherwise):
        reason = f"Which value is returned here depends on {world.text_at(node.test.span)}, which is not known."
        return Signal(JumpKind.RETURN, world.unknown_result(world.text_at(node.test.span), reason, node.span), "")
    if _may_leave(world, node):
        if decides_loop_only(world, node):
            return Undecided()
        keys = ", ".join(dict.fromkeys(one.key for one in why_unknown(test))) or world.text_at(node.test.span)
        world.doubt_rest(node.test.span, f"Whether the program goes on behind this depends on {keys}.")
    return None


def _other_than_throwing(node: tree.If) -> tree.Statement | None:
    """Give the side that a program takes which goes on, when the other side certainly ends it."""
    if node.otherwise is None:
        return None
    if _always_leaves(node.otherwise, returning=False):
        return node.then
    return node.otherwise if _always_leaves(node.then, returning=False) else None


def _always_leaves(node: tree.Node, *, returning: bool = True) -> bool:
    """Tell whether a statement always ends the function round it, by a throw or, if that counts, a return."""
    match node:
        case tree.Jump(kind=JumpKind.THROW):
            return True
        case tree.Jump(kind=JumpKind.RETURN):
            return returning
        case tree.Block(statements=statements):
            return any(_always_leaves(one, returning=returning) for one in statements)
        case tree.If(then=then, otherwise=otherwise) if otherwise is not None:
            return _always_leaves(then, returning=returning) and _always_leaves(otherwise, returning=returning)
        case _:
            return False


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


def _jump(world: World, node: tree.Jump, scope: Scope) -> Step:
    value = NULL if node.value is None else (yield evaluate(world, node.value, scope))
    if node.kind is JumpKind.THROW and world.return_doubt is not None:
        # The function may have returned before; then the program goes on, and otherwise there is no topology.
        name = f"{world.active[-1].declaration.name}()" if world.active else world.text_at(node.span)
        return Signal(JumpKind.RETURN, world.unknown_result(name, world.return_doubt, node.span), "")
    if node.kind is JumpKind.THROW:
        raise (yield thrown_by(world, value, node))
    return Signal(node.kind, value, node.label)


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


_EFFECT_AMONG: Final = "Operators written there are missing, so later numbers are unsure."
_EFFECT_BEFORE: Final = "Settings written there are missing; no builder or topology is there yet to add operators to."


def _unknown(world: World, node: tree.Unknown, scope: Scope) -> Step:
    """Follow the readable parts in order, for the calls in them; code that was left out may add operators."""
    if not node.parts and node.reason == ELIDED:
        reason = "The text leaves code out here."
        begun = bool(world.builders or world.topologies)
        world.doubt("left-out", node.span, reason, _EFFECT_AMONG if begun else _EFFECT_BEFORE)
    for part in node.parts:
        signal = yield execute(world, part, scope)
        if isinstance(signal, Signal):
            return signal
    return None


EXECUTORS: Final[dict[type[tree.Node], Executor]] = {
    tree.Block: _block,
    tree.Declare: _declare,
    tree.If: _if,
    tree.ForEach: execute_for_each,
    tree.While: execute_while,
    tree.Jump: _jump,
    tree.Try: execute_try,
    tree.Switch: _switch,
    tree.ClassDeclaration: _local_class,
    tree.FunctionDeclaration: _local_function,
    tree.Import: _nothing,
    tree.Initializer: _initializer,
    tree.Unknown: _unknown,
}
