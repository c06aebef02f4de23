"""Which of several StreamsBuilders a Spring bean gets: each StreamsBuilderFactoryBean makes one, under its own name.

Spring for Kafka: KafkaStreamsDefaultConfiguration. A bean is asked for with `@Qualifier`, or where several fit, by the
name of the parameter or field. The builder without a name is the default one, or the primary one, or the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import asking, bean_name, producers
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.program import ClassInfo, FunctionInfo, Program
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import text_of
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
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
    factories = _factories(world.program)
    argument = annotated.argument(annotated.find(given, "Qualifier", "Named"), "value")
    if argument is None:
        return name if name in factories else ""
    if isinstance(argument, tree.Name | tree.Select) and _last_name(argument) == _DEFAULT_CONSTANT:
        return ""
    asked = text_of((yield evaluate(world, argument, Scope(None, None, owner)))) or world.text_at(argument.span)
    return "" if asked == _DEFAULT or asked in _unnamed(world.program) else asked


def builders_given(world: World, function: FunctionInfo) -> Step:
    """Come to the names of the builders that a method gets: by its parameters, else by its class."""
    names: list[str] = []
    for one in asking(function, BUILDER):
        names.append((yield qualified_name(world, one.annotations, one.name, function.owner)))
    return list(dict.fromkeys(names))


def _factories(program: Program) -> list[str]:
    """Name the factory beans of the text besides the one that stands for all that is not named."""
    return [name for name, is_primary in _all_factories(program) if name not in _unnamed(program) and not is_primary]


def _unnamed(program: Program) -> list[str]:
    """Name the factory beans whose builder is given to who asks for none by name."""
    found = _all_factories(program)
    primary = [name for name, is_primary in found if is_primary or name == _DEFAULT]
    is_enabled = any(annotated.has(one.declaration.annotations, "EnableKafkaStreams") for one in program.all_classes)
    return primary or [name for name, _ in found if len(found) == 1 and not is_enabled]


def _all_factories(program: Program) -> list[tuple[str, bool]]:
    found = producers(program.all_classes, *_FACTORIES)
    return [(bean_name(one), annotated.has(one.declaration.annotations, "Primary")) for one in found]


def _last_name(argument: tree.Name | tree.Select) -> str:
    return argument.text if isinstance(argument, tree.Name) else argument.name
