"""Functions that Spring Cloud Stream binds to topics: which they are, what goes in and what comes out.

Spring: KafkaStreamsFunctionBeanPostProcessor, KafkaStreamsBindableProxyFactory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.configuration import Configuration
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import Bean, bean_name, is_managed, is_producer
from topoviz.engine.syntax.tree import TypeName

_STREAMS: Final = ("KStream", "KTable", "GlobalKTable")
_FUNCTIONS: Final = ("Function", "BiFunction", "Consumer", "BiConsumer")
_CURRIED: Final = ("Function", "Consumer")
_CONSUMERS: Final = ("Consumer", "BiConsumer")
_METHODS: Final = ("apply", "accept")
_BINDINGS: Final = "spring.cloud.stream.function.bindings"
DEFINITIONS: Final = ("spring.cloud.function.definition", "spring.cloud.stream.function.definition")


@dataclass(frozen=True, slots=True)
class CloudFunction:
    """A bean that is a function of streams: the method with its body, what the bean is made of, and its type."""

    function: FunctionInfo
    bean: Bean
    kind: TypeName

    @property
    def name(self) -> str:
        """The name of the bean."""
        return bean_name(self.bean)

    @property
    def inputs(self) -> tuple[TypeName, ...]:
        """What it takes, and what the functions take that it gives."""
        return tuple(argument for one in _curried(self.kind) for argument in one.arguments[: arity(one)])

    @property
    def is_consumer(self) -> bool:
        """Whether the last of these functions gives nothing, whatever the expression in its lambda is worth."""
        return list(_curried(self.kind))[-1].simple_name in _CONSUMERS


def cloud_function(function: FunctionInfo) -> CloudFunction | None:
    """See a function of streams in a method that produces one, or in the method of a component that is one."""
    returned, owner = function.declaration.return_type, function.owner
    if returned is not None and (is_producer(function) or _is_loose_bean(function)) and _is_function(returned):
        return CloudFunction(function, function, returned)
    if owner is None or not is_managed(owner) or function.declaration.name not in _METHODS:
        return None
    supertype = next((one for one in owner.declaration.supertypes if _is_function(one)), None)
    return None if supertype is None else CloudFunction(function, owner, supertype)


def _curried(kind: TypeName) -> Iterator[TypeName]:
    """Give a function's type, and the types of the functions that it gives one after the other."""
    yield kind
    count = arity(kind)
    rest = kind.arguments[count] if len(kind.arguments) > count else None
    while rest is not None and rest.simple_name in _CURRIED and not rest.dimensions and rest.arguments:
        yield rest
        rest = rest.arguments[1] if len(rest.arguments) > 1 else None


def arity(kind: TypeName) -> int:
    """Count what a function takes at once."""
    return 2 if kind.simple_name.startswith("Bi") else 1


def bindings_of(configuration: Configuration, name: str, direction: str, count: int) -> list[str]:
    """Name the bindings that a function reads, `in`, or writes, `out`: as configured or by their numbers."""
    part = f"{name}-{direction}-"
    keys = sorted(key for key in configuration.keys_below(_BINDINGS) if part in key[len(_BINDINGS) + 1 :])
    found = [configuration.find(key) for key in keys]
    renamed = [one.value for one in found if one is not None and one.value is not None]
    return renamed or [f"{part}{index}" for index in range(count)]


def defined_units(definition: str, functions: Iterable[CloudFunction]) -> Iterator[tuple[CloudFunction, ...]]:
    """Give the functions of a definition such as `clean;count|store`, those joined by `|` together."""
    by_name = {one.name: one for one in functions}
    for unit in definition.split(";"):
        names = [name.strip() for name in unit.strip().split("|") if name.strip()]
        if names and all(name in by_name for name in names):
            yield tuple(by_name[name] for name in names)


def _is_function(kind: TypeName) -> bool:
    is_of_streams = bool(kind.arguments) and kind.arguments[0].simple_name in _STREAMS
    return kind.simple_name in _FUNCTIONS and not kind.dimensions and is_of_streams


def _is_loose_bean(function: FunctionInfo) -> bool:
    """Tell whether this is a bean's method that was pasted without its class."""
    declaration = function.declaration
    return function.owner is None and declaration.body is not None and annotated.has(declaration.annotations, "Bean")
