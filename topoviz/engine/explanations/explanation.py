"""What an explanation is: a flat list of parts, each about one thing, in sentences with places in the text.

Sentences set names in backticks, as Markdown does: `orders`. A name with a question mark behind it is not certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.optimizer.rule import Effect


class PartKind(StrEnum):
    """What a part is about."""

    DUMP = "dump"
    REFUSAL = "refusal"
    OPTIMIZER = "optimizer"
    STEP = "optimizer step"
    FIRING = "firing"
    OTHER_SETTING = "other setting"
    REPARTITION_TOPIC = "repartition topic"
    CHANGELOG_TOPIC = "changelog topic"
    STATE_STORE = "state store"
    SUB_TOPOLOGY = "sub-topology"
    GLOBAL_STORE = "global store"
    NOT_KNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a submitted file, from 1."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a DSL call stands, and the calls that led there, outermost first."""

    line: Line
    callers: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """How much Kafka Streams has to make; a source topic that serves as changelog does not count."""

    repartition_topics: int
    changelog_topics: int
    sub_topologies: int


@dataclass(frozen=True, slots=True)
class Change:
    """Figures before and after something was done."""

    before: Figures
    after: Figures


@dataclass(frozen=True, slots=True)
class Part:
    """One thing explained: what it is, why it is so, what can be done, and where Kafka decides it.

    `id` is made of the kind and a name and stays the same as long as the thing keeps its name. `effect` and `figures`
    stand only where the optimizer is at work; `names` only where names are not certain.
    """

    id: str
    kind: PartKind
    subject: str
    what: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    reference: str = ""
    places: tuple[Place, ...] = ()
    effect: Effect | None = None
    figures: Change | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that can be said about one topology, part by part in reading order."""

    topology: str
    kafka_version: str
    optimization: str
    parts: tuple[Part, ...]

    def of_kind(self, *kinds: PartKind) -> tuple[Part, ...]:
        """Give the parts of some kinds, in order."""
        return tuple(part for part in self.parts if part.kind in kinds)
