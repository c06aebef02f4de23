"""TopologyConfig, as far as it decides about a topology before the application starts.

A builder made with one may wrap every processor (KIP-1112), demand that all internal topics and stores are named
(KIP-1111), and take process() for an operator that changes the key (KAFKA-19668). None of it is followed here, so
whatever switches it on is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.values import Constant, Value, is_null
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_HARMLESS: Final = {
    "processor.wrapper.class": "org.apache.kafka.streams.processor.internals.NoOpProcessorWrapper",
    "ensure.explicit.internal.resource.naming": "false",
    "__enable.process.processValue.fix__": "false",
}
"""The settings that matter, with the value that leaves everything as it is."""


@dataclass(eq=False, slots=True)
class TopologyConfigValue(Value):
    """A TopologyConfig: the application's settings, as far as they are known, and whether it names the topology."""

    settings: PropertiesValue | None
    is_named: bool


def topology_config(arguments: list[Value]) -> TopologyConfigValue:
    """Make `TopologyConfig(config)` or `TopologyConfig(name, config, overrides)`."""
    is_named = len(arguments) > 1 and not is_null(arguments[0])
    given = arguments[1] if len(arguments) > 1 else arguments[0] if arguments else None
    return TopologyConfigValue(given if isinstance(given, PropertiesValue) else None, is_named)


def doubt_config(world: World, arguments: list[Value], span: Span) -> None:
    """Tell what a builder's or a Topology's TopologyConfig may change in this version."""
    if not arguments:
        return
    given = arguments[0]
    if isinstance(given, TopologyConfigValue) and given.is_named:
        world.unsure(
            "named-topology",
            span,
            "The TopologyConfig names the topology.",
            "describe() prints the name, and Kafka Streams puts it into the names of internal topics; it is shown "
            "without.",
        )
    if not world.behaviours.has("takes_orders_from_topology_config"):
        return
    settings = given.settings if isinstance(given, TopologyConfigValue) else None
    if settings is None or not settings.is_exact:
        _tell(world, span, "Part of what the TopologyConfig holds is not in the text.")
        return
    for key, harmless in _HARMLESS.items():
        value = settings.entries.get(key)
        if value is not None and not (isinstance(value, Constant) and str(value.value).lower() == harmless.lower()):
            _tell(world, span, f"The TopologyConfig sets {key}.")


def _tell(world: World, span: Span, reason: str) -> None:
    world.unsure(
        "topology-config",
        span,
        f"{reason} Since 4.0 it may wrap processors, refuse what has no name, or change what process() does.",
        "It is shown as if the TopologyConfig did none of this.",
    )
