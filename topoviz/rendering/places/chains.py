"""The way of each line from row to row: where it leaves, where it goes past other nodes, and where it arrives."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import Final

from topoviz.rendering.places.layers import Graph, Link, Ranked
from topoviz.rendering.places.nets import Net, nets_of
from topoviz.rendering.places.pins import Pin, Slot, Sweep
from topoviz.rendering.places.spacing import BESIDE_SPOT, BETWEEN_HEADS, FROM_CORNER, TRACK
from topoviz.rendering.places.ties import tie_sides

_FAR: Final = 1e9
_ABOVE, _BETWEEN, _BELOW = range(3)
"""Where a pin is in its row: at the upper edge of a node, beside nodes, at the lower edge."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a line in the gap below a row: from one pin to another, which are at its upper or its lower side."""

    net: Net
    gap: int
    pins: tuple[Pin, Pin]
    are_upper: tuple[bool, bool] = (True, False)


def chains_of(graph: Graph, ranked: Ranked) -> dict[Link, list[Segment]]:
    """Find for each link the segments that it goes through, from its tail to its head."""
    maker = _Maker(graph, ranked)
    forward = [link for link in graph.links if link not in ranked.back]
    nets = nets_of({
        link: ((link.tail, link.tail_at, link.is_tie), (link.head, link.head_at, link.is_tie)) for link in forward
    })  # fmt: skip
    chains = {link: maker.down(link, nets[link]) for link in forward}
    back = {link: ("back", number) for number, link in enumerate(graph.links) if link in ranked.back}
    for link, net in back.items():
        maker.ends(link, net)
    maker.settle()
    chains |= {link: maker.up(link, net) for link, net in back.items()}
    return chains


