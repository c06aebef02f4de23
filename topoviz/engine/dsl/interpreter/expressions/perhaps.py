"""What is evaluated though it is not known whether the program does: one side of a choice, the right side of `&&`.

A program that throws makes no topology, so that where one side throws, the program that goes on took the other one.
"""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.syntax import tree


def evaluate_perhaps(world: World, node: tree.Expression, scope: Scope) -> Step:
    """Come to the value of an expression, or to None when it throws."""
    try:
        return (yield evaluate(world, node, scope))
    except ProgramThrows as thrown:
        if world.handlers:
            reason = f"{thrown.exception} may be thrown here, and may be caught."
            world.doubt("perhaps-thrown", node.span, reason, "It is taken as not thrown; later numbers are unsure.")
        return None
