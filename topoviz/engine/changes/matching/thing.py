"""What is matched: nodes, stores and topics, each by its name and what it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_NUMBER: Final = re.compile(r"\d{10}", re.ASCII)


class Sort(StrEnum):
    """What a thing is. Things of different sorts are never one another."""

    SOURCE = "source"
    PROCESSOR = "processor"
    SINK = "sink"
    STORE = "store"
    GLOBAL_STORE = "global store"
    TOPIC = "topic"
    REPARTITION_TOPIC = "repartition topic"


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """A node, store or topic of one topology; within a sort, names are unique."""

    sort: Sort
    name: str

    @property
    def mark(self) -> str:
        """Give the name without the number that Kafka Streams puts into names of its own making."""
        return _NUMBER.sub("#", self.name)

    @property
    def is_numbered(self) -> bool:
        """Tell whether the name has a number of Kafka Streams, which changes with whatever is inserted before it."""
        return _NUMBER.search(self.name) is not None

    @property
    def number(self) -> int | None:
        """Give the number that Kafka Streams put into the name."""
        found = _NUMBER.search(self.name)
        return None if found is None else int(found[0])


def first_made(things: Sequence[Thing]) -> Thing:
    """Give the one that the program made first; the order in which describe() prints nodes is another one."""
    numbers = [thing.number for thing in things]
    known = [number for number in numbers if number is not None]
    return things[numbers.index(min(known))] if len(known) == len(things) else things[0]
