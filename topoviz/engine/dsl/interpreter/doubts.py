"""Telling the user which topics and names the text leaves open, and how to make them known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from topoviz.engine.diagnostics import Diagnostic, ask_for
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import InPlan, TopologyValue
from topoviz.engine.dsl.values import Value
from topoviz.engine.source import Span

_OPEN = re.compile(r"\$\{(.*?)\}")


def marks_of(target: Value) -> Mapping[str, str]:
    """Give the unsure names of the plan or topology that a DSL object belongs to; later ones come last."""
    match target:
        case TopologyValue():
            return target.unsure
        case _ if isinstance(target, InPlan):
            return target.plan.draft.unsure
        case _:
            return {}


def settled_together(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Say where one value that the user gives settles several places."""
    places = Counter(one.keys for one in diagnostics if one.keys)
    return tuple(
        replace(one, next_step=f"{one.next_step} That settles {places[one.keys]} places at once.")
        if places[one.keys] > 1 and one.next_step == ask_for(one.keys)
        else one
        for one in diagnostics
    )


def report_unknown_texts(world: World, span: Span, marks: Mapping[str, str]) -> None:
    """Report each text with an open part that an operator has just taken over."""
    for text, reason in marks.items():
        keys = list(dict.fromkeys(_OPEN.findall(text)))
        if any(text != other and text.startswith(other) for other in marks):
            continue  # names made from an open text, a store's for example, go without saying
        likely = [key for why, key in world.likely.items() if why in reason]
        if likely and not keys:
            _report_likely(world, span, text, reason, likely)
        if not keys:
            continue
        asked = world.settable(keys)
        world.unsure(
            "unknown-text",
            span,
            f"{', '.join(keys)} is not known: {reason}"
            if len(keys) == 1
            else f"{', '.join(keys)} are not known: {reason}",
            f"It is shown as {text}?",
            "" if asked else "Paste the code that gives it.",
            asked,
        )


def _report_likely(world: World, span: Span, text: str, reason: str, keys: list[str]) -> None:
    names = ", ".join(keys)
    world.unsure("likely-text", span, f"{names} may be another value. {reason}", f"It is shown as {text}?", keys=keys)
