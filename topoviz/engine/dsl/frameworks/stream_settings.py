"""The properties with which a framework builds and starts Kafka Streams.

Spring Boot: KafkaProperties.Streams, KafkaStreamsAnnotationDrivenConfiguration. Quarkus: KafkaStreamsProducer.
"""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.frameworks.beans import is_producer, producers
from topoviz.engine.dsl.frameworks.configured import setting, take, take_below
from topoviz.engine.dsl.frameworks.objects import produced
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.properties import as_properties
from topoviz.engine.dsl.objects import PropertiesValue, TopologyValue
from topoviz.engine.dsl.values import Constant, Value, text_of
from topoviz.engine.syntax.tree import TypeName

_CONFIGURATION: Final = TypeName("KafkaStreamsConfiguration")
_APPLICATION_ID: Final = "application.id"
_PREFIXES: Final = ("spring.kafka.properties", "spring.kafka.streams.properties", "kafka-streams")
"""Quarkus hands all that begins with the last one to Kafka Streams."""

_OF_SPRING: Final = {
    "spring.kafka.streams.cache-max-size-buffering": "cache.max.bytes.buffering",
    "spring.kafka.streams.state-store-cache-max-size": "statestore.cache.max.bytes",
    "spring.kafka.streams.replication-factor": "replication.factor",
    "spring.kafka.streams.client-id": "client.id",
    "spring.kafka.streams.state-dir": "state.dir",
}
"""Settings of Kafka Streams for which Spring has names of its own (KafkaProperties.Streams)."""

_SIZE: Final = re.compile(r"([+-]?\d+)([KMGT]?B)?")
_UNITS: Final = {"": 1, "B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}
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
    for key, name in _OF_SPRING.items():
        take(world, properties, name, key)
        _as_bytes(properties, name)
    for prefix in _PREFIXES:
        take_below(world, properties, prefix)
    for key in _APPLICATION_IDS:
        given = setting(world, key)
        if given is not None:
            properties.entries.setdefault(_APPLICATION_ID, given)
    return properties


def _as_bytes(properties: PropertiesValue, name: str) -> None:
    """Write a size such as 10MB as Spring gives it on, which is in bytes (DataSize)."""
    value, span = properties.entries.get(name), properties.place_of(name)
    found = _SIZE.fullmatch(text_of(value) or "") if value is not None else None
    if found is not None and found[2] and span is not None:
        properties.put(name, Constant(str(int(found[1]) * _UNITS[found[2]])), span)


def start_as_framework(world: World, function: FunctionInfo, made: Value) -> Step:
    """Give the topology that a method produces the properties with which the framework starts it."""
    if is_producer(function) and isinstance(made, TopologyValue):
        made.started_with = yield stream_properties(world)
    return None
