"""Micronaut's builders: one for each name under `kafka.streams`, each with a configuration of its own.

Micronaut: KafkaStreamsFactory, ConfiguredStreamBuilder, KafkaStreamsConfiguration. A builder without a name is the one
called `default`. When it starts one, Micronaut makes every bean that is a KStream; other beans it makes only for who
asks for them, and in which order it makes several does not follow from the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.bean_lists import doubt_order
from topoviz.engine.dsl.frameworks.beans import asking
from topoviz.engine.dsl.frameworks.configured import setting, take_below
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import text_of
from topoviz.engine.source import Span
from topoviz.engine.syntax.tree import Annotation, TypeName

CONFIGURED_BUILDER: Final = TypeName("ConfiguredStreamBuilder")
DEFAULT: Final = "default"
_PREFIXES: Final = ("kafka", "kafka.streams.{name}")
_APPLICATION_ID: Final = "application.id"
_APPLICATION_NAME: Final = "micronaut.application.name"
_EAGER: Final = ("Context", "Parallel")


def named_builder(world: World, given: Sequence[Annotation], span: Span, owner: ClassInfo | None) -> Step:
    """Come to the builder that is asked for with `@Named`; without one it is the default."""
    name = yield builder_name(world, given, owner)
    builder = world.outer_builder(span, "" if name == DEFAULT else name)
    if builder.configuration is None:
        builder.configuration = _configuration(world, name)
    return builder


def builder_name(world: World, given: Sequence[Annotation], owner: ClassInfo | None) -> Step:
    """Come to the name by which a builder is asked for."""
    argument = annotated.argument(annotated.find(given, "Named"), "value")
    if argument is None:
        return DEFAULT
    return text_of((yield evaluate(world, argument, Scope(None, None, owner)))) or DEFAULT


def builders_asked_for(world: World, function: FunctionInfo) -> Step:
    """Come to the names of the builders that a method gets: by its parameters, else by its class."""
    asked: list[str] = []
    for one in asking(function, CONFIGURED_BUILDER):
        asked.append((yield builder_name(world, one.annotations, function.owner)))
    return list(dict.fromkeys(asked))


def is_made_at_start(function: FunctionInfo) -> bool:
    """Tell whether Micronaut makes a bean by itself: when it is a KStream, or wanted with the context."""
    declaration = function.declaration
    is_stream = declaration.return_type is not None and declaration.return_type.simple_name == "KStream"
    return is_stream or annotated.has(declaration.annotations, *_EAGER)


def doubt_bean(world: World, name: str, function: FunctionInfo, early: Sequence[FunctionInfo]) -> None:
    """Say what does not follow from the text of a bean that gets a builder; `early` are those made at the start.

    In which order several are made is not known, nor whether one is made that nothing in the text asks for.
    """
    builder = world.outer_builder(function.declaration.span, "" if name == DEFAULT else name)
    names = ", ".join(one.declaration.name for one in early)
    if function not in early:
        reason = f"Micronaut makes {function.declaration.name} only when something asks for it, and nothing here does."
        effect = "It is taken as if it was made; its operators, and all names and numbers from here on, are unsure."
        world.unsure("lazy-bean", function.declaration.span, reason, effect)
        builder.plan.doubt(reason)
    elif len(early) > 1 and function is early[0]:
        reason = (
            f"{names} add to one builder; which of these beans Micronaut makes first does not follow from the text."
        )
        doubt_order(world, builder, reason, function.declaration.span)


def _configuration(world: World, name: str) -> PropertiesValue:
    """Gather what a builder is configured with: what holds for all of Kafka, then what stands under its name."""
    properties = PropertiesValue(is_exact=world.configuration.has_application)
    for prefix in _PREFIXES:
        take_below(world, properties, prefix.format(name=name))
    of_application = setting(world, _APPLICATION_NAME)
    if of_application is not None:
        properties.entries.setdefault(_APPLICATION_ID, of_application)
    return properties
