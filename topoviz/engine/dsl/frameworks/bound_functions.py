"""Which functions of the text Spring Cloud Stream binds: those that the definition names, or the only one.

Spring: KafkaStreamsFunctionBeanPostProcessor, StreamFunctionProperties.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.frameworks.beans import belong_together
from topoviz.engine.dsl.frameworks.cloud_functions import DEFINITIONS, CloudFunction, cloud_function, defined_units
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import FunctionInfo


@dataclass(frozen=True, slots=True)
class Bound:
    """The units that are bound, each a topology; and all functions of streams, by identity, bound or not."""

    units: tuple[tuple[CloudFunction, ...], ...]
    functions: frozenset[int]


def find_bound(world: World, functions: Iterable[FunctionInfo]) -> Bound:
    """Find what is bound; functions that are not are settled as not reachable."""
    found = [one for function in functions if (one := cloud_function(function)) is not None]
    known = frozenset(id(one.function) for one in found)
    definition = _definition(world)
    if not definition:
        for owner in dict.fromkeys(one.function.owner for one in found):
            together = [one for one in found if belong_together(owner, one.function.owner)]
            if len(together) > 1:
                _tell_no_definition(world, together)
        return Bound(tuple((one,) for one in found), known)
    units = tuple(defined_units(definition, found))
    named = {id(one.function) for unit in units for one in unit}
    for one in found:
        if id(one.function) not in named:
            reason = f"{DEFINITIONS[0]} does not name the function {one.name}"
            world.skip(one.function.declaration.body, reason)
            place = next(filter(None, map(world.setting_place, DEFINITIONS)), "")
            reason = f"{place}, which does not name the function {one.name}."
            effect = "Spring Cloud Stream does not run it, and it is not shown."
            world.report(Diagnostic(Severity.NOTE, "switched-off", reason, effect, one.function.declaration.span))
    return Bound(units, known)


def _definition(world: World) -> str:
    for key in DEFINITIONS:
        if key in world.set_values:
            return world.set_values[key]
        found = world.configuration.find_loosely(key)
        if found is not None and found.value and "${" not in found.value:
            return found.value
    return ""


def _tell_no_definition(world: World, found: list[CloudFunction]) -> None:
    """Spring does not start with several functions unless it is told which."""
    names = ", ".join(one.name for one in found)
    world.report(
        Diagnostic(
            Severity.UNSURE,
            "function-definition",
            f"There are several functions of streams, {names}, and {DEFINITIONS[0]} is not known.",
            "Each is shown as if it was named there.",
            found[0].function.declaration.span,
            f"Say what {DEFINITIONS[0]} is.",
            (DEFINITIONS[0],),
        )
    )
