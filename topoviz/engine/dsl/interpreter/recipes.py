"""What following one start gives: the topologies as the program makes them, or the refusal that ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.dsl.interpreter.program_settings import ProgramSettings, program_settings
from topoviz.engine.dsl.interpreter.roots import Root
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import BuilderValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.values import Constant
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.processor_api import TopologyCall
from topoviz.engine.refusal import Refusal, Refused
from topoviz.engine.source import Origin, Span


@dataclass(frozen=True, slots=True)
class UnusedOptimization:
    """A topology.optimization in the properties of KafkaStreams alone: the value, None if not known, and the place."""

    text: str | None
    started_at: Origin


@dataclass(frozen=True, slots=True)
class Start:
    """Where a topology starts: the function, class or beans by name, the place, and the folder of the application.

    The folder is empty where the files are not divided. `why_not` says why nothing starts it all the same, and `told`
    is what following it found out. Plain statements are not named: `name` has words of ours.
    """

    name: str
    span: Span | None
    application: str
    why_not: str = ""
    told: tuple[Diagnostic, ...] = ()
    is_named: bool = True


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
    built_at: Origin | None = None
    unused_optimization: UnusedOptimization | None = None
    optimization_open: str = ""
    is_open: bool = False
    refusal: Refusal | None = None
    refused_at: Origin | None = None
    made_before: tuple[Recipe, ...] = ()
    is_guarded: bool = False
    start: Start | None = None
    settings: ProgramSettings | None = None

    def places(self) -> frozenset[Span]:
        """Give the places in the text that its operators and nodes come from."""
        nodes = () if self.plan is None else self.plan.nodes.values()
        origins = (*(one.origin for one in nodes), *(one.origin for one in self.calls))
        return frozenset(one.span for one in origins if one is not None)


def with_start(world: World, root: Root, recipes: Iterable[Recipe]) -> list[Recipe]:
    """Give what came of a start with its place, which is behind its annotations."""
    span, application = root.place(), ""
    if span is not None:
        application = world.application or world.modules.layout.of_file[span.file_id]
        before = [one.span.end for one in root.annotations() if span.start <= one.span.start]
        begin = max([span.start, *before])
        text = world.bundle.files[span.file_id].data[begin : span.end]
        span = Span(span.file_id, begin + len(text) - len(text.lstrip()), span.end)
    start = Start(root.name, span, application, is_named=not root.statements)
    return [replace(recipe, start=start) for recipe in recipes]


def collect(world: World, root: Root) -> list[Recipe]:
    """Give the topologies of one start: those built, and those of builders that nobody in the text builds."""
    recipes = [_from_builder(world, root, builder) for builder in world.builders if not _is_idle(builder)]
    for topology in world.topologies:
        if topology.calls:
            recipes.append(_from_calls(world, root, topology))
    # A program that makes a builder or a Topology and asks it for nothing has an empty topology.
    made = [topology for topology in world.topologies if not topology.from_outside]
    return (
        recipes
        or [_from_builder(world, root, builder) for builder in world.builders[:1]]
        or [_from_calls(world, root, topology) for topology in made[:1]]
    )


def collect_started(world: World, root: Root) -> list[Recipe]:
    """Give the topologies that are started: what ends the program later leaves them as they are."""
    built = [one for one in world.builders if one.topology is not None and one.topology.is_started]
    called = [one for one in world.topologies if one.is_started]
    return [
        *(_from_builder(world, root, one) for one in built),
        *(_from_calls(world, root, one) for one in called),
    ]


def _from_calls(world: World, root: Root, topology: TopologyValue) -> Recipe:
    return Recipe(
        root.name,
        None,
        tuple(topology.calls),
        topology.made_at,
        dict(topology.unsure),
        application_id=_application_id(topology),
        is_guarded=topology.is_guarded,
        settings=program_settings(world, topology),
    )


def is_bare(recipe: Recipe) -> bool:
    """Tell whether a recipe is that of a Topology on which nothing is called."""
    return recipe.plan is None and not recipe.calls and recipe.refusal is None


def _is_idle(builder: BuilderValue) -> bool:
    return builder.topology is None and len(builder.plan.draft.nodes) == 1


def _from_builder(world: World, root: Root, builder: BuilderValue) -> Recipe:
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
        built_at=topology.built_at,
        unused_optimization=_unused_optimization(topology),
        optimization_open=_open_setting(topology),
        is_open=builder.from_outside,
        is_guarded=topology.is_guarded,
        settings=program_settings(world, topology),
    )


def _unused_optimization(topology: TopologyValue) -> UnusedOptimization | None:
    """Find a setting that only KafkaStreams gets, where it does nothing (StreamsBuilder#build looks at its own)."""
    started, built = topology.started_with, topology.properties
    if started is None or topology.started_at is None or "topology.optimization" not in started.entries:
        return None
    if topology.built_with_properties and (
        built is None or not built.is_exact or "topology.optimization" in built.entries
    ):
        return None
    text = _setting(started, "topology.optimization")
    return None if text == "none" else UnusedOptimization(text, topology.started_at)


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


def recipe_of_refusal(world: World, root: Root, refused: Refused) -> Recipe:
    built = tuple(_from_builder(world, root, builder) for builder in world.builders if builder.topology is not None)
    return Recipe(
        root.name,
        None,
        (),
        refused.origin,
        {},
        refusal=refused.refusal,
        refused_at=refused.origin,
        made_before=(*built, *(_from_calls(world, root, topology) for topology in world.topologies)),
    )
