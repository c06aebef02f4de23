"""Pairs what is alike in everything: as many on both sides, the first with the first.

Kafka Streams numbers alike things in the order in which the program makes them, so that the order is what stays: among
those that one call makes, as in a loop, where calls are known.
"""

from __future__ import annotations

from collections import defaultdict

from topoviz.engine.changes.matching.by_call import Calls
from topoviz.engine.changes.matching.by_gap import gaps
from topoviz.engine.changes.matching.colours import RADIUS, Colours
from topoviz.engine.changes.matching.pairs import Evidence, Pairing


def pair_by_order(pairing: Pairing, calls: Calls, old: Colours, new: Colours) -> bool:
    """Pair things of one gap, colour and call where both sides have equally many; tells whether anything was."""
    before = len(pairing.pairs)
    for ours, theirs in gaps(pairing):
        for radius in range(RADIUS, -1, -1):
            left, right = defaultdict(list), defaultdict(list)
            for place in ours:
                if pairing.new_of[place] is None:
                    left[old.by_radius[radius][place], calls.old[place]].append(place)
            for place in theirs:
                if pairing.old_of[place] is None:
                    right[new.by_radius[radius][place], calls.new[place]].append(place)
            for key, here in left.items():
                there = right.get(key, [])
                if len(here) == len(there):
                    for one, other in zip(here, there, strict=True):
                        pairing.pair(one, other, Evidence.ORDER)
    return len(pairing.pairs) > before
