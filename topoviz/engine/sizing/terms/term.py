"""What a term is: so many bytes of one kind, with the arithmetic and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.sizing.configuration import Setting


class Limit(StrEnum):
    """Whether it never is more than that, or whether that is about what it comes to."""

    BOUND = "bound"
    ESTIMATE = "estimate"


class Place(StrEnum):
    """Where the memory is taken: in the heap of the JVM, or beside it."""

    HEAP = "heap"
    NATIVE = "native"


@dataclass(frozen=True, slots=True)
class Term:
    """One reason for memory. Without `bytes`, what is missing stands in the sentence.

    `unused` bytes of it nobody can use as things are; `reference` is the class of Kafka that decides.
    """

    name: str
    title: str
    bytes: int | None
    arithmetic: str
    limit: Limit
    place: Place
    sentence: str
    reference: str
    settings: tuple[Setting, ...] = ()
    unused: int = 0
