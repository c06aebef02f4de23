"""A StreamsBuilder that a framework shares: all methods that ask for it, or for what others made on it, add to it.

Spring for Kafka: StreamsBuilderFactoryBean, which calls build(properties) when all beans are made. Micronaut has
several, by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated, micronaut
from topoviz.engine.dsl.frameworks.bean_lists import doubt_order, one_bean
from topoviz.engine.dsl.frameworks.beans import is_managed, is_producer
from topoviz.engine.dsl.frameworks.conditions import assumed_condition, is_there
from topoviz.engine.dsl.frameworks.configured import setting
from topoviz.engine.dsl.frameworks.factory_beans import builders_given
from topoviz.engine.dsl.frameworks.objects import arguments_from_outside, object_from_outside, produced
from topoviz.engine.dsl.frameworks.stream_settings import stream_properties
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.outside import BUILDERS
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import BuilderValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.registry import find_operator
from topoviz.engine.dsl.values import Constant
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName

_GIVEN: Final = BUILDERS | {"KStream", "KTable", "GlobalKTable", "KGroupedStream", "KGroupedTable"}
_INJECTING: Final = ("Autowired", "Inject")
_AUTO_STARTUP: Final = "spring.kafka.streams.auto-startup"
_AFTERWARDS: Final = ("PostConstruct",)
_NO_OPTIMIZER: Final = Constant("none")


@dataclass(frozen=True, slots=True)
class Called:
    """A method that a framework calls by itself, and that adds to the shared builder."""

    function: FunctionInfo
    rank: int
    owner: ClassInfo
    """The class of the object that it is called on; one below that of the function, where that one is abstract."""

    def annotations(self) -> tuple[tree.Annotation, ...]:
        """Give what stands at the class and at the method."""
        return (*self.owner.declaration.annotations, *self.function.declaration.annotations)


def called_with_builder(functions: Iterable[FunctionInfo], classes: Iterable[ClassInfo]) -> list[Called]:
    """Choose those that a framework calls with its own builder, in the order in which it would, as far as known.

    Of one class these are its constructor, what is injected, what comes after, and what it produces, in the order of
    the text. `classes` are those of the program, of which a framework may make objects.
    """
    managed = [info for info in classes if is_managed(info) and not info.is_abstract]
    found = [
        Called(function, rank, owner)
        for function in functions
        if (rank := _rank(function)) is not None
        for owner in _owners(function, managed)
    ]
    owners = list(dict.fromkeys(part.owner for part in found))
    return sorted(found, key=lambda part: (owners.index(part.owner), part.rank, part.function.declaration.span.start))


def _owners(function: FunctionInfo, managed: Sequence[ClassInfo]) -> list[ClassInfo]:
    owner, declaration = function.owner, function.declaration
    assert owner is not None
    if not owner.is_abstract or declaration.is_static or declaration.is_constructor:
        return [owner]
    name, count = declaration.name, len(declaration.parameters)
    heirs = (info for info in managed if owner in info.lineage())
    return [info for info in heirs if info.find_function(name, count) is function] or [owner]


def add_parts(world: World, parts: Sequence[Called]) -> Step:
    """Call all of them, then build as the framework does."""
    asked: dict[Called, list[str]] = {}
    for part in parts:
        asked[part] = yield micronaut.builders_asked_for(world, part.function)
    injected = [part for part in parts if not asked[part] and is_there(world, part.annotations()) is not False]
    yield _doubt_orders(world, injected)
    late = [part for part in parts if asked[part] and not _is_early(part)]
    for part in sorted(parts, key=late.__contains__):
        if part in late and id(part.function.declaration) in world.beans:
            continue
        for name in asked[part]:
            early = [one.function for one in parts if name in asked[one] and _is_early(one)]
            micronaut.doubt_bean(world, name, part.function, early)
        step = _call(world, part)
        yield assumed_condition(world, part.annotations(), part.function.declaration.span, step)
    builders = list(world.outer_builders.values())
    _tell_not_started(world, parts)
    for builder in builders:
        if len(builders) == 1 or len(builder.plan.draft.nodes) > 1:
            yield _build(world, builder)
    return None


def _tell_not_started(world: World, parts: Sequence[Called]) -> None:
    """Say that Spring builds and does not start what is shown.

    Spring Boot: KafkaStreamsAnnotationDrivenConfiguration; it sets this for the builder of @EnableKafkaStreams alone.
    """
    if not any(annotated.has(one.declaration.annotations, "EnableKafkaStreams") for one in world.program.all_classes):
        return
    if setting(world, _AUTO_STARTUP) == Constant("false") and parts:
        effect = "Spring builds this topology and does not start it; the program may do so later."
        place, span = world.setting_place(_AUTO_STARTUP), parts[0].function.declaration.span
        world.report(Diagnostic(Severity.NOTE, "switched-off", f"{place}.", effect, span))


def _is_early(part: Called) -> bool:
    return not is_producer(part.function) or micronaut.is_made_at_start(part.function)


def _call(world: World, part: Called) -> Step:
    function = part.function
    if function.declaration.is_constructor:
        yield object_from_outside(world, part.owner, function)
    elif part.owner is not function.owner:
        this = yield object_from_outside(world, part.owner)
        arguments = yield arguments_from_outside(world, function)
        yield invoke(world, function, this, arguments, None)
    else:
        yield produced(world, function)
    return None


def _build(world: World, builder: BuilderValue) -> Step:
    """Build with the application's properties, as the framework does when all is made.

    That is a second time where the program itself has built before: it counts when something was added since, or when
    only the framework's properties ask for the optimizer.
    """
    properties = builder.configuration or (yield stream_properties(world))
    built = builder.topology.plan if builder.topology is not None else None
    has_grown = built is None or len(builder.plan.draft.nodes) > len(built.nodes)
    if not has_grown and properties.entries.get("topology.optimization", _NO_OPTIMIZER) == _NO_OPTIMIZER:
        return None
    build = find_operator("StreamsBuilder", "build")
    assert build is not None
    call = OperatorCall("build", (properties,), builder.made_at, world.behaviours, world.report)
    build.apply(call, builder)
    return None


def _rank(function: FunctionInfo) -> int | None:
    declaration, owner = function.declaration, function.owner
    if owner is None or not _uses_shared(function, owner):
        return None
    if declaration.is_constructor:
        return 0 if is_managed(owner) else None
    if annotated.has(declaration.annotations, *_INJECTING):
        return 1
    if annotated.has(declaration.annotations, *_AFTERWARDS):
        return 2
    return 3 if is_producer(function) else None


def _uses_shared(function: FunctionInfo, owner: ClassInfo) -> bool:
    asked = [parameter.type for parameter in function.declaration.parameters]
    fields = [member.type for info in owner.lineage() for member in info.variables()]
    given = [parameter.type for one in owner.constructors for parameter in one.declaration.parameters]
    return any(_names(kind) & _GIVEN for kind in asked) or any(_names(kind) & BUILDERS for kind in (*fields, *given))


def _names(kind: TypeName | None) -> set[str]:
    """Give a type's simple name, and of a provider that of what it provides."""
    if kind is None:
        return set()
    return {kind.simple_name, *(argument.simple_name for argument in kind.arguments[:1])}


