"""The sections in which explanations are read: their headings, their kinds of parts, and the word each teaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.explanations.explanation import Explanation, Part, PartKind
from topoviz.engine.explanations.glossary import Term, term


@dataclass(frozen=True, slots=True)
class Section:
    """A heading over parts of some kinds; `term` is the word that its first line explains."""

    heading: str
    kinds: tuple[PartKind, ...]
    term: str = ""


SECTIONS: Final = (
    Section("Dump", (PartKind.DUMP,)),
    Section("Refused", (PartKind.REFUSAL,)),
    Section("Optimizer", (PartKind.OPTIMIZER, PartKind.STEP, PartKind.FIRING, PartKind.OTHER_SETTING), "optimizer"),
    Section("Repartition topics", (PartKind.REPARTITION_TOPIC,), "repartition topic"),
    Section("State stores and changelog topics", (PartKind.CHANGELOG_TOPIC, PartKind.STATE_STORE), "changelog topic"),
    Section("Sub-topologies", (PartKind.SUB_TOPOLOGY, PartKind.GLOBAL_STORE), "sub-topology"),
    Section("Not known", (PartKind.NOT_KNOWN,)),
)


def filled_sections(explanation: Explanation) -> tuple[tuple[Section, tuple[Part, ...]], ...]:
    """Give the sections that have parts, with their parts in order."""
    found = ((section, explanation.of_kind(*section.kinds)) for section in SECTIONS)
    return tuple((section, parts) for section, parts in found if parts)


def terms_of(explanation: Explanation) -> tuple[Term, ...]:
    """Give the words that the sections of an explanation teach."""
    return tuple(term(section.term) for section, _ in filled_sections(explanation) if section.term)


def heading(explanation: Explanation) -> str:
    """Give the title: the topology, the version and the setting."""
    if explanation.of_kind(PartKind.DUMP):
        return f"{explanation.topology} · as if of Kafka Streams {explanation.kafka_version}"
    return (
        f"{explanation.topology} · Kafka Streams {explanation.kafka_version} · "
        f"topology.optimization {explanation.optimization}"
    )
