"""Which of several StreamsBuilders a Spring bean gets: each StreamsBuilderFactoryBean makes one, under its own name.

Spring for Kafka: KafkaStreamsDefaultConfiguration. A bean is asked for with `@Qualifier`, or where several fit, by the
name of the parameter or field. The builder without a name is the default one, or the primary one, or the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import asking, bean_name, producers
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.program import Program
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import text_of
from topoviz.engine.source import Span
from topoviz.engine.syntax.tree import Annotation, TypeName

BUILDER: Final = TypeName("StreamsBuilder")
_FACTORIES: Final = (TypeName("StreamsBuilderFactoryBean"), TypeName("FactoryBean", (BUILDER,)))
_DEFAULT: Final = "defaultKafkaStreamsBuilder"
_DEFAULT_CONSTANT: Final = "DEFAULT_STREAMS_BUILDER_BEAN_NAME"


def qualified_builder(
    world: World,
    given: Sequence[Annotation],
    name: str,
    span: Span,
    owner: ClassInfo | None,
    produce: Callable[[World, FunctionInfo], Step],
) -> Step:
    """Come to the builder that is asked for; one of several is built with what its factory bean was made of."""
    asked = yield qualified_name(world, given, name, owner)
    builder = world.outer_builder(span, asked)
    if asked and builder.configuration is None:
        builder.configuration = PropertiesValue(is_exact=False)
        for function in producers(world.program.all_classes, *_FACTORIES):
            made = (yield produce(world, function)) if bean_name(function) == asked else None
            builder.configuration = made if isinstance(made, PropertiesValue) else builder.configuration
    return builder


def qualified_name(world: World, given: Sequence[Annotation], name: str, owner: ClassInfo | None) -> Step:
    """Come to the name of the builder that a parameter or field is given; the default one has none."""
    named, unnamed = _factories(world.program)
    argument = annotated.argument(annotated.find(given, "Qualifier", "Named"), "value")
    if argument is None:
        return name if name in named else ""
    written = world.text_at(argument.span)
    asked = text_of((yield evaluate(world, argument, Scope(None, None, owner)))) or written
    is_default = asked == _DEFAULT or written.rpartition(".")[2] == _DEFAULT_CONSTANT
    return "" if is_default or asked in unnamed else asked


def builders_given(world: World, function: FunctionInfo) -> Step:
    """Come to the names of the builders that a method gets: by its parameters, else by its class."""
    names: list[str] = []
    for one in asking(function, BUILDER):
        names.append((yield qualified_name(world, one.annotations, one.name, function.owner)))
    return list(dict.fromkeys(names))


def _factories(program: Program) -> tuple[set[str], set[str]]:
    """Name the factory beans that are asked for by name, and those whose builder is given to who asks for none."""
    found = list(producers(program.all_classes, *_FACTORIES))
    primary = [one for one in found if annotated.has(one.declaration.annotations, "Primary")]
    unnamed = set(map(bean_name, primary)) | ({_DEFAULT} & set(map(bean_name, found)))
    is_enabled = any(annotated.has(one.declaration.annotations, "EnableKafkaStreams") for one in program.all_classes)
    if not unnamed and len(found) == 1 and not is_enabled:
        unnamed.add(bean_name(found[0]))
    return set(map(bean_name, found)) - unnamed, unnamed
