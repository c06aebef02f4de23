"""Topologies that nothing starts: what functions would make that no start reaches, or that settings switch off.

They are followed last, when everything is said of the others, as if a framework or another program called them. What is
found out about one of them is told with it alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.call_graph.graph import reached
from topoviz.engine.dsl.call_graph.parts import Part
from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.frameworks.beans import given_to
from topoviz.engine.dsl.frameworks.cloud_functions import cloud_function
from topoviz.engine.dsl.frameworks.conditions import why_off
from topoviz.engine.dsl.frameworks.shared_builder import called_with_builder
from topoviz.engine.dsl.interpreter.fates import NOT_CALLED
from topoviz.engine.dsl.interpreter.recipes import Recipe
from topoviz.engine.dsl.interpreter.roots import (
    Root,
    application_at,
    describe_function,
    describe_parts,
    on_heirs,
    runs_per_record,
)
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Entry, Fate
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

MOST_STARTS: Final = 100
MOST_STEPS: Final = 100_000
STEPS_OF_ONE: Final = 3_000
"""They must cost little beside what runs; a second has about 150,000 steps."""

_COMMENTED: Final = re.compile(rb"//\s*(@\w+)[^\n]*\n(?:[^\n]*\n){0,4}?[^\n]*\b(?:class|interface)\b")

Follow = Callable[[Root], list[Recipe]]
"""Follows a start, and gives what came of it, with doubts and with the place."""


def follow_not_started(
    world: World, sleeping: Sequence[Root], entries: Collection[Entry], shown: Iterable[Recipe], follow: Follow
) -> tuple[list[tuple[Root, list[Recipe]]], int]:
    """Follow the starts that sleep, and the functions left that show something new; and count what is not looked at."""
    reasons = {entry.span: entry.reason for entry in entries}
    seen = {place for recipe in shown for place in recipe.places()}
    found: list[tuple[Root, list[Recipe]]] = []
    known = {id(one.declaration) for root in sleeping for one in root.functions()}
    left = _roots_left(world, {entry.span for entry in entries if entry.fate is not Fate.MODELLED})
    roots = [
        *sleeping,
        *(root for root in left if not known.issuperset(id(one.declaration) for one in root.functions())),
    ]
    end = world.budget.spent + MOST_STEPS
    for number, root in enumerate(roots):
        if _is_entered(world, root):
            continue
        if number >= MOST_STARTS or world.budget.spent >= end:
            return found, sum(1 for one in roots[number:] if not _is_entered(world, one))
        world.diagnostics, world.reported = [], set()
        world.budget.allow(STEPS_OF_ONE)
        world.taken_as_on = frozenset()
        why = _why(world, root, reasons)
        world.taken_as_on = frozenset(world.wording(one) for function in root.functions() for one in given_to(function))
        made = follow(root)
        new = [one for one in made if root in sleeping or one.refusal is not None or not one.places() <= seen]
        seen.update(place for one in new for place in one.places())
        told = tuple(world.diagnostics)
        new = [replace(one, start=replace(one.start, why_not=why, told=told)) for one in new if one.start is not None]
        if new:
            found.append((root, new))
    return found, 0


def _is_entered(world: World, root: Root) -> bool:
    return all(id(one.declaration) in world.entered for one in root.functions())


def _roots_left(world: World, missed: Collection[Span]) -> list[Root]:
    """List the functions that were not followed and have missed calls; those that others of them run come last."""
    functions = [one for one in world.program.all_functions() if id(one.declaration) not in world.entered]
    parts = {
        part: one
        for one in functions
        if one.declaration.body is not None
        and not runs_per_record(one)
        and (part := world.graph.parts.of_function(one.declaration)) is not None
    }
    begins = [part for part in parts if any(_is_missed(node, missed) for node in part.walk())]
    left = reached(begins, {part: _callers_beside(world, part, parts) for part in parts})
    run = {called for part in left for called in world.graph.runs.get(part, ()) if called is not part}
    ordered = sorted((part for part in parts if part in left), key=lambda part: part in run)
    return [heir for root in _as_called([parts[one] for one in ordered]) for heir in on_heirs(world.program, root)]


def _is_missed(node: tree.Node, missed: Collection[Span]) -> bool:
    return isinstance(node, tree.Call) and node.name_span in missed


def _callers_beside(world: World, part: Part, left: Mapping[Part, FunctionInfo]) -> list[Part]:
    """Give what may run a part in its own file: that is seen in the file alone too."""
    callers = (one for one in world.graph.callers.get(part, ()) if one in left)
    return [one for one in callers if one.nodes[0].span.file_id == part.nodes[0].span.file_id]


def _as_called(left: list[FunctionInfo]) -> Iterator[Root]:
    """Make starts of them as their framework calls them, if one would."""
    given = called_with_builder(left, ())
    owners = {id(part.function): part.function.owner for part in given}
    done = set()
    for one in left:
        bound = cloud_function(one)
        owner = owners.get(id(one))
        if bound is not None:
            yield Root(describe_function(one), unit=(bound,))
        elif owner is None:
            yield Root(describe_function(one), one)
        elif owner not in done:
            done.add(owner)
            own = [part for part in given if part.function.owner is owner]
            yield Root(describe_parts(own), parts=tuple(own))


def _why(world: World, root: Root, reasons: dict[Span, str]) -> str:
    """Say in a sentence why nothing starts it."""
    function = root.functions()[0]
    declaration, owner = function.declaration, function.owner
    place = declaration.span
    world.begin(application_at(world, place))
    off = why_off(world, given_to(function))
    if off:
        return f"{off}."
    known = next((why for span, why in reasons.items() if place.covers(span) and why and why != NOT_CALLED), "")
    if known.startswith("Spring") and owner is not None:
        text = world.bundle.files[place.file_id].data[: place.start]
        commented = list(_COMMENTED.finditer(text[max(owner.declaration.span.start - 200, 0) :]))
        known += f": {commented[-1][1].decode()} stands in a comment" if commented else ""
    if known:
        return f"{known[0].upper() if not known.startswith('spring.') else known[0]}{known[1:]}."
    part = world.graph.parts.of_function(declaration)
    is_called = part is not None and any(one is not part for one in world.graph.callers.get(part, ()))
    return "Nothing that is started calls it." if is_called else "Nothing in these files calls it."
