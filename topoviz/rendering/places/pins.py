"""Points at which lines touch nodes or pass between them; they slide until as many lines as can are straight."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

_A_BEND: Final = 30.0
"""How far from the middle of an edge a line may end to spare a bend, in tenths of a pixel."""
_MOST_PARTNERS: Final = 12
"""Of the many lines of a pin, only so many are made straight."""


@dataclass(eq=False, slots=True)
class Pin:
    """A point at the upper or lower side of a row, from `low` to `high`, best at `wish`; lines lead to its partners."""

    low: float
    high: float
    wish: float | None
    x: float
    partners: list[Pin] = field(default_factory=list)

    def join(self, other: Pin) -> None:
        """Let a line go from this pin to another."""
        if other not in self.partners:
            self.partners.append(other)
            other.partners.append(self)

    def could_be_at(self, x: float) -> bool:
        """Tell whether the pin would follow its only line."""
        return len(self.partners) == 1 and self.low <= x <= self.high


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

    def slide(self) -> None:
        """Let each pin go where its lines have fewest bends, as far as its neighbours let it."""
        last = len(self.pins) - 1
        for index, pin in enumerate(self.pins):
            low = max(pin.low, self.pins[index - 1].x + self.spacing) if index else pin.low
            high = min(pin.high, self.pins[index + 1].x - self.spacing) if index < last else pin.high
            if low < high and pin.partners:
                _slide(pin, low, high)


def _slide(pin: Pin, low: float, high: float) -> None:
    near = sorted(pin.partners, key=lambda partner: abs(partner.x - pin.x))[:_MOST_PARTNERS]
    places = [pin.x, *(partner.x for partner in near)]
    if pin.wish is not None:
        places.append(pin.wish)
        for partner in near:
            first, last = max(low, partner.low), min(high, partner.high)
            if partner.wish is not None and len(partner.partners) == 1 and first <= last:
                places.append(min(max((partner.wish + pin.wish) / 2, first), last))

    def cost(x: float) -> float:
        bends = sum(
            _A_BEND + 0.1 * abs(partner.x - x) for partner in near if partner.x != x and not partner.could_be_at(x)
        )
        return bends + (0.1 * abs(x - pin.wish) if pin.wish is not None else 0.001 * abs(x - pin.x))

    pin.x = min((x for x in places if low <= x <= high), key=cost, default=pin.x)
