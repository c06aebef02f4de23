"""Which of the lines between two rows runs above which: each level piece gets a track, so that few lines cross."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

_ROUNDS: Final = 3
_APART: Final = 8.0
"""Pieces that share a track are at least so far from each other."""
_ON_TOP: Final = 4.0
"""Upright pieces that are nearer than this would be taken for one."""
_COST_ON_TOP: Final = 20
_MOST_PAIRS: Final = 40_000
"""Above this, tracks stay in their first order, which is good already."""


@dataclass(eq=False, slots=True)
class Wire:
    """What is drawn as one in a gap: where its lines come from above and where they go below."""

    uppers: Sequence[float]
    lowers: Sequence[float]
    left: float = field(init=False)
    right: float = field(init=False)
    key: float = 0.0
    """The smaller, the higher."""
    track: int = 0
    beside: list[tuple[Wire, int]] = field(default_factory=list)
    """The wires that would meet this one on one track, and what it costs to be above each rather than below."""

    def __post_init__(self) -> None:
        self.uppers, self.lowers = sorted(self.uppers), sorted(self.lowers)
        self.left = min((*self.uppers, *self.lowers))
        self.right = max((*self.uppers, *self.lowers))


def assign_tracks(wires: Sequence[Wire]) -> int:
    """Give each wire a track, from the top, and say how many there are."""
    ordered = sorted(wires, key=_first_order)
    for index, wire in enumerate(ordered):
        wire.key = float(index)
    if _find_neighbours(ordered) <= _MOST_PAIRS:
        for _ in range(_ROUNDS):
            if not sum(map(_sift, ordered)):
                break
        ordered.sort(key=lambda wire: wire.key)
    place = {wire: index for index, wire in enumerate(ordered)}
    for index, wire in enumerate(ordered):
        wire.track = max((other.track + 1 for other, _ in wire.beside if place[other] < index), default=0)
    return max((wire.track + 1 for wire in wires), default=0)


def _first_order(wire: Wire) -> tuple[bool, float, float]:
    """Of those that go left, what comes from further left runs above; of those that go right, below."""
    start = sum(wire.uppers) / len(wire.uppers) if wire.uppers else wire.left
    end = sum(wire.lowers) / len(wire.lowers) if wire.lowers else wire.right
    return (True, -start, -end) if end > start else (False, start, end)


def _find_neighbours(wires: Sequence[Wire]) -> int:
    """Note for each wire those that overlap it, and give the number of pairs."""
    pairs = 0
    reaching: list[Wire] = []
    for wire in sorted(wires, key=lambda wire: (wire.left, wire.right)):
        reaching = [other for other in reaching if other.right + _APART > wire.left]
        pairs += len(reaching)
        for other in reaching:
            cost = _cost_above(wire, other) - _cost_above(other, wire) if pairs <= _MOST_PAIRS else 0
            wire.beside.append((other, cost))
            other.beside.append((wire, -cost))
        reaching.append(wire)
    return pairs


def _cost_above(upper: Wire, lower: Wire) -> int:
    """Count what crosses when one runs above the other; to lie on top of each other is worse."""
    crossed = _between(upper.lowers, lower.left, lower.right) + _between(lower.uppers, upper.left, upper.right)
    return crossed + _COST_ON_TOP * _on_top(upper.lowers, lower.uppers)


def _between(places: Sequence[float], left: float, right: float) -> int:
    return max(bisect_left(places, right) - bisect_right(places, left), 0)


def _on_top(some: Sequence[float], others: Sequence[float]) -> int:
    return sum(bisect_right(others, x + _ON_TOP) - bisect_left(others, x - _ON_TOP) for x in some)


def _sift(wire: Wire) -> bool:
    """Move a wire among those beside it to where least crosses; tell whether that was elsewhere."""
    around = sorted(wire.beside, key=lambda pair: pair[0].key)
    # First above all of them, then past one after another.
    cost = sum(above for _, above in around)
    costs = [cost]
    for _, above in around:
        cost -= 2 * above
        costs.append(cost)
    now = sum(other.key < wire.key for other, _ in around)
    best = min(range(len(costs)), key=costs.__getitem__)
    if costs[best] >= costs[now]:
        return False
    if best == 0:
        wire.key = around[0][0].key - 1
    elif best == len(around):
        wire.key = around[-1][0].key + 1
    else:
        wire.key = (around[best - 1][0].key + around[best][0].key) / 2
    return True
