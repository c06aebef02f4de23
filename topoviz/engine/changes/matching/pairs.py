"""Pairs that were found so far, and what tells that two things are one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.changes.matching.graph import Graph


class Evidence(StrEnum):
    """Why two things are taken for one; what comes first is surer."""

    NAME = "the same name, which is the program's own"
    TOPIC = "the same topics"
    CALL = "the same call of the program"
    SURROUNDINGS = "the same surroundings, as nothing else has"
    NEIGHBOUR = "the same place beside something that stays"
    PLACE = "the same neighbours under another name"
    ORDER = "the same place in the order of several that are alike"

    @property
    def is_sure(self) -> bool:
        """Tell whether nothing else could be meant."""
        return self is not Evidence.ORDER


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """The places of one thing in the old graph and in the new one."""

    old: int
    new: int
    evidence: Evidence


class Pairing:
    """Two graphs, and which things of them are paired; each thing at most once."""

    def __init__(self, old: Graph, new: Graph) -> None:
        self.old, self.new = old, new
        self.new_of: list[int | None] = [None] * len(old.things)
        self.old_of: list[int | None] = [None] * len(new.things)
        self.pairs: list[Pair] = []

    def pair(self, old: int, new: int, evidence: Evidence) -> bool:
        """Pair two things of one sort, if neither has a partner yet; tells whether it did."""
        if self.new_of[old] is not None or self.old_of[new] is not None:
            return False
        if self.old.things[old].sort is not self.new.things[new].sort:
            return False
        self.new_of[old], self.old_of[new] = new, old
        self.pairs.append(Pair(old, new, evidence))
        return True

    def part(self, old: Collection[int], new: Collection[int]) -> None:
        """Take things away from the partners that they have."""
        for pair in self.pairs:
            if pair.old in old or pair.new in new:
                self.new_of[pair.old] = self.old_of[pair.new] = None
        self.pairs = [pair for pair in self.pairs if self.new_of[pair.old] is not None]

    def open_old(self) -> Iterator[int]:
        """Give the places of old things without a partner."""
        return (place for place, partner in enumerate(self.new_of) if partner is None)

    def open_new(self) -> Iterator[int]:
        """Give the places of new things without a partner."""
        return (place for place, partner in enumerate(self.old_of) if partner is None)
