"""Lines with right angles between cards: round corners, an arrow head where records arrive, dots for a store's use."""

from __future__ import annotations

from typing import Final

from topoviz.rendering.cards.model import Card, Link
from topoviz.rendering.picture import Change
from topoviz.rendering.places.model import Point, Way
from topoviz.rendering.svg.pen import Pen, at

CORNER: Final = 6.0
WIDTH: Final = 1.4
HEAD: Final = 8.0
_HALF: Final = 3.6
_DOTS: Final = 'stroke-dasharray="0.1 4" stroke-linecap="round"'


def draw_line(link: Link, way: Way, tail: Card, head: Card, pen: Pen) -> str:
    """Draw the line from one card to another."""
    change = _change(tail, head)
    colour = f"{change.value}-line" if change is not Change.NONE else "state-line" if link.uses else "line"
    classes = " ".join(
        ("line", *(["tie"] if link.uses else []), *([change.value] if change is not Change.NONE else []))
    )
    named = f' data-from="{link.tail}" data-to="{link.head}"' if pen.names_things else ""
    if link.uses:
        drawn = f'<path d="{path(way.points)}" {pen.stroke(colour, 2)} {_DOTS}/>'
    else:
        *rest, tip = way.points
        base = _before(rest[-1], tip)
        drawn = (
            f'<path d="{path((*rest, base))}" {pen.stroke(colour, WIDTH)}/>'
            f'<path d="{_arrow(base, tip)}" {pen.fill(colour)}/>'
        )
    return f'<g class="{classes}"{named}>{drawn}</g>\n'


def _change(tail: Card, head: Card) -> Change:
    return next((change for change in (Change.NEW, Change.GONE) if change in (tail.change, head.change)), Change.NONE)


def path(points: tuple[Point, ...]) -> str:
    """Write a chain of points with round corners, smaller ones where two lie close together."""
    parts = [f"M{at(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        radius = min(CORNER, _length(before, corner) / 2, _length(corner, after) / 2)
        start, end = _towards(corner, before, radius), _towards(corner, after, radius)
        turn = (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x)
        if radius == 0 or turn == 0:
            parts.append(f"L{at(corner)}")
        else:
            parts.append(f"L{at(start)}A{radius:g} {radius:g} 0 0 {int(turn > 0)} {at(end)}")
    return f"{''.join(parts)}L{at(points[-1])}"


def _length(one: Point, other: Point) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _towards(start: Point, end: Point, distance: float) -> Point:
    whole = _length(start, end) or 1.0
    share = distance / whole
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def _before(last: Point, tip: Point) -> Point:
    """Give the place where the head of an arrow begins that ends at the tip."""
    return _towards(tip, last, min(HEAD, _length(tip, last)))


def _arrow(base: Point, tip: Point) -> str:
    whole = _length(base, tip) or 1.0
    x, y = (base.y - tip.y) / whole * _HALF, (tip.x - base.x) / whole * _HALF
    return f"M{at(Point(base.x + x, base.y + y))}L{at(tip)}L{at(Point(base.x - x, base.y - y))}Z"
