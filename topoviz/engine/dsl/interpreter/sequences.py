"""What statements have in common: running several in order, and forgetting what a part not followed may assign."""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.dispatch import execute
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.names import assign_name
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Unknown, Value
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk


def run_statements(world: World, statements: tuple[tree.Statement, ...], scope: Scope) -> Step:
    """Execute statements in order, until one of them leaves early."""
    for index, statement in enumerate(statements):
        signal = yield execute(world, statement, scope)
        if isinstance(signal, Signal):
            for rest in statements[index + 1 :]:
                world.skip(rest, f"it stands behind a {signal.kind}")
            return signal
    return None


def forget_assigned(world: World, node: tree.Node, scope: Scope, test: Value | None) -> None:
    """Make the variables unknown that a part of the text may assign."""
    key = test.key if isinstance(test, Unknown) else "a condition"
    for name in assigned_names(node):
        reason = f"Its value depends on {key}, which is not known."
        assign_name(world, scope, name, world.unknown(name, reason, node.span))


def assigned_names(node: tree.Node) -> set[str]:
    """Collect the names that a part of the text assigns."""
    found: set[str] = set()
    for part in walk(node):
        if isinstance(part, tree.Assign) and isinstance(part.target, tree.Name):
            found.add(part.target.text)
        elif isinstance(part, tree.Assign) and isinstance(part.target, tree.Select):
            found.add(part.target.name)
        elif isinstance(part, tree.Unary) and part.operator in ("++", "--") and isinstance(part.operand, tree.Name):
            found.add(part.operand.text)
    return found
