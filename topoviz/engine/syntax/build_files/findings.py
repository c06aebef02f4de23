"""What build files say of the version of Kafka Streams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topoviz.engine.source import Span

KAFKA: tuple[str, str] = ("org.apache.kafka", "kafka-streams")


@dataclass(frozen=True, slots=True)
class Named:
    """A version as it is written, the place that decides it, and what brings it, such as `Spring Boot 3.2.1`.

    It is `about` so where what brings it is newer than what is known of it. `unless` is who may say otherwise.
    """

    text: str
    span: Span
    by: str = ""
    is_about: bool = False
    unless: str = ""


@dataclass(frozen=True, slots=True)
class NotSaid:
    """Why a build file that needs Kafka Streams does not tell the version, as words that follow `because`."""

    reason: str
    span: Span


Found = Named | NotSaid


@dataclass(frozen=True, slots=True)
class Built:
    """What one build says, and the path of the file that wants Kafka Streams."""

    path: str
    found: Found


def is_kafka_streams(group: str, artifact: str) -> bool:
    """Tell whether a dependency is Kafka Streams itself, for Java or for Scala."""
    return group == KAFKA[0] and (artifact == KAFKA[1] or artifact.startswith("kafka-streams-scala"))


BRINGING = (
    "spring-kafka", "spring-cloud-stream-binder-kafka-streams", "spring-cloud-starter-stream-kafka-streams",
    "quarkus-kafka-streams", "micronaut-kafka-streams", "camel-kafka", "kstreamplify-spring-boot",
)  # fmt: skip
"""Libraries that programs have Kafka Streams with, whose version then comes from a platform."""


def first_known(found: Sequence[Found]) -> Found | None:
    """Give the first version that is named, else the first reason why none is."""
    return next((one for one in found if isinstance(one, Named)), found[0] if found else None)
