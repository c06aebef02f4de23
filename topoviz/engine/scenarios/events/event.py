"""What an event is: a moment, a line of the scenario, and what happens then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data
from topoviz.engine.versions import Behaviours


class BadEvent(ValueError):
    """An event cannot happen then, such as the end of a client that does not run; the message is a predicate."""


class Stage(Protocol):
    """What events find, and what they may do to it."""

    @property
    def behaviours(self) -> Behaviours:
        """How this version of Kafka Streams behaves."""

    @property
    def running(self) -> tuple[str, ...]:
        """The clients that run, in the order in which they were first started."""

    @property
    def stopped(self) -> tuple[str, ...]:
        """The clients that do not run."""

    def say(self, event: str, cause: str = "", notes: tuple[str, ...] = ()) -> None:
        """Begin a step."""

    def start(self, client: str, *, threads: int | None = None, loses_state: bool = False) -> None:
        """Start a client that does not run; its threads join the group."""

    def threads_of(self, client: str) -> int:
        """Say how many threads a client has, or had when it last ran."""

    def add(self, client: str, threads: int, like: str | None = None) -> None:
        """Bring in a client that was not there, in the rack and with the tags of another, and start it."""

    def halt(self, client: str, *, is_clean: bool, leaves_group: bool = False) -> None:
        """End a client that runs."""

    def change_threads(self, client: str, threads: int) -> None:
        """Add stream threads to a client that runs, or remove some."""

    def change_partitions(self, counts: Mapping[str, int]) -> None:
        """Give topics other partition counts."""

    def later(self, delay_ms: int, happening: Happening) -> None:
        """Let something happen after a while."""


class Happening(Protocol):
    """What happens at an event."""

    def happen(self, stage: Stage) -> None:
        """Change what is there, and say so; raises BadEvent."""


class When(StrEnum):
    """What the moment of an event is counted from."""

    AT = "at"
    AFTER = "after"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Event:
    """What happens at a moment, in milliseconds, where the scenario says so, and in which words.

    The moment is since the beginning; with `AFTER` it is since the event before, whose own time only playing shows.
    With `REST` it comes when nothing changes any more after what came before.
    """

    at_ms: int
    happening: Happening
    line: int | None = None
    when: When = When.AT
    words: str = ""


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event: its name in a scenario, what stands behind it, and how that is read."""

    name: str
    sentence: str
    example: str
    read: Callable[[Data, Reader], Happening]
