"""Pairs things whose surroundings nothing else has, the widest surroundings first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from topoviz.engine.changes.matching.colours import RADIUS, Colours
from topoviz.engine.changes.matching.pairs import Evidence, Pairing


def pair_by_surroundings(pairing: Pairing, old: Colours, new: Colours) -> None:
    """Pair what is alone in its colour on both sides, where the colour sees something that is named."""
    for radius in range(RADIUS, 0, -1):
        ours = [place for place in pairing.open_old() if old.sees_name_from[place] <= radius]
        theirs = [place for place in pairing.open_new() if new.sees_name_from[place] <= radius]
        for here, there in alone(ours, old.by_radius[radius], theirs, new.by_radius[radius]):
            pairing.pair(here, there, Evidence.SURROUNDINGS)


def alone(
    ours: Iterable[int], old: Sequence[int], theirs: Iterable[int], new: Sequence[int]
) -> Iterable[tuple[int, int]]:
    """Give the pairs of which each is the only one of its colour on its side."""
    left, right = _by_colour(ours, old), _by_colour(theirs, new)
    for key, here in left.items():
        there = right.get(key, ())
        if len(here) == len(there) == 1:
            yield here[0], there[0]


def _by_colour(places: Iterable[int], colours: Sequence[int]) -> dict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    for place in places:
        found[colours[place]].append(place)
    return found