def _doubt_orders(world: World, parts: Sequence[Called]) -> Step:
    """Look at each builder by itself; a part that names none may add to any."""
    names: list[list[str]] = []
    for part in parts:
        names.append((yield builders_given(world, part.function)))
    for name in dict.fromkeys(name for given in names for name in given) or [""]:
        adding = [part for part, given in zip(parts, names, strict=True) if not given or name in given]
        _doubt_order(world, adding, name)
    return None


def _need_each_other(world: World, parts: Sequence[Called]) -> bool:
    """Tell whether of each two parts of different classes one is given what the other makes, which is made before."""
    needed: dict[int, set[int]] = {}
    for part in parts:
        given, owner = [*part.function.declaration.parameters], part.function.owner
        if owner is not None:
            given += owner.declaration.parameters
            given += [one for made in owner.constructors for one in made.declaration.parameters]
        makers = [one_bean(world, one.type, one.annotations, one.name) for one in given if one.type is not None]
        needed[id(part)] = {id(maker.declaration) for maker in makers if maker is not None}
    return all(
        id(one.function.declaration) in needed[id(other)] or id(other.function.declaration) in needed[id(one)]
        for one, other in combinations(parts, 2)
        if one.function.owner is not other.function.owner
    )


def _doubt_order(world: World, parts: Sequence[Called], name: str) -> None:
    """Say where the order in which a framework calls does not follow from the text."""
    owners = list(dict.fromkeys(part.owner for part in parts))
    reason = ""
    if len(owners) > 1 and not _need_each_other(world, parts):
        names = ", ".join(owner.name for owner in owners)
        reason = f"{names} add to one builder; which of them is made first does not follow from their text."
    elif len([part for part in parts if part.rank in (1, 2)]) > 1:
        reason = (
            "In which order several methods are called that get the builder injected does not follow from the text."
        )
    if not reason:
        return
    span = parts[0].function.declaration.span
    next_step = "Let one method call the others, in the order that is meant."
    doubt_order(world, world.outer_builder(span, name), reason, span, next_step)
