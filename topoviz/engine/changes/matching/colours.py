"""Colours of things: two of one colour have surroundings that are alike up to so many links away.

The colour of radius 0 is what a thing is and what it is called, without Kafka Streams' numbers; each further radius
takes in the colours of all neighbours (colour refinement, known from Weisfeiler and Leman). Where nothing that the
program itself named is in sight, a colour says little: half of all programs have a filter behind a source.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.matching.graph import Graph

RADIUS: Final = 8
"""How far colours see. Longer repetitions of the same steps are rare; what is paired leads further anyway."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a graph's things by radius, and from which radius on something that is named is in sight."""

    by_radius: tuple[tuple[int, ...], ...]
    sees_name_from: tuple[int, ...]


def colour(*graphs: Graph) -> tuple[Colours, ...]:
    """Colour graphs so that equal colours mean equal surroundings in all of them."""
    numbers: dict[Hashable, int] = {}

    def number_of(key: Hashable) -> int:
        return numbers.setdefault(key, len(numbers))

    found = [[tuple(number_of((thing.sort, thing.mark)) for thing in graph.things)] for graph in graphs]
    seen = [[0 if not thing.is_numbered else RADIUS + 1 for thing in graph.things] for graph in graphs]
    for radius in range(1, RADIUS + 1):
        for graph, colours, sees in zip(graphs, found, seen, strict=True):
            last = colours[-1]
            colours.append(
                tuple(
                    number_of((radius, last[place], tuple(sorted((way, last[there]) for way, there in links))))
                    for place, links in enumerate(graph.links)
                )
            )
            nearer = [
                place
                for place, links in enumerate(graph.links)
                if sees[place] > radius and any(sees[there] == radius - 1 for _, there in links)
            ]
            for place in nearer:
                sees[place] = radius
    return tuple(Colours(tuple(colours), tuple(sees)) for colours, sees in zip(found, seen, strict=True))
