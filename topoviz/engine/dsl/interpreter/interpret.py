"""Interpret a submission: find where its programs start, follow each, and collect the topologies they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.budget import Budget, BudgetSpent
from topoviz.engine.dsl.call_graph.graph import make_graph
from topoviz.engine.dsl.call_graph.parts import Part
from topoviz.engine.dsl.configuration import Configuration
from topoviz.engine.dsl.frameworks.beans import given_to
from topoviz.engine.dsl.frameworks.cloud_stream import bind, tell_listener
from topoviz.engine.dsl.frameworks.conditions import tell_conditions, why_off
from topoviz.engine.dsl.frameworks.objects import arguments_from_outside, object_from_outside
from topoviz.engine.dsl.frameworks.shared_builder import add_parts
from topoviz.engine.dsl.frameworks.stream_settings import start_as_framework
from topoviz.engine.dsl.interpreter.classes.classes import statics_of
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.classes.loading import seen_from_outside
from topoviz.engine.dsl.interpreter.doubts import settled_together
from topoviz.engine.dsl.interpreter.fates import NOT_UNDERSTOOD, close_ledger, first_lost, first_swallowed
from topoviz.engine.dsl.interpreter.machine import Step, run
from topoviz.engine.dsl.interpreter.not_started import follow_not_started
from topoviz.engine.dsl.interpreter.outside import parameter_from_outside
from topoviz.engine.dsl.interpreter.recipes import (
    Recipe,
    collect,
    collect_started,
    is_bare,
    recipe_of_refusal,
    with_start,
)
from topoviz.engine.dsl.interpreter.roots import Root, application_at, describe_parts, find_roots, is_nobodys
from topoviz.engine.dsl.interpreter.roots_left import roots_left
from topoviz.engine.dsl.interpreter.statements.sequences import run_statements
from topoviz.engine.dsl.interpreter.wiring import wire
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Entry, Ledger
from topoviz.engine.dsl.modules import find_applications, is_main
from topoviz.engine.dsl.program_reading import read_program
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.refusal import Refusal, Refused
from topoviz.engine.source import Bundle, Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.build_files import find_modules
from topoviz.engine.syntax.tree import Unit
from topoviz.engine.versions import Behaviours

Made = tuple[Root, list[Recipe]]
"""A start, and the topologies that came of it."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What a submission makes, what could not be understood, and the ledger of its DSL calls."""

    recipes: tuple[Recipe, ...]
    diagnostics: tuple[Diagnostic, ...]
    ledger: Ledger
    not_started: tuple[Recipe, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """What was read of a submission, which is the same at every version of Kafka Streams.

    `broken` are the places that could not be read, `closed` where brackets were closed that the text leaves open.
    """

    bundle: Bundle
    units: tuple[Unit, ...]
    broken: tuple[Span, ...]
    configuration: Configuration
    closed: tuple[Span, ...] = ()


def interpret(
    text: Text, behaviours: Behaviours, set_values: Mapping[str, str], budget: Budget | None = None
) -> Interpretation:
    """Follow every program of the submission; never raises for what the text says.

    When calls were lost in places that could not be read, everything is followed once more, now with doubts from the
    first of them on.
    """
    wire()
    layout = find_modules(text.bundle)
    program = read_program(text.units, layout)
    graph = make_graph(program)
    modules = find_applications(layout, program)

    def follow(lost: Span | None) -> Interpretation:
        limits = budget or Budget()
        world = World(
            text.bundle, program, behaviours, set_values, graph, modules, limits, lost=lost, closed=text.closed
        )
        world.all_configuration = world.configuration = text.configuration
        return _follow_all(world)

    found = follow(None)
    lost = first_lost(found.ledger, found.diagnostics, program, text.bundle, text.broken)
    lost = lost or first_swallowed(text.bundle, text.closed)
    return found if lost is None else follow(lost)


def _follow_all(world: World) -> Interpretation:
    _tell_circles(world)
    made: list[Made] = []
    all_roots = find_roots(world)
    off = {id(root) for root in all_roots if _is_off(world, root)}
    roots = [_named_by_what_is_on(world, root) for root in all_roots if id(root) not in off]
    on_heirs: set[int] = set()
    for number, root in enumerate(_those_of_nobody_last(world, roots), 1):
        key = id(root.function.declaration) if root.function is not None else None
        if (key is None or key not in world.entered or key in on_heirs) and not _sleeps(world, root, made):
            world.budget.begin(others_wait=number < len(roots))
            made.append((root, _follow_from(world, root)))
            if root.heir is not None and key is not None:
                on_heirs.add(key)
    made.sort(key=lambda one: roots.index(one[0]))
    entries = close_ledger(world)
    recipes = _doubt_missed(world, entries, made)
    more = _follow_left(world, made)
    if more:
        entries, lost = _close_again(world, entries)
        recipes.extend(_doubt_missed(world, lost, more))
    # What an empty Topology is made for is not in the text, where other topologies are.
    recipes = [recipe for recipe in recipes if not is_bare(recipe)] or recipes[:1]
    told = settled_together(world.diagnostics)
    sleeping = [root for root in all_roots if id(root) in off or _sleeps(world, root, made)]
    asleep, left = follow_not_started(world, sleeping, entries, recipes, lambda root: _follow_from(world, root))
    not_started = _doubt_missed(world, _close_again(world, entries)[1], asleep) if asleep else []
    if left:
        told = (*told, _too_many(left))
    return Interpretation(tuple(recipes), told, Ledger(entries), tuple(not_started))


def _is_off(world: World, root: Root) -> bool:
    """Tell whether settings switch off all that a start is; of what is called with one builder, each part is asked."""
    if root.parts or not root.functions():
        return False
    world.begin(root.application or application_at(world, root.place()))
    return any(why_off(world, given_to(function)) for function in root.functions())


def _named_by_what_is_on(world: World, root: Root) -> Root:
    """Name what is called with one builder without the parts that settings switch off."""
    if len(root.parts) < 2:
        return root
    world.begin(root.application or application_at(world, root.place()))
    switched_on = [one for one in root.parts if not why_off(world, given_to(one.function))]
    return replace(root, name=describe_parts(switched_on or root.parts))


def _those_of_nobody_last(world: World, roots: Sequence[Root]) -> list[Root]:
    """Put functions that nobody calls behind the others: whether they sleep, follows from what a `main` makes."""
    functions = [root.function for root in roots]
    if not any(one is not None and is_main(one) for one in functions):
        return list(roots)
    return sorted(roots, key=lambda root: root.function is not None and is_nobodys(world, root.function))


def _sleeps(world: World, root: Root, made: Sequence[Made]) -> bool:
    """Tell whether the `main` of an application has made its topologies, and nobody calls what this one starts with."""
    if root.function is None or not is_nobodys(world, root.function):
        return False
    by_main = [one for one, recipes in made if one.function is not None and is_main(one.function) and recipes]
    application = application_at(world, root.place())
    return any(application in (None, application_at(world, one.place())) for one in by_main)


def _close_again(world: World, entries: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], list[Entry]]:
    """Close the ledger when more was followed, and list the calls that were passed over since."""
    before = {entry.span for entry in entries if entry.reason == NOT_UNDERSTOOD}
    again = close_ledger(world)
    return again, [entry for entry in again if entry.reason == NOT_UNDERSTOOD and entry.span not in before]


