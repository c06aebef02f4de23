"""Which matched things stand behind others than before: a step that was taken away or put in between moves nothing."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.changes.matching.graph import Graph, Way
from topoviz.engine.changes.matching.pairs import Pairing

_UPWARDS = (Way.IS_FED, Way.READS, Way.IS_WRITTEN)
_MOST_LOOKED_AT = 200
"""How many things without partners are looked through; behind so many, nothing is said."""


def moved_places(pairing: Pairing) -> list[int]:
    """Give the new places of things that have none of the things above them any more that they had."""
    found = []
    for pair in pairing.pairs:
        before = _above(pairing.old, pair.old, pairing.new_of)
        now = _above(pairing.new, pair.new, pairing.old_of)
        if before and now and not {pairing.new_of[place] for place in before} & now:
            found.append(pair.new)
    return sorted(found)


def _above(graph: Graph, place: int, partners: Sequence[int | None]) -> set[int]:
    """Give the nearest things with partners above a thing."""
    found: set[int] = set()
    seen = {place}
    waiting = [place]
    while waiting and len(seen) < _MOST_LOOKED_AT:
        for way, there in graph.links[waiting.pop()]:
            if way not in _UPWARDS or there in seen:
                continue
            seen.add(there)
            if partners[there] is not None:
                found.add(there)
            else:
                waiting.append(there)
    return found
