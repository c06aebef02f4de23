"""The version that an analysis is made with, and why it is that one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from topoviz.engine.source import Span
from topoviz.engine.versions import KafkaVersion, newest_version


class ChosenBy(StrEnum):
    """What decides the version."""

    GIVEN = "given"
    BUILD_FILE = "build-file"
    TEXT = "text"
    """The newest version that has every method which the text calls, or that prints such a text."""
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class VersionChoice:
    """A version, what decided it, the reason in words that follow its number, and the place that says so."""

    version: KafkaVersion
    by: ChosenBy
    reason: str
    span: Span | None = None

    def with_words(self, words: str) -> VersionChoice:
        """Add words to the reason, if there are any."""
        return replace(self, reason=f"{self.reason}; {words}") if words else self

    @property
    def sentence(self) -> str:
        """Say which version it is and why."""
        return f"Kafka Streams {self.version}: {self.reason}."


def given(version: KafkaVersion) -> VersionChoice:
    """Take the version that was asked for."""
    return VersionChoice(version, ChosenBy.GIVEN, "as it was asked for")


def of_project(version: KafkaVersion) -> VersionChoice:
    """Take the version that is said of the project, where its program says none."""
    return VersionChoice(version, ChosenBy.GIVEN, "as its project says")


def newest(reason: str) -> VersionChoice:
    """Take the newest version, with a reason that begins behind its name."""
    return VersionChoice(newest_version(), ChosenBy.NEWEST, f"the newest version{reason}")
