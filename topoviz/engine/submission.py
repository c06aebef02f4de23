"""What is given to the engine: files and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from topoviz.engine.source import Bundle
from topoviz.engine.versions import DEFAULT_JDK, KafkaVersion


class Language(StrEnum):
    """What a file is written in."""

    JAVA = "java"
    KOTLIN = "kotlin"
    SCALA = "scala"
    DESCRIBE = "describe"


@dataclass(frozen=True)
class Settings:
    """How to read a bundle. `kafka_version` None takes the one that the bundle says, else the newest that fits it.
    `usual_version` is what its project runs with: it comes before the newest, and after what the bundle says.
    `optimize` None takes what the program itself sets, else none.

    `set_values` gives values to what the text does not determine, by key.
    """

    kafka_version: KafkaVersion | None = None
    optimize: str | None = None
    language: Language | None = None
    set_values: Mapping[str, str] = field(default_factory=dict)
    application_id: str | None = None
    jdk: int = DEFAULT_JDK
    usual_version: KafkaVersion | None = None


@dataclass(frozen=True)
class Submission:
    """A bundle with its settings."""

    bundle: Bundle
    settings: Settings = field(default_factory=Settings)