def _too_many(left: int) -> Diagnostic:
    return Diagnostic(
        Severity.NOTE,
        "not-started",
        f"Nothing starts {left} more functions that call the DSL.",
        "They are not looked at: the others are too many, or take too many steps.",
    )


def _tell_circles(world: World) -> None:
    for info in world.program.circles:
        world.unsure(
            "class-circle",
            info.declaration.span,
            f"{info.name} is above itself: classes extend each other in a circle.",
            f"Java does not compile that. {info.name} is read as if it extended nothing.",
            "Correct what the classes extend.",
        )


def _follow_left(world: World, before: Sequence[Made]) -> list[Made]:
    """Follow the functions left that make a topology; one that turns out to make none has nothing to tell."""
    found: list[Made] = []
    roots = [root for root in roots_left(world) if not _sleeps(world, root, before)]
    for number, root in enumerate(roots, 1):
        if root.function is None or id(root.function.declaration) in world.entered:
            continue
        world.budget.begin(others_wait=number < len(roots))
        told = len(world.diagnostics)
        made = _follow_from(world, root)
        if made:
            found.append((root, made))
        else:
            del world.diagnostics[told:]
    return found


def _doubt_missed(world: World, entries: Sequence[Entry], made: Sequence[Made]) -> list[Recipe]:
    """Doubt what comes of the starts that may run a call of the DSL which was passed over.

    A call that no start may run, by what the text says, may belong to any.
    """
    missed = [(entry, world.graph.part_around(entry.span)) for entry in entries if entry.reason == NOT_UNDERSTOOD]
    behind = [_runs(world, root) if missed else frozenset() for root, _ in made]
    recipes: list[Recipe] = []
    for (_, own), runs in zip(made, behind, strict=True):
        for entry, part in missed:
            if own and (part in runs or not any(part in others for others in behind)):
                reason = f"{entry.method}() was passed over: {NOT_UNDERSTOOD}."
                effect = "What it adds may be missing; names and numbers are unsure."
                world.unsure("passed-over", entry.span, reason, effect)
                own = [replace(recipe, unsure={"": reason, **recipe.unsure}) for recipe in own]
                break
        recipes.extend(own)
    return recipes


