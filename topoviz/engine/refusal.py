"""How a program is refused: by whom, with which exception, in which words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.source import Origin


class RefusedBy(StrEnum):
    """Who ends the program: the library, a compiler before it runs, or itself, which Java's own library is part of."""

    KAFKA_STREAMS = "kafka-streams"
    COMPILER = "compiler"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An exception that ends this program; the class by its simple name, the message whole.

    One of several may have another message in another run, when identity hashes order what is looked at.
    """

    exception: str
    message: str
    is_one_of_several: bool = False
    is_programs_own: bool = False

    @property
    def by(self) -> RefusedBy:
        """Tell who throws it."""
        if self.exception == "compiler":
            return RefusedBy.COMPILER
        return RefusedBy.PROGRAM if self.is_programs_own else RefusedBy.KAFKA_STREAMS

    def __str__(self) -> str:
        return f"{self.exception}: {self.message}"


class Refused(Exception):
    """Carries a refusal out of the depth of a build to where it becomes part of the result."""

    def __init__(self, refusal: Refusal, origin: Origin | None = None) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.origin = origin


def topology_exception(words: str) -> Refusal:
    """A TopologyException, which puts two words before its message."""
    return Refusal("TopologyException", f"Invalid topology: {words}")


def streams_exception(words: str) -> Refusal:
    """A StreamsException."""
    return Refusal("StreamsException", words)
