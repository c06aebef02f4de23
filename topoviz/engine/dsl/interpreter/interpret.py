"""Interpret a submission: find where its programs start, follow each, and collect the topologies they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.dsl.budget import Budget, BudgetSpent
from topoviz.engine.dsl.configuration import Configuration
from topoviz.engine.dsl.dsl_calls import find_dsl_calls
from topoviz.engine.dsl.frameworks.cloud_stream import bind
from topoviz.engine.dsl.frameworks.objects import arguments_from_outside, object_from_outside
from topoviz.engine.dsl.frameworks.shared_builder import add_parts
from topoviz.engine.dsl.frameworks.stream_settings import start_as_framework
from topoviz.engine.dsl.interpreter.classes import statics_of
from topoviz.engine.dsl.interpreter.functions import invoke
from topoviz.engine.dsl.interpreter.machine import Step, run
from topoviz.engine.dsl.interpreter.outside import parameter_from_outside
from topoviz.engine.dsl.interpreter.roots import Root, find_roots, holder_names, relevant_names
from topoviz.engine.dsl.interpreter.sequences import run_statements
from topoviz.engine.dsl.interpreter.throws import ProgramThrows
from topoviz.engine.dsl.interpreter.wiring import wire
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Entry, Fate, Ledger
from topoviz.engine.dsl.objects import BuilderValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.program import read_program
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Constant
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.processor_api import TopologyCall
from topoviz.engine.refusal import Refusal, Refused
from topoviz.engine.source import Bundle, Origin, Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import Unit
from topoviz.engine.syntax.walk import walk
from topoviz.engine.versions import Behaviours

NOT_UNDERSTOOD: Final = "it was not understood what this call is made on"


@dataclass(frozen=True, slots=True)
class Recipe:
    """One topology as a program makes it: a plan, and calls on the Topology; or the refusal that ended the program.

    `optimization` and `application_id` are what the program itself sets, where it builds with its properties. An open
    one was made on a builder from outside, which may hold state stores that the text does not show. `made_before` are
    the topologies that were there when the program ended: a call on one of them may have ended it earlier. Of a guarded
    one, the program catches what Kafka Streams refuses, and goes on in a way that is not followed.
    """

    name: str
    plan: LogicalPlan | None
    calls: tuple[TopologyCall, ...]
    made_at: Origin | None
    unsure: Mapping[str, str]
    optimization: str | None = None
    application_id: str | None = None
    built_without_properties: bool = False
    optimization_open: str = ""
    is_open: bool = False
    refusal: Refusal | None = None
    refused_at: Origin | None = None
    made_before: tuple[Recipe, ...] = ()
    is_guarded: bool = False


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What a submission makes, what could not be understood, and the ledger of its DSL calls."""

    recipes: tuple[Recipe, ...]
    diagnostics: tuple[Diagnostic, ...]
    ledger: Ledger


def interpret(
    bundle: Bundle,
    units: Sequence[Unit],
    behaviours: Behaviours,
    set_values: Mapping[str, str],
    budget: Budget | None = None,
    broken: Sequence[Span] = (),
    configuration: Configuration | None = None,
) -> Interpretation:
    """Follow every program of the submission; never raises for what the text says.

    `broken` are the places that could not be read. When calls were lost there, everything is followed once more, now
    with doubts from the first of them on.
    """
    wire()
    program = read_program(units)
    dsl_calls = find_dsl_calls(units)

    def follow(lost: Span | None) -> Interpretation:
        relevant = relevant_names(program, dsl_calls)
        world = World(bundle, program, behaviours, dsl_calls, set_values, relevant, budget or Budget(), lost=lost)
        world.configuration = configuration or Configuration()
        return _follow_all(world)

    found = follow(None)
    lost = _first_lost(found.ledger, broken)
    return found if lost is None else follow(lost)


def _follow_all(world: World) -> Interpretation:
    program = world.program
    world.holders = world.relevant & holder_names(program)
    recipes: list[Recipe] = []
    for root in find_roots(world):
        if root.function is None or id(root.function.declaration) not in world.entered:
            recipes.extend(_follow(world, root))
    # What an empty Topology is made for is not in the text, where other topologies are.
    recipes = [recipe for recipe in recipes if not _is_bare(recipe)] or recipes[:1]
    entries = _close_ledger(world)
    missed = next((entry for entry in entries if entry.reason == NOT_UNDERSTOOD), None)
    if missed is not None and recipes:
        recipes = _doubt_missed(world, missed, recipes)
    return Interpretation(tuple(recipes), tuple(world.diagnostics), Ledger(entries))


