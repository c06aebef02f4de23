"""Pairs what was renamed: it has the same neighbours, and nothing else beside it has them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from topoviz.engine.changes.matching.graph import Graph, Way
from topoviz.engine.changes.matching.pairs import Evidence, Pairing
from topoviz.engine.changes.matching.thing import Sort, Thing

Place = tuple[Sort, tuple[tuple[Way, int], ...]]


def pair_by_place(pairing: Pairing) -> bool:
    """Pair what is called otherwise now, beside the same partners; tells whether there was anything."""
    before = len(pairing.pairs)
    ours = _by_place(pairing.open_old(), pairing.old, list(range(len(pairing.old.things))), pairing.new_of)
    theirs = _by_place(pairing.open_new(), pairing.new, pairing.old_of, pairing.old_of)
    for place, here in ours.items():
        there = theirs.get(place, ())
        if len(here) == len(there) == 1:
            one, other = pairing.old.things[here[0]], pairing.new.things[there[0]]
            if may_be_renamed(one, other):
                pairing.pair(here[0], there[0], Evidence.PLACE)
    return len(pairing.pairs) > before


def may_be_renamed(old: Thing, new: Thing) -> bool:
    """Tell whether one may be the other: names that Kafka Streams made say what a node does, and that is the same."""
    if old.sort is Sort.TOPIC:
        # Another topic is another topic: its records are others.
        return False
    return not (old.is_numbered and new.is_numbered and old.mark != new.mark)


def _by_place(
    places: Iterable[int], graph: Graph, pair_of: list[int] | list[int | None], partners: list[int | None]
) -> dict[Place, list[int]]:
    found: defaultdict[Place, list[int]] = defaultdict(list)
    for place in places:
        beside = [(way, pair_of[there]) for way, there in graph.links[place] if partners[there] is not None]
        known = sorted((way, pair) for way, pair in beside if pair is not None)
        if known:
            found[graph.things[place].sort, tuple(known)].append(place)
    return found
