"""Loops without operators, such as those that wait for a broker: what matters of them is what they change.

When it is not known whether such a loop goes on, how often it turns is not known either. It is left there, all that
it may change is unknown, and the program goes on behind it: one that stays in the loop makes no topology. Only a
`return` in the loop says something about the rest of the function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from topoviz.engine.dsl.interpreter.dispatch import execute
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import JumpKind
from topoviz.engine.syntax.walk import children

Loop = tree.ForEach | tree.While


@dataclass(frozen=True, slots=True)
class Undecided(Signal):
    """Whether the loop goes on is not known, which is on its way to the loop; no switch takes a continue."""

    kind: JumpKind = JumpKind.CONTINUE


def turn(world: World, loop: Loop, scope: Scope) -> Step:
    """Follow the body once; in a loop without operators the signal may be that the rest is undecided."""
    if world.has_dsl(loop):
        return (yield execute(world, loop.body, scope))
    guards = world.unknown_guards
    world.plain_loops.append(loop)
    try:
        signal = yield execute(world, loop.body, scope)
    finally:
        world.plain_loops.pop()
    return Undecided() if signal is None and world.unknown_guards > guards else signal


def turns_to_follow(world: World, loop: tree.While) -> int:
    """Give how many turns of a loop are followed: one where no turn can end it and none adds operators."""
    if world.has_dsl(loop):
        return world.budget.loop_turns
    has_end = any(isinstance(part, tree.Jump) for part in _own_parts(loop.body, inlines=world.is_kotlin(loop.span)))
    return world.budget.plain_loop_turns if has_end or not _is_endless(loop) else 1


def decides_loop_only(world: World, condition: tree.If) -> bool:
    """Tell whether an unknown condition decides about nothing but the loop without operators that it stands in."""
    if not world.plain_loops:
        return False
    parts = list(_own_parts(world.plain_loops[-1].body))
    is_inside = any(part is condition for part in parts)
    return is_inside and not any(isinstance(part, tree.Jump) and part.label for part in _own_parts(condition))


def behind_undecided(world: World, loop: Loop, scope: Scope) -> Signal | None:
    """Leave the loop with all that it may change unknown; it may have returned, and an endless one must have."""
    forget_effects(world, loop, scope, None)
    jumps = [part for part in _own_parts(loop.body, inlines=world.is_kotlin(loop.span)) if isinstance(part, tree.Jump)]
    returns = [jump for jump in jumps if jump.kind is JumpKind.RETURN]
    if not returns:
        return None
    if not _is_endless(loop) or any(jump.kind is JumpKind.BREAK for jump in jumps):
        world.doubt_rest(loop.span, "Whether the program goes on behind this loop is not known.")
        return None
    value = returns[0].value
    if value is None:
        return Signal(JumpKind.RETURN)
    reason = "It is what a loop returns when something happens that is not in the text."
    return Signal(JumpKind.RETURN, world.unknown_result(world.text_at(value.span), reason, value.span))


def _is_endless(loop: Loop) -> bool:
    if not isinstance(loop, tree.While):
        return False
    return loop.test is None or (isinstance(loop.test, tree.Literal) and loop.test.value is True)


def _own_parts(node: tree.Node, *, inlines: bool = False) -> Iterator[tree.Node]:
    """Walk what runs where it stands: not what is in classes, and in lambdas only where they are inlined (Kotlin)."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        if not isinstance(part, tree.ClassDeclaration) and (inlines or not isinstance(part, tree.Lambda)):
            waiting.extend(children(part))
