"""Put the tables together that say which function evaluates or executes which node."""

from __future__ import annotations

from topoviz.engine.dsl.interpreter import dispatch
from topoviz.engine.dsl.interpreter.calls import calls, new_objects
from topoviz.engine.dsl.interpreter.expressions import names
from topoviz.engine.dsl.interpreter.expressions import table as expressions
from topoviz.engine.dsl.interpreter.statements import table as statements
from topoviz.engine.syntax import tree


def wire() -> None:
    """Fill the tables; doing so again changes nothing."""
    dispatch.EVALUATORS.update(expressions.EVALUATORS)
    dispatch.EVALUATORS.update({
        tree.Name: names.evaluate_name,
        tree.Select: names.evaluate_select,
        tree.Call: calls.evaluate_call,
        tree.New: new_objects.evaluate_new,
    })  # fmt: skip
    dispatch.EXECUTORS.update(statements.EXECUTORS)
