"""Running statements in order."""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.dispatch import execute
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.signals import Leave, Signal
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.syntax import tree


def run_statements(world: World, statements: tuple[tree.Statement, ...], scope: Scope) -> Step:
    """Execute statements in order, until one of them leaves early."""
    for index, statement in enumerate(statements):
        try:
            signal = yield ended(execute(world, statement, scope))
        except ProgramThrows:
            # What was made of this statement stays so; the rest of it is not reached either.
            for rest in statements[index:]:
                world.skip(rest, "an exception is thrown before it")
            raise
        if isinstance(signal, Signal):
            fate = Fate.REPORTED if signal.is_assumed else Fate.NOT_REACHABLE
            condition = " that an unknown condition decides about" if signal.is_assumed else ""
            for rest in statements[index + 1 :]:
                world.skip(rest, f"it stands behind a {signal.kind}{condition}", fate)
            return signal
    return None


def ended(statement: Step) -> Step:
    """Execute a statement; when an expression in it leaves it, that is how it ends."""
    try:
        return (yield statement)
    except Leave as leave:
        return leave.signal
