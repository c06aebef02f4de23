"""Say in plain words why Kafka Streams refuses a program, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.explanations.explanation import Part, PartKind
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.refusal_meaning import RefusalMeaning
from topoviz.engine.explanations.refused_arguments import REFUSED_ARGUMENTS
from topoviz.engine.explanations.refused_by_java import REFUSED_BY_JAVA
from topoviz.engine.explanations.refused_topologies import REFUSED_TOPOLOGIES
from topoviz.engine.explanations.wording import code, printable
from topoviz.engine.refusal import Refusal, RefusedBy, Why

MEANINGS: Final[dict[Why, RefusalMeaning]] = REFUSED_TOPOLOGIES | REFUSED_ARGUMENTS | REFUSED_BY_JAVA
"""What each code means."""

_SUBJECTS: Final = {
    RefusedBy.KAFKA_STREAMS: "Kafka Streams refuses the program",
    RefusedBy.COMPILER: "The compiler refuses the program",
    RefusedBy.PROGRAM: "The program ends itself",
}
_WORDS: Final = {
    RefusedBy.KAFKA_STREAMS: "Kafka Streams says: {}",
    RefusedBy.COMPILER: "{}",
    RefusedBy.PROGRAM: "It throws: {}",
}


def explain_refusal(facts: Facts) -> Iterator[Part]:
    """Give the part that explains why there is no topology, if Kafka Streams refuses the program."""
    refusal = facts.analyzed.refusal
    if refusal is None:
        return
    words = _WORDS[refusal.by].format(f"“{printable(str(refusal))}”")
    if refusal.by is RefusedBy.COMPILER:
        words = printable(refusal.message)
    origin = facts.analyzed.refused_at
    where = f"It happens{facts.on_line(origin)}." if origin is not None else ""
    known = MEANINGS[refusal.code]
    taken_by = facts.analyzed.taken_by
    yield Part(
        "refusal",
        PartKind.REFUSAL,
        _SUBJECTS[refusal.by],
        (words, where) if where else (words,),
        (_with_name(known.meaning, refusal),),
        (_with_name(known.advice, refusal), *(() if taken_by is None else (str(taken_by),))),
        known.reference,
        facts.places((origin,)),
    )


def refusal_in_short(refusal: Refusal) -> str:
    """Say in plain words why Kafka Streams would refuse."""
    return f"{refusal.exception}. {_with_name(MEANINGS[refusal.code].meaning, refusal)}"


def _with_name(text: str, refusal: Refusal) -> str:
    return text.replace("{name}", code(refusal.name))