def _doubt_missed(world: World, missed: Entry, recipes: list[Recipe]) -> list[Recipe]:
    """Doubt everything when a call of the DSL was passed over: what it adds, and where, is not known."""
    reason = f"{missed.method}() was passed over: {NOT_UNDERSTOOD}."
    world.unsure("passed-over", missed.span, reason, "What it adds may be missing; names and numbers are unsure.")
    return [replace(recipe, unsure={"": reason, **recipe.unsure}) for recipe in recipes]


def _follow(world: World, root: Root) -> list[Recipe]:
    """Follow one start with fresh statics, and collect what it made."""
    world.begin()
    refused: Refused | None = None
    try:
        run(_start(world, root), world.budget)
    except Refused as raised:
        refused = raised
    except ProgramThrows as thrown:
        words = thrown.message if thrown.message is not None else _tell_message(world, thrown)
        refused = Refused(Refusal(thrown.exception, words, is_programs_own=True), thrown.origin)
    except BudgetSpent as spent:
        world.unsure(
            "budget",
            world.callers[-1] if world.callers else None,
            str(spent),
            "What comes after that point is missing, and all numbers are unsure.",
        )
        world.doubt_all(str(spent))
    if refused is not None:
        world.was_refused = True
        return [_refused(world, root, refused)]
    if world.lost is None:
        return _collect(world, root)
    reason = world.why_lost()
    world.doubt_all(reason)
    return [replace(recipe, unsure={"": reason, **recipe.unsure}) for recipe in _collect(world, root)]


def _tell_message(world: World, thrown: ProgramThrows) -> str:
    """Say that the words of what ends the program are not known, and give what stands for them."""
    reason = f"The text does not determine the message of the {thrown.exception}."
    world.unsure("message", thrown.origin.span, reason, "The program ends here; with which words is not known.")
    return "the message is not known"


def _start(world: World, root: Root) -> Step:
    if root.parts:
        yield add_parts(world, root.parts)
    elif root.unit:
        yield bind(world, root.unit)
    elif root.function is not None:
        function = root.function
        if function.declaration.is_constructor and function.owner is not None:
            yield object_from_outside(world, function.owner, function)
            return None
        arguments = yield arguments_from_outside(world, function)
        this = None
        if function.owner is not None:
            yield statics_of(world, function.owner)
            if not function.declaration.is_static:
                this = yield object_from_outside(world, function.owner)
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


def _collect(world: World, root: Root) -> list[Recipe]:
    """Give the topologies of one start: those built, and those of builders that nobody in the text builds."""
    recipes = [_from_builder(root, builder) for builder in world.builders if not _is_idle(builder)]
    for topology in world.topologies:
        if topology.calls:
            recipes.append(_from_calls(root, topology))
    # A program that makes a builder or a Topology and asks it for nothing has an empty topology.
    made = [topology for topology in world.topologies if not topology.from_outside]
    return (
        recipes
        or [_from_builder(root, builder) for builder in world.builders[:1]]
        or [_from_calls(root, topology) for topology in made[:1]]
    )


def _from_calls(root: Root, topology: TopologyValue) -> Recipe:
    return Recipe(
        root.name,
        None,
        tuple(topology.calls),
        topology.made_at,
        dict(topology.unsure),
        application_id=_application_id(topology),
        is_guarded=topology.is_guarded,
    )


def _is_bare(recipe: Recipe) -> bool:
    """Tell whether a recipe is that of a Topology on which nothing is called."""
    return recipe.plan is None and not recipe.calls and recipe.refusal is None


def _is_idle(builder: BuilderValue) -> bool:
    return builder.topology is None and len(builder.plan.draft.nodes) == 1


def _from_builder(root: Root, builder: BuilderValue) -> Recipe:
    topology, name = builder.topology, builder.name or root.name
    if topology is None:
        return Recipe(name, builder.plan.freeze(), (), builder.made_at, {}, is_open=builder.from_outside)
    assert topology.plan is not None
    return Recipe(
        name,
        topology.plan,
        tuple(topology.calls),
        builder.made_at,
        dict(topology.unsure),
        optimization=_setting(topology.properties, "topology.optimization"),
        application_id=_application_id(topology),
        built_without_properties=not topology.built_with_properties,
        optimization_open=_open_setting(topology),
        is_open=builder.from_outside,
        is_guarded=topology.is_guarded,
    )


