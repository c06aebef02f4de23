"""Points at which lines touch nodes or pass between them; they slide until as many lines as can are straight."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise
from typing import Final

_A_BEND: Final = 30.0
"""How far from the middle of an edge a line may end to spare a bend, in tenths of a pixel."""
_MOST_PARTNERS: Final = 12
"""Of the many lines of a pin, only so many are made straight."""
_TOO_NEAR: Final = 7.0
"""Upright lines that are nearer than this, one above the other, would be taken for one."""
_STEPS_ASIDE: Final = (8.0, -8.0, 12.0, -12.0, 16.0, -16.0, 20.0, -20.0, 24.0, -24.0)


class Sweep(Enum):
    """What pins look at when they slide: how far they could meet half way, what is above, below, or all."""

    MEETING = auto()
    DOWN = auto()
    UP = auto()
    ALL = auto()


@dataclass(eq=False, slots=True)
class Pin:
    """A point at the upper or lower side of a row, from `low` to `high`, best at `wish`; lines lead to other pins."""

    low: float
    high: float
    wish: float | None
    x: float
    above: list[Pin] = field(default_factory=list)
    below: list[Pin] = field(default_factory=list)

    def join(self, lower: Pin) -> None:
        """Let a line go from this pin down to another."""
        if lower not in self.below:
            self.below.append(lower)
            lower.above.append(self)

    @property
    def partners(self) -> list[Pin]:
        """All pins to which lines lead."""
        return self.above + self.below

    def follows(self, x: float) -> bool:
        """Tell whether the pin could go where its only line is straight."""
        return len(self.above) + len(self.below) == 1 and self.low <= x <= self.high

    def away(self, x: float) -> float:
        """Say how far from its wish a place is."""
        return 0.0 if self.wish is None else abs(x - self.wish)


@dataclass(eq=False, slots=True)
class Slot:
    """Pins side by side, at one edge of a node or between two nodes of a row."""

    pins: list[Pin]
    spacing: float

    def spread(self) -> None:
        """Bring the pins, in their order, apart; where there is too little room, less far."""
        pins = self.pins
        low, high = min(pin.low for pin in pins), max(pin.high for pin in pins)
        self.spacing = min(self.spacing, (high - low) / max(len(pins) - 1, 1))
        for pin in pins:
            pin.x = min(max(pin.x, pin.low), pin.high)
        for one, other in pairwise(pins):
            other.x = max(other.x, one.x + self.spacing)
        pins[-1].x = min(pins[-1].x, high)
        for other, one in pairwise(reversed(pins)):
            one.x = min(one.x, other.x - self.spacing)

    def slide(self, sweep: Sweep) -> None:
        """Let each pin go where its lines have fewest bends, as far as its neighbours let it."""
        for pin, low, high in self._free():
            asked = pin.above if sweep is Sweep.DOWN else pin.below if sweep is Sweep.UP else pin.partners
            if low < high and asked:
                _slide(pin, low, high, sweep, asked)

    def step_aside(self, others: Sequence[float]) -> None:
        """Move pins that are above or below a line of another net, of those whose places are given in order."""
        for pin, low, high in self._free():
            if any(partner.x == pin.x for partner in pin.partners) or not _is_near(pin.x, others):
                continue
            places = (pin.x + step for step in _STEPS_ASIDE)
            pin.x = next((x for x in places if low <= x <= high and not _is_near(x, others)), pin.x)

    def _free(self) -> Iterator[tuple[Pin, float, float]]:
        last = len(self.pins) - 1
        for index, pin in enumerate(self.pins):
            low = max(pin.low, self.pins[index - 1].x + self.spacing) if index else pin.low
            high = min(pin.high, self.pins[index + 1].x - self.spacing) if index < last else pin.high
            yield pin, low, high


def _is_near(x: float, others: Sequence[float]) -> bool:
    at = bisect_left(others, x - _TOO_NEAR)
    return at < len(others) and others[at] < x + _TOO_NEAR


def _slide(pin: Pin, low: float, high: float, sweep: Sweep, asked: Sequence[Pin]) -> None:
    near = sorted(asked, key=lambda partner: abs(partner.x - pin.x))[:_MOST_PARTNERS]
    places = [partner.x for partner in near]
    if pin.wish is not None:
        places.append(pin.wish)
    if sweep is Sweep.MEETING:
        for partner in near:
            if partner.wish is not None and partner.follows(min(max(partner.wish, low), high)):
                middle = (partner.wish + pin.wish) / 2 if pin.wish is not None else partner.wish
                places.append(min(max(middle, low, partner.low), high, partner.high))

    def cost(x: float, partners: Sequence[Pin]) -> float:
        bends = 0.0
        for partner in partners:
            if sweep is Sweep.MEETING and partner.follows(x):
                bends += 0.1 * partner.away(x)
            elif partner.x != x:
                bends += _A_BEND + 0.1 * abs(partner.x - x)
        return bends + 0.1 * pin.away(x)

    places = [x for x in places if low <= x <= high]
    if sweep is Sweep.UP:
        # A bend may go up to where it is spared, if there is none more for that.
        now = cost(pin.x, pin.partners)
        places = [x for x in places if cost(x, pin.partners) <= now + 1]
    pin.x = min((pin.x, *places), key=lambda x: cost(x, near))
