"""Which function evaluates or executes which node of the tree.

The tables are filled once, by `wiring`, so that expressions, statements, calls and classes can need each other without
importing each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeGuard

from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Value
from topoviz.engine.syntax import tree

Evaluated = Value | Step
Evaluator = Callable[[World, Any, Scope], Evaluated]
Executor = Callable[[World, Any, Scope], Step]

EVALUATORS: Final[dict[type[tree.Node], Evaluator]] = {}
EXECUTORS: Final[dict[type[tree.Node], Executor]] = {}


def evaluate(world: World, node: tree.Expression, scope: Scope) -> Evaluated:
    """Give an expression's value, or the step that will come to it."""
    return EVALUATORS[type(node)](world, node, scope)


def has_value(node: tree.Statement) -> TypeGuard[tree.Expression]:
    """Tell whether a statement may stand where a value is wanted."""
    return type(node) in EVALUATORS


def execute(world: World, node: tree.Statement, scope: Scope) -> Step:
    """Give the step that executes a statement; it comes to a Signal when control leaves the statement early."""
    executor = EXECUTORS.get(type(node))
    return _evaluate_and_drop(world, node, scope) if executor is None else executor(world, node, scope)


def _evaluate_and_drop(world: World, node: Any, scope: Scope) -> Step:
    yield evaluate(world, node, scope)
    return None
