"""Beans that are there only under a condition: a profile, or a setting.

Spring: @Profile, @ConditionalOnProperty. Quarkus: @IfBuildProperty. Micronaut: @Requires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.configuration import PROFILE_KEYS
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import given_to
from topoviz.engine.dsl.frameworks.configured import setting
from topoviz.engine.dsl.interpreter.assumptions import value_assuming
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.values import Unknown, text_of
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import Annotation

_OF_SETTINGS: Final = ("ConditionalOnProperty", "IfBuildProperty")


def assumed_condition(world: World, given: Sequence[Annotation], span: Span, step: Step) -> Step:
    """Take a step that a framework may leave out; where that is not known, everything from it on is marked."""
    for annotation in given:
        holds = _holds(world, annotation)
        if holds is False:
            reason, effect = f"{_off(world, annotation)}.", "What it would add is not shown."
            world.report(Diagnostic(Severity.NOTE, "switched-off", reason, effect, span))
            return None
        if holds is None:
            name = annotated.class_name(annotation)
            condition = Unknown(", ".join(_keys(annotation)) or name, f"@{name} decides about it.", annotation.span)
            return (yield value_assuming(world, annotation, condition, step))
    return (yield step)


def is_there(world: World, given: Iterable[Annotation]) -> bool | None:
    """Tell whether the conditions of a bean hold; None when that is not known."""
    holds = [_holds(world, one) for one in given]
    return False if False in holds else None if None in holds else True


def tell_conditions(world: World, function: FunctionInfo) -> None:
    """Say of a topology of its own that a condition decides whether the application has it, where that is not known."""
    for annotation in given_to(function):
        if _holds(world, annotation) is None:
            name = annotated.class_name(annotation)
            reason = f"@{name} decides whether the application has this topology, and the text does not say."
            world.report(Diagnostic(Severity.NOTE, "conditional", reason, "It is shown as if it has.", annotation.span))


def why_off(world: World, given: Sequence[Annotation]) -> str:
    """Say which setting leaves a part out, and where it stands; nothing when none does."""
    return next((_off(world, one) for one in given if _holds(world, one) is False), "")


def _off(world: World, annotation: Annotation) -> str:
    name = annotated.class_name(annotation)
    keys = PROFILE_KEYS if name == "Profile" else _keys(annotation)
    places = ", ".join(filter(None, map(world.setting_place, keys)))
    return f"@{name} leaves this out: {places or 'no profile is chosen'}"


def _holds(world: World, annotation: Annotation) -> bool | None:
    """Tell whether a condition holds; None when that is not known. Other annotations are none."""
    name = annotated.class_name(annotation)
    if name == "Profile":
        holds = _profile_holds(world, annotation)
    elif name in _OF_SETTINGS:
        holds = _setting_holds(world, annotation)
    else:
        holds = None if name.startswith("ConditionalOn") or name in ("Conditional", "Requires") else True
    return True if holds is False and world.wording(annotation) in world.taken_as_on else holds


def _profile_holds(world: World, annotation: Annotation) -> bool | None:
    """Without a chosen profile, what is to be left out in one is there; brackets are not worked out."""
    wanted = list(_texts(annotated.argument(annotation, "value")))
    if any("(" in name for name in wanted):
        return None
    if world.configuration.profile_is_chosen():
        return any(map(world.configuration.is_active, wanted))
    return True if wanted and all(name.startswith("!") for name in wanted) else None


def _setting_holds(world: World, annotation: Annotation) -> bool | None:
    wanted = annotated.text_argument(annotation, "havingValue", "stringValue")
    for key in _keys(annotation):
        given = setting(world, key)
        if given is None and world.configuration.has_application and _matches_if_missing(annotation):
            continue
        text = None if given is None else text_of(given)
        if text is None:
            return None
        if (text.lower() == "false") if not wanted else (text.lower() != wanted.lower()):
            return False
    return True


def _matches_if_missing(annotation: Annotation) -> bool:
    told = annotated.argument(annotation, "matchIfMissing", "enableIfMissing")
    return isinstance(told, tree.Literal) and told.value is True


def _keys(annotation: Annotation) -> Iterator[str]:
    prefix = annotated.text_argument(annotation, "prefix")
    for name in _texts(annotated.argument(annotation, "name", "value")):
        yield f"{prefix.rstrip('.')}.{name}" if prefix else name


def _texts(given: tree.Expression | None) -> Iterator[str]:
    elements = given.elements if isinstance(given, tree.ArrayLiteral) else (given,)
    for element in elements:
        if isinstance(element, tree.Literal) and isinstance(element.value, str):
            yield element.value
