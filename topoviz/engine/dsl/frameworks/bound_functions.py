"""Which functions of the text Spring Cloud Stream binds: those that the definition names, or the only one.

Spring: KafkaStreamsFunctionBeanPostProcessor, StreamFunctionProperties.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.frameworks.beans import belong_together
from topoviz.engine.dsl.frameworks.cloud_functions import DEFINITIONS, CloudFunction, cloud_function, defined_units
from topoviz.engine.dsl.frameworks.configured import setting
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.values import text_of


@dataclass(frozen=True, slots=True)
class Bound:
    """The units that are bound, each a topology; and all functions of streams, by identity, bound or not."""

    units: tuple[tuple[CloudFunction, ...], ...]
    functions: frozenset[int]


def find_bound(world: World, functions: Iterable[FunctionInfo]) -> Bound:
    """Find what is bound in each application; functions that are not are settled as not reachable."""
    of_application: dict[str | None, list[CloudFunction]] = {}
    for function in functions:
        one = cloud_function(function)
        if one is not None:
            application = world.modules.application_of(function.declaration.span.file_id)
            of_application.setdefault(application, []).append(one)
    units: list[tuple[CloudFunction, ...]] = []
    for application, found in of_application.items():
        world.begin(application)
        units.extend(_bound_in(world, found))
    if of_application:
        world.begin(None)
    return Bound(tuple(units), frozenset(id(one.function) for found in of_application.values() for one in found))


def _bound_in(world: World, found: list[CloudFunction]) -> list[tuple[CloudFunction, ...]]:
    definition = _definition(world)
    if not definition:
        for owner in dict.fromkeys(one.function.owner for one in found):
            together = [one for one in found if belong_together(owner, one.function.owner)]
            if len(together) > 1:
                _tell_no_definition(world, together)
        return [(one,) for one in found]
    units = list(defined_units(definition, found))
    named = {id(one.function) for unit in units for one in unit}
    for one in found:
        if id(one.function) not in named:
            reason = f"{DEFINITIONS[0]} does not name the function {one.name}"
            world.skip(one.function.declaration.body, reason)
            place = next(filter(None, map(world.setting_place, DEFINITIONS)), "")
            reason = f"{place}, which does not name the function {one.name}."
            effect = "Spring Cloud Stream does not run it, and it is not shown."
            world.report(Diagnostic(Severity.NOTE, "switched-off", reason, effect, one.function.declaration.span))
    return units


def _definition(world: World) -> str:
    """Give the definition; where it may be another, it is not known."""
    known = (setting(world, key) for key in DEFINITIONS)
    return next(filter(None, (text_of(one) for one in known if one is not None)), "")


def _tell_no_definition(world: World, found: list[CloudFunction]) -> None:
    """Spring does not start with several functions unless it is told which."""
    names = ", ".join(one.name for one in found)
    reason = f"There are several functions of streams, {names}, and {DEFINITIONS[0]} is not known."
    effect, span = "Each is shown as if it was named there.", found[0].function.declaration.span
    world.unsure("function-definition", span, reason, effect, f"Say what {DEFINITIONS[0]} is.", DEFINITIONS[:1])
