"""TopologyConfig, as far as it decides about a topology before the application starts.

A builder made with one may refuse internal topics and stores without a name of the user's (KIP-1111), and take a user's
processors for operators that change keys and values (KAFKA-19668). It may also wrap every processor (KIP-1112) in a
class of the user's, which is not followed and told. Kinds of stores, timeouts and the like show nowhere.

Since 3.2, when builders began to take one, it may name the topology: TopologyDescription and the names of internal
topics carry that name. `topology.optimization` it cannot set in any version: InternalStreamsBuilder#optimizeTopology
reads what build() is given, and TopologyConfig defines no such setting.

What is given to build() or to KafkaStreams comes too late for any of it: InternalTopologyBuilder looks at the
TopologyConfig when it is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.library.streams_config import NAMING, as_boolean
from topoviz.engine.dsl.objects import BuilderValue, PropertiesValue
from topoviz.engine.dsl.values import Constant, Value, is_null
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_WRAPPER: Final = "processor.wrapper.class"
_FIX: Final = "__enable.process.processValue.fix__"
_NO_WRAPPER: Final = "org.apache.kafka.streams.processor.internals.NoOpProcessorWrapper"


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


def configure_builder(world: World, builder: BuilderValue, arguments: list[Value], span: Span) -> None:
    """Let a builder do as its TopologyConfig says."""
    settings = _settings(world, arguments, span)
    if settings is None:
        return
    behaviours, plan = world.behaviours, builder.plan
    if behaviours.has("may_refuse_implicit_names"):
        plan.draft.refuses_implicit_names = _is_on(world, settings, NAMING, span)
    if behaviours.has("may_follow_processors"):
        plan.follows_processors = _is_on(world, settings, _FIX, span)


def configure_topology(world: World, arguments: list[Value], span: Span) -> None:
    """Tell what a Topology's TopologyConfig may do; of the switches, only the wrapper is for the Processor API."""
    _settings(world, arguments, span)


def _settings(world: World, arguments: list[Value], span: Span) -> PropertiesValue | None:
    """Give the settings if all of them are known, and tell what is not followed."""
    if not arguments:
        return None
    given = arguments[0]
    if isinstance(given, TopologyConfigValue) and given.is_named:
        world.unsure(
            "named-topology",
            span,
            "The TopologyConfig names the topology.",
            "describe() prints the name, and Kafka Streams puts it into the names of internal topics; it is shown "
            "without.",
        )
    if not isinstance(given, TopologyConfigValue):
        world.unsure(
            "named-topology",
            span,
            "What the builder is made with is not in the text; a TopologyConfig may name the topology.",
            "Kafka Streams would put the name into the names of internal topics; it is shown without.",
            "Paste the code that makes it.",
        )
    if not world.behaviours.has("wraps_processors"):
        return None
    settings = given.settings if isinstance(given, TopologyConfigValue) else None
    if settings is None or not settings.is_exact:
        _tell(world, span, "Part of what the TopologyConfig holds is not in the text.")
        return None
    wrapper = settings.entries.get(_WRAPPER)
    if wrapper is not None and not (isinstance(wrapper, Constant) and wrapper.value == _NO_WRAPPER):
        _tell(world, span, f"The TopologyConfig sets {_WRAPPER}.")
    return settings


def _is_on(world: World, settings: PropertiesValue, key: str, span: Span) -> bool:
    """Tell whether a switch is on, as a text or as a boolean; one that is not known is told, and is off."""
    value = settings.entries.get(key, Constant(False))
    if isinstance(value, Constant) and isinstance(value.value, bool | str):
        return bool(as_boolean(str(value.value)))
    _tell(world, span, f"The TopologyConfig sets {key} to what is not known.")
    return False


def _tell(world: World, span: Span, reason: str) -> None:
    world.unsure(
        "topology-config",
        span,
        f"{reason} Since 4.0 it may wrap processors, refuse what has no name, or change what process() does.",
        "It is shown as if the TopologyConfig did none of this.",
    )
