"""Following a branch that the text does not decide: with everything made on the way marked."""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import Value, why_unknown
from topoviz.engine.syntax import tree


def value_assuming(world: World, test: tree.Node, value: Value, step: Step) -> Step:
    """Run a step that gives a value, on the assumption that it is reached; what throws gives none that is known."""
    result = yield assuming(world, test, value, step)
    return result if isinstance(result, Value) else world.undetermined(test)


def assuming(world: World, test: tree.Node, value: Value, step: Step) -> Step:
    """Run a step on the assumption that it is reached; afterwards all numbers are unsure."""
    keys = list(dict.fromkeys(unknown.key for unknown in why_unknown(value))) or [world.text_at(test.span)]
    reason = f"Whether this part runs depends on {', '.join(keys)}, which the text does not determine."
    asked = world.settable(keys)
    world.unsure(
        "unknown-condition",
        test.span,
        reason,
        "It is taken as if it ran once; its operators, and all names and numbers from here on, are unsure.",
        "" if asked else "Paste the code that it depends on.",
        asked,
    )
    before = world.assumption
    world.assume(reason)
    try:
        result = yield step
    except ProgramThrows:
        # What is thrown here ends the program, if it runs at all; the topology is that of the other case.
        result = None
    finally:
        world.assume(before)
        world.doubt_all(reason)
    return result
