"""The outlines of cards, tags and bars, as paths from their top left corner."""

from __future__ import annotations

from typing import Final

from topoviz.rendering.cards.measure import BAR, TAG_TIP
from topoviz.rendering.picture import Kind
from topoviz.rendering.places.model import Size

ROUND: Final = 8.0
_RADII: Final = dict.fromkeys((Kind.STATEFUL, Kind.STORE, Kind.GLOBAL_STORE, Kind.STATEFUL_TASK), 0.0)
_TAGS: Final = (Kind.TOPIC, Kind.REPARTITION)


def card_outline(kind: Kind, size: Size) -> str:
    """Draw the edge of a card: a tag for a topic, square corners where there is state, else round ones."""
    return arrow_tag(size) if kind in _TAGS else rounded(size, _RADII.get(kind, ROUND))


def arrow_tag(size: Size) -> str:
    """Draw a tag that points right."""
    across, down = size.width, size.height
    return f"M0 0H{across - TAG_TIP:g}L{across:g} {down / 2:g}L{across - TAG_TIP:g} {down:g}H0Z"


def rounded(size: Size, radius: float) -> str:
    """Draw a rectangle with round corners, or square ones for radius 0."""
    across, down = size.width, size.height
    if radius == 0:
        return f"M0 0H{across:g}V{down:g}H0Z"
    arc = f"a{radius:g} {radius:g} 0 0 1"
    return (
        f"M{radius:g} 0H{across - radius:g}{arc} {radius:g} {radius:g}V{down - radius:g}{arc} {-radius:g} {radius:g}"
        f"H{radius:g}{arc} {-radius:g} {-radius:g}V{radius:g}{arc} {radius:g} {-radius:g}Z"
    )


def bar_above(size: Size) -> str:
    """Draw the bar along the upper edge of a round card."""
    return f"{_corner(0, BAR, 0, ROUND, 1)}H{size.width - ROUND:g}{_arc(size.width, BAR, 1)}Z"


def bar_below(size: Size) -> str:
    """Draw the bar along the lower edge of a round card."""
    low = size.height
    return f"{_corner(low, low - BAR, 0, ROUND, 0)}H{size.width - ROUND:g}{_arc(size.width, low - BAR, 0)}Z"


def _corner(edge: float, inner: float, left: float, right: float, sweep: int) -> str:
    return f"M{left + _IN:g} {inner:g}A{ROUND:g} {ROUND:g} 0 0 {sweep} {right:g} {edge:g}"


def _arc(width: float, inner: float, sweep: int) -> str:
    return f"A{ROUND:g} {ROUND:g} 0 0 {sweep} {width - _IN:g} {inner:g}"


_IN: Final = ROUND - (ROUND**2 - (ROUND - BAR) ** 2) ** 0.5
"""How far in the round edge of a card is where the bar ends."""
