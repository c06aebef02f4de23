"""The work stack: runs generator functions that ask for other values by yielding, without Python's own recursion.

A step yields either a value, which it gets back at once, or another step, whose result it gets when that one is done.
So a chain of 3,000 calls is a list of 3,000 generators and not a Python stack of that depth.
"""

from __future__ import annotations

from collections.abc import Generator
from types import GeneratorType
from typing import Any

from topoviz.engine.dsl.budget import Budget, BudgetSpent
from topoviz.engine.dsl.interpreter.signals import Leave
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.refusal import Refused

Step = Generator[Any, Any, Any]


def run(step: Step, budget: Budget) -> Any:
    """Run a step to its end and give its result; exceptions pass through the steps that wait for it."""
    stack: list[Step] = [step]
    result: Any = None
    error: Refused | BudgetSpent | Leave | ProgramThrows | None = None
    while stack:
        try:
            budget.spent += 1
            if budget.spent > budget.limit:
                raise budget.used_up()
            asked = stack[-1].send(result) if error is None else stack[-1].throw(error)
        except StopIteration as done:
            stack.pop()
            result, error = done.value, None
        except (Refused, BudgetSpent, Leave, ProgramThrows) as raised:  # the steps that wait may want to clean up
            stack.pop()
            result, error = None, raised
        else:
            error = None
            if isinstance(asked, GeneratorType):
                stack.append(asked)
                result = None
            else:
                result = asked
    if error is not None:
        raise error
    return result
