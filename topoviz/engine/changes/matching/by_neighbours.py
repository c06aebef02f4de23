"""Pairs what stands beside a pair: the only neighbour of its kind on both sides is the same thing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from topoviz.engine.changes.matching.by_surroundings import alone
from topoviz.engine.changes.matching.colours import Colours
from topoviz.engine.changes.matching.graph import Way
from topoviz.engine.changes.matching.pairs import Evidence, Pairing

_RADII = (4, 2, 1, 0)
"""Of several neighbours of a kind, those are told apart whose own surroundings are; the widest first."""


def pair_by_neighbours(pairing: Pairing, old: Colours, new: Colours) -> None:
    """Go on from every pair, and from those that this finds."""
    waiting = deque((pair.old, pair.new) for pair in pairing.pairs)
    while waiting:
        here, there = waiting.popleft()
        for ours, theirs in _open_neighbours(pairing, here, there):
            for radius in _RADII:
                for left, right in alone(ours, old.by_radius[radius], theirs, new.by_radius[radius]):
                    if pairing.pair(left, right, Evidence.NEIGHBOUR):
                        waiting.append((left, right))


def _open_neighbours(pairing: Pairing, here: int, there: int) -> Iterable[tuple[list[int], list[int]]]:
    for way in Way:
        ours = [one for other, one in pairing.old.links[here] if other is way and pairing.new_of[one] is None]
        if not ours:
            continue
        theirs = [one for other, one in pairing.new.links[there] if other is way and pairing.old_of[one] is None]
        if theirs:
            yield ours, theirs