def _open_setting(topology: TopologyValue) -> str:
    """Say why the setting that the program builds with is not known; nothing when it is."""
    properties = topology.properties
    if not topology.built_with_properties:
        return ""
    if properties is None:
        return "build() is given properties that the text does not show."
    value = properties.entries.get("topology.optimization")
    if value is None:
        return "" if properties.is_exact else "Some of the properties given to build() come from outside the text."
    return "" if isinstance(value, Constant) else "topology.optimization is set to a value that is not known."


def _application_id(topology: TopologyValue) -> str | None:
    """Give the id that the program starts it with, else the one that it builds it with, as far as known."""
    started = _setting(topology.started_with, "application.id")
    return started or _setting(topology.properties, "application.id")


def _setting(properties: PropertiesValue | None, key: str) -> str | None:
    if properties is None:
        return None
    value = properties.entries.get(key)
    return value.value if isinstance(value, Constant) and isinstance(value.value, str) else None


def _refused(world: World, root: Root, refused: Refused) -> Recipe:
    built = tuple(_from_builder(root, builder) for builder in world.builders if builder.topology is not None)
    return Recipe(
        root.name,
        None,
        (),
        refused.origin,
        {},
        refusal=refused.refusal,
        refused_at=refused.origin,
        made_before=(*built, *(_from_calls(root, topology) for topology in world.topologies)),
    )


def _close_ledger(world: World) -> tuple[Entry, ...]:
    """Give every DSL call its fate; what nobody touched is not reachable, unless it was lost on the way."""
    entries: list[Entry] = []
    spans = dict(world.dsl_calls)
    for span in world.fates:
        spans.setdefault(span, world.text_at(span))
    functions = _enclosing_functions(world)
    left_out = _reasons_left_out(world)
    for span, method in sorted(spans.items()):
        known = world.fates.get(span)
        if known is not None:
            entries.append(Entry(span, method, *known))
            continue
        around = [function for function in functions if function[0].covers(span)]
        entered = bool(around) and id(min(around, key=lambda one: one[0].end - one[0].start)[1]) in world.entered
        if world.was_refused and (entered or not around):
            entries.append(Entry(span, method, Fate.NOT_REACHABLE, "the program ends with an exception before it"))
        elif around and not entered and left_out.keys() & {declaration.name for _, declaration in around}:
            reason = next(left_out[declaration.name] for _, declaration in around if declaration.name in left_out)
            entries.append(Entry(span, method, Fate.REPORTED, reason))
        elif around and not entered:
            entries.append(Entry(span, method, Fate.NOT_REACHABLE, "nothing that was followed calls this function"))
        else:
            entries.append(Entry(span, method, Fate.REPORTED, NOT_UNDERSTOOD))
    return tuple(entries)


def _first_lost(ledger: Ledger, broken: Sequence[Span]) -> Span | None:
    """Give the first call that was lost at or behind a place that could not be read."""
    begins: dict[int, int] = {}
    for span in broken:
        begins[span.file_id] = min(span.start, begins.get(span.file_id, span.start))
    return next(
        (
            entry.span
            for entry in ledger.entries
            if entry.reason == NOT_UNDERSTOOD and begins.get(entry.span.file_id, entry.span.end) <= entry.span.start
        ),
        None,
    )


def _reasons_left_out(world: World) -> dict[str, str]:
    """Name the functions that only parts lead to which may run and were not followed, with the reason."""
    found: dict[str, str] = {}
    waiting = list(world.left_out.items())
    bodies = world.functions_by_name()
    while waiting:
        name, reason = waiting.pop()
        if name in found or name not in world.relevant:
            continue
        found[name] = reason
        for body in bodies.get(name, ()):
            mentioned = (part.name for part in walk(body) if isinstance(part, tree.Call | tree.MethodReference))
            waiting.extend((other, reason) for other in mentioned)
    return found


def _enclosing_functions(world: World) -> list[tuple[Span, tree.FunctionDeclaration]]:
    functions = (*world.program.all_functions(), *world.local_functions)
    return [(function.declaration.span, function.declaration) for function in functions]