class _Maker:
    """Makes each pin once."""

    def __init__(self, graph: Graph, ranked: Ranked) -> None:
        self.graph, self.ranked = graph, ranked
        sizes = [node.size.width for node in graph.nodes]
        self.lefts = [middle - width / 2 for middle, width in zip(ranked.middles, sizes, strict=True)]
        self.rights = [left + width for left, width in zip(self.lefts, sizes, strict=True)]
        self.rows: dict[int, list[int]] = defaultdict(list)
        for node in sorted(range(len(graph.nodes)), key=lambda node: ranked.middles[node]):
            self.rows[ranked.rows[node]].append(node)
        self.pins: dict[tuple[object, ...], Pin] = {}
        self.slots: dict[tuple[int, int, int], list[Pin]] = defaultdict(list)
        self.ties: dict[Pin, int] = {}
        self.sides = tie_sides(graph, ranked.middles)
        self.right = max(self.rights, default=0.0)

    def down(self, link: Link, net: Net) -> list[Segment]:
        """Make or find the pins of a line that goes with the flow."""
        first = self.ranked.rows[link.tail]
        passes = [self._pass(row, x, net) for row, x in enumerate(self.ranked.passes[link.ends], first + 1)]
        pins = [self._leaving(link, None), *passes, self._arriving(link, net)]
        for upper, lower in pairwise(pins):
            upper.join(lower)
        return [Segment(net, gap, pair) for gap, pair in enumerate(pairwise(pins), first)]

    def ends(self, link: Link, net: Net) -> tuple[Pin, Pin]:
        """Make or find the pins of a line that goes against the flow."""
        return self._leaving(link, net), self._arriving(link, net)

    def settle(self) -> None:
        """Give the pins of each slot an order, and slide them."""
        slots = {}
        for key, pins in sorted(self.slots.items(), key=lambda slot: slot[0]):
            _, side, _ = key
            if side == _BETWEEN:
                pins.sort(key=lambda pin: pin.x)
            else:
                pins.sort(key=lambda pin: (self.ties.get(pin, 0), _comes_from(pin)))
                flows = [pin for pin in pins if pin not in self.ties]
                for at, pin in enumerate(flows):
                    pin.x += (at - (len(flows) - 1) / 2) * BETWEEN_HEADS
            slots[key] = Slot(pins, TRACK if side == _BETWEEN else BETWEEN_HEADS)
            slots[key].spread()
        for sweep in (Sweep.MEETING, Sweep.DOWN, Sweep.UP, Sweep.ALL, Sweep.UP, Sweep.ALL):
            for slot in reversed(slots.values()) if sweep is Sweep.UP else slots.values():
                slot.slide(sweep)
        self._step_aside(slots)
        self.right = max((self.right, *(pin.x for pin in self.pins.values())))

    def _step_aside(self, slots: Mapping[tuple[int, int, int], Slot]) -> None:
        """Bring what ends at one row apart from what begins, for others, right above."""
        for side in (_ABOVE, _BELOW):
            facing: dict[int, list[Pin]] = defaultdict(list)
            for (row, at, _), slot in slots.items():
                if at != side:
                    # Seen from the lower row, what is above it; seen from the upper row, what is below it.
                    facing[row + 1 if side == _ABOVE else row - 1] += slot.pins
            for (row, at, _), slot in slots.items():
                if at == side:
                    own = {partner for pin in slot.pins for partner in pin.partners}
                    slot.step_aside(sorted(pin.x for pin in facing[row] if pin not in own))

    def up(self, link: Link, net: Net) -> list[Segment]:
        """Lead a line that goes against the flow past the right of everything."""
        first, last = self.ranked.rows[link.tail], self.ranked.rows[link.head]
        self.right += TRACK
        aside = Pin(self.right, self.right, None, self.right)
        tail, head = self.ends(link, net)
        straight = [Segment(net, gap, (aside, aside)) for gap in range(first - 1, last - 1, -1)]
        start = Segment(net, first, (tail, aside), (True, True))
        return [start, *straight, Segment(net, last - 1, (aside, head), (False, False))]

    def _leaving(self, link: Link, net: Net) -> Pin:
        is_right = self.sides[link][0] if link.is_tie else None
        return self._at_edge(_BELOW, (link.tail, link.tail_at, link.is_tie), net, is_right)

    def _arriving(self, link: Link, net: Net) -> Pin:
        is_right = self.sides[link][1] if link.is_tie else None
        return self._at_edge(_ABOVE, (link.head, link.head_at, link.is_tie), net, is_right)

    def _at_edge(self, side: int, end: tuple[int, float | None, bool], net: Net, is_right: bool | None) -> Pin:
        if (side, end, net) not in self.pins:
            node, at, _ = end
            left, right = self.lefts[node], self.rights[node]
            middle, inset = (left + right) / 2, min(FROM_CORNER, (right - left) / 2)
            if at is not None:
                pin = Pin(left + at, left + at, None, left + at)
            elif is_right is None:
                pin = Pin(left + inset, right - inset, middle, middle)
            elif is_right:
                quarter = (middle + right) / 2
                pin = Pin(middle, right - inset, quarter, quarter)
                self.ties[pin] = 1
            else:
                quarter = (left + middle) / 2
                pin = Pin(left + inset, middle, quarter, quarter)
                self.ties[pin] = -1
            if at is None:
                self.slots[self.ranked.rows[node], side, node].append(pin)
            self.pins[side, end, net] = pin
        return self.pins[side, end, net]

    def _pass(self, row: int, x: float, net: Net) -> Pin:
        nodes = self.rows[row]
        at = bisect_left(nodes, x, key=lambda node: self.ranked.middles[node])
        if (row, at, net) not in self.pins:
            low = self.rights[nodes[at - 1]] + BESIDE_SPOT if at else -_FAR
            high = self.lefts[nodes[at]] - BESIDE_SPOT if at < len(nodes) else _FAR
            if low > high:
                low = high = (low + high) / 2
            pin = Pin(low, high, None, min(max(x, low), high))
            self.slots[row, _BETWEEN, at].append(pin)
            self.pins[row, at, net] = pin
        return self.pins[row, at, net]


def _comes_from(pin: Pin) -> float:
    """Say from where lines come, about; those that go up come from the right."""
    return fmean(partner.x for partner in pin.partners) if pin.partners else _FAR
