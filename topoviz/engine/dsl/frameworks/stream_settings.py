"""The properties with which a framework builds and starts Kafka Streams.

Spring Boot: KafkaProperties.Streams, KafkaStreamsAnnotationDrivenConfiguration. Quarkus: KafkaStreamsProducer.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.frameworks.beans import is_producer, producers
from topoviz.engine.dsl.frameworks.configured import setting, take_below
from topoviz.engine.dsl.frameworks.objects import produced
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.properties import as_properties
from topoviz.engine.dsl.objects import PropertiesValue, TopologyValue
from topoviz.engine.dsl.values import Value
from topoviz.engine.syntax.tree import TypeName

_CONFIGURATION: Final = TypeName("KafkaStreamsConfiguration")
_APPLICATION_ID: Final = "application.id"
_PREFIXES: Final = ("spring.kafka.properties", "spring.kafka.streams.properties")
_APPLICATION_IDS: Final = (
    "spring.kafka.streams.application-id",
    "spring.application.name",
    "quarkus.kafka-streams.application-id",
    "quarkus.application.name",
)


def stream_properties(world: World) -> Step:
    """Come to the properties: those that a bean of the text gives, else those of the configuration files."""
    for function in producers(world.classes_here(), _CONFIGURATION):
        return as_properties((yield produced(world, function)))
    properties = PropertiesValue(is_exact=world.configuration.has_application)
    for prefix in _PREFIXES:
        take_below(world, properties, prefix)
    for key in _APPLICATION_IDS:
        given = setting(world, key)
        if given is not None:
            properties.entries.setdefault(_APPLICATION_ID, given)
    return properties


def start_as_framework(world: World, function: FunctionInfo, made: Value) -> Step:
    """Give the topology that a method produces the properties with which the framework starts it."""
    if is_producer(function) and isinstance(made, TopologyValue):
        made.started_with = yield stream_properties(world)
    return None
