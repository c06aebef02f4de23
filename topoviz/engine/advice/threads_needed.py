"""How many threads a load needs, where a task is the least that a thread can take."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Needed:
    """So many threads for so many records a second.

    `exact` is records by pace. `threads` is how many it takes with whole tasks, which no more than one thread can have;
    None where `too_large` tasks need more than one thread each, which more threads do not help.
    """

    records: float
    exact: float
    threads: int | None
    too_large: tuple[str, ...]


def needed(loads: Mapping[str, float], pace: float) -> Needed:
    """Count the threads that read `loads`, records a second by task, at a pace each.

    Tasks are put to threads the largest first, each to the first with room for it: at most 11/9 of the fewest.
    """
    total = sum(loads[task] for task in sorted(loads))
    too_large = tuple(sorted(task for task, load in loads.items() if load > pace * (1 + 1e-9)))
    if too_large:
        return Needed(total, total / pace, None, too_large)
    room: list[float] = []
    for task in sorted(loads, key=lambda one: (-loads[one], one)):
        load = loads[task]
        for place, left in enumerate(room):
            if load <= left + pace * 1e-9:
                room[place] = left - load
                break
        else:
            room.append(pace - load)
    return Needed(total, total / pace, max(1, len(room)), ())


def partitions_needed(total: float, pace: float) -> int:
    """Give how many tasks it takes at least to share records a second at a pace, if keys spread them evenly."""
    return max(1, math.ceil(total / pace - 1e-9))