def _runs(world: World, root: Root) -> frozenset[Part]:
    """Collect what a start may run; the loose statements of a file run what stands among them."""
    parts = world.graph.parts
    begins = [parts.of_function(one.declaration) for one in root.functions()]
    owners = [root.initializer, root.heir, *root.owners()]
    for info in (above for owner in owners if owner is not None for above in owner.lineage()):
        begins += parts.making(info)
    if root.statements:
        begins.append(parts.of_file[root.statements[0].span.file_id])
    return world.graph.behind(part for part in begins if part is not None)


def _follow_from(world: World, root: Root) -> list[Recipe]:
    return with_start(world, root, _follow(world, root))


def _follow(world: World, root: Root) -> list[Recipe]:
    """Follow one start with fresh statics, and collect what it made."""
    world.begin(root.application or application_at(world, root.place()))
    refused: Refused | None = None
    try:
        run(_start(world, root), world.budget)
    except Refused as raised:
        refused = raised
    except ProgramThrows as ending:
        thrown = seen_from_outside(ending)
        started = collect_started(world, root)
        if started:
            world.report(_ends_later(thrown))
            return started
        words = thrown.message if thrown.message is not None else _tell_message(world, thrown)
        refused = Refused(Refusal(thrown.code, thrown.exception, words), thrown.origin)
    except BudgetSpent as spent:
        world.unsure(
            "budget",
            world.callers[-1] if world.callers else root.place(),
            str(spent),
            "What comes after that point is missing, and all numbers are unsure.",
        )
        world.doubt_all(str(spent))
    if refused is not None:
        world.was_refused = True
        return [recipe_of_refusal(world, root, refused)]
    if world.lost is None:
        return collect(world, root)
    reason = world.why_lost()
    world.doubt_all(reason)
    return [replace(recipe, unsure={"": reason, **recipe.unsure}) for recipe in collect(world, root)]


def _ends_later(thrown: ProgramThrows) -> Diagnostic:
    return Diagnostic(
        Severity.NOTE,
        "ends-later",
        f"{thrown.exception} ends the program here, when it has started a topology.",
        "What it started is shown, and nothing else that it made.",
        thrown.origin.span,
    )


def _tell_message(world: World, thrown: ProgramThrows) -> str:
    """Say that the words of what ends the program are not known, and give what stands for them."""
    reason = f"The text does not determine the message of the {thrown.exception}."
    world.unsure("message", thrown.origin.span, reason, "The program ends here; with which words is not known.")
    return "the message is not known"


def _start(world: World, root: Root) -> Step:
    if root.parts:
        yield add_parts(world, root.parts)
    elif root.unit:
        for one in root.unit:
            tell_conditions(world, one.function)
        yield bind(world, root.unit)
    elif root.function is not None:
        function = root.function
        tell_conditions(world, function)
        tell_listener(world, function)
        if function.declaration.is_constructor and function.owner is not None:
            yield object_from_outside(world, function.owner, function)
            return None
        arguments = yield arguments_from_outside(world, function)
        this = None
        if function.owner is not None:
            yield statics_of(world, function.owner)
            if not function.declaration.is_static:
                this = yield object_from_outside(world, root.heir or function.owner)
        extended = function.declaration.receiver
        receiver = None
        if extended is not None:
            receiver = parameter_from_outside(world, tree.Parameter(function.declaration.span, "this", extended))
        made = yield invoke(world, function, this, arguments, None, receiver=receiver)
        yield start_as_framework(world, function, made)
    elif root.initializer is not None:
        yield statics_of(world, root.initializer)
        yield object_from_outside(world, root.initializer)
    else:
        world.script = Scope()
        yield run_statements(world, root.statements, world.script)
    return None
