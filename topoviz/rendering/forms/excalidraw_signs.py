"""The signs of our drawings as Excalidraw's elements: what a row is, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from topoviz.rendering.cards.model import Row, RowKind
from topoviz.rendering.forms.excalidraw_shapes import Paint, Sketch
from topoviz.rendering.picture import Change, Kind
from topoviz.rendering.places.model import Point, Rectangle, Size
from topoviz.rendering.style import line_of

_TIP: Final = 10.0
_STEPS: Final = 8
"""Straight lines in half an ellipse of a cylinder."""

_CHANGES: Final[dict[Change, tuple[str, tuple[tuple[tuple[float, float], ...], ...]]]] = {
    Change.NEW: ("new-line", (((-4, 0), (4, 0)), ((0, -4), (0, 4)))),
    Change.GONE: ("gone-line", (((-4, 0), (4, 0)),)),
    Change.MOVED: ("ink", (((0, -5), (0, 5)), ((-2.5, -2.5), (0, -5), (2.5, -2.5)), ((-2.5, 2.5), (0, 5), (2.5, 2.5)))),
    Change.PROMOTED: ("ink", (((0, 5), (0, -4.5)), ((-3.5, -1), (0, -4.5), (3.5, -1)))),
    Change.CHANGED: ("ink", (((-4.5, 1), (-2.5, -1.5), (0, 0), (2.5, 1.5), (4.5, -1)),)),
}


def tag_points(place: Rectangle) -> tuple[Point, ...]:
    """Draw round a tag that points right: the shape of a topic."""
    tip = min(_TIP, place.width / 3)
    return (
        Point(place.x, place.y), Point(place.right - tip, place.y), Point(place.right, place.y + place.height / 2),
        Point(place.right - tip, place.bottom), Point(place.x, place.bottom), Point(place.x, place.y),
    )  # fmt: skip


def bar_points(place: Rectangle, radius: float, *, is_below: bool) -> tuple[Point, ...]:
    """Draw round a bar along an edge of a card, inside its round corners."""
    turns = [place.height * step / 3 for step in range(4)]
    inset = [radius - (radius**2 - (radius - turn) ** 2) ** 0.5 for turn in turns]
    heights = [place.bottom - turn if is_below else place.y + turn for turn in turns]
    left = [Point(place.x + away, down) for away, down in zip(inset, heights, strict=True)]
    right = [Point(place.right - away, down) for away, down in zip(inset, heights, strict=True)]
    return (*left, *reversed(right), left[0])


def draw_row_sign(sketch: Sketch, row: Row, middle: Point) -> None:
    """Draw what a row is about a place, or that something is hidden in it."""
    if row.kind is RowKind.MORE:
        points = [Point(middle.x + x, middle.y + y) for x, y in ((-2, -4), (2, 0), (-2, 4))]
        sketch.line(points, Paint(line="quiet", width=1.6))
        return
    box = row.box
    name = line_of(box.kind, box.change)
    style = "dashed" if box.is_unsure or box.kind is Kind.REPARTITION else "solid"
    _draw_kind(sketch, box.kind, middle, Paint(fill=name), Paint(line=name, width=1.3, style=style))


def draw_change_sign(sketch: Sketch, change: Change, middle: Point) -> None:
    """Draw plus, minus, an arrow both ways or a wave in a circle; nothing where nothing is to be said."""
    if change not in _CHANGES:
        return
    name, lines = _CHANGES[change]
    sketch.ellipse(_about(middle, Size(16, 16)), Paint(name, "paper", 1.6))
    for line in lines:
        sketch.line([Point(middle.x + x, middle.y + y) for x, y in line], Paint(line=name, width=1.8))


def _draw_kind(sketch: Sketch, kind: Kind, middle: Point, solid: Paint, hollow: Paint) -> None:
    match kind:
        case Kind.STATELESS:
            sketch.ellipse(_about(middle, Size(5, 5)), solid)
        case Kind.KEY_CHANGING:
            sketch.diamond(_about(middle, Size(10, 10)), solid)
        case Kind.STATEFUL:
            sketch.rectangle(_about(middle, Size(7, 7)), solid)
        case Kind.SOURCE | Kind.SINK:
            away = -3.75 if kind is Kind.SOURCE else 3.75
            sketch.rectangle(_about(Point(middle.x, middle.y + away), Size(10, 2.5)), solid)
            sketch.ellipse(_about(Point(middle.x, middle.y - away / 2), Size(5, 5)), solid)
        case Kind.TASK | Kind.STATEFUL_TASK:
            sketch.rectangle(_about(middle, Size(9, 9)), hollow)
            inside = sketch.ellipse if kind is Kind.TASK else sketch.rectangle
            inside(_about(middle, Size(3, 3)), solid)
        case Kind.ACTIVE:
            sketch.ellipse(_about(middle, Size(9, 9)), solid)
        case Kind.STANDBY | Kind.WARM_UP | Kind.WITHHELD:
            sketch.ellipse(_about(middle, Size(8, 8)), hollow)
            _draw_inside(sketch, kind, middle, hollow)
        case Kind.CLIENT:
            sketch.rectangle(_about(Point(middle.x, middle.y - 1), Size(10, 7)), hollow)
            sketch.line(_shifted(middle, (-3, 5), (3, 5)), hollow)
        case Kind.THREAD:
            sketch.line(_shifted(middle, (-3.5, -4.5), (4.5, 0), (-3.5, 4.5), (-3.5, -4.5)), hollow)
        case Kind.IDLE_THREAD:
            for across in (-2.5, 2.5):
                sketch.line(_shifted(middle, (across, -4), (across, 4)), hollow)
        case Kind.SUB_TOPOLOGY:
            sketch.rectangle(_about(middle, Size(10, 8)), hollow, 2)
        case Kind.TOPIC | Kind.REPARTITION:
            sketch.line(tag_points(_about(middle, Size(11, 7))), hollow)
        case Kind.STORE | Kind.GLOBAL_STORE | Kind.GLOBAL_THREAD:
            _draw_cylinder(sketch, middle, hollow, is_double=kind is not Kind.STORE)


def _draw_inside(sketch: Sketch, kind: Kind, middle: Point, paint: Paint) -> None:
    """Fill half the sign of a warm-up, and put hands into that of a task that waits."""
    if kind is Kind.WARM_UP:
        for half, down in ((4, 0), (3.5, 1.5), (2.5, 3)):
            sketch.line(_shifted(middle, (-half, down), (half, down)), paint)
    elif kind is Kind.WITHHELD:
        sketch.line(_shifted(middle, (0, -3), (0, 0), (2.5, 0)), paint)


def _shifted(middle: Point, *points: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(middle.x + x, middle.y + y) for x, y in points)


def _draw_cylinder(sketch: Sketch, middle: Point, paint: Paint, *, is_double: bool) -> None:
    low, high = middle.y + 4, middle.y - 4
    bottom = _half(Point(middle.x, low), downwards=True)
    top = _half(Point(middle.x, high), downwards=False)
    sketch.line((*bottom, *reversed(top), bottom[0]), paint)
    for down in (high, high + 2.5) if is_double else (high,):
        sketch.line(_half(Point(middle.x, down), downwards=True), paint)


def _half(middle: Point, *, downwards: bool) -> Sequence[Point]:
    """Follow half an ellipse from left to right."""
    angles = [pi * step / _STEPS for step in range(_STEPS + 1)]
    way = 2 if downwards else -2
    return [Point(middle.x - 5 * cos(angle), middle.y + way * sin(angle)) for angle in angles]


def _about(middle: Point, size: Size) -> Rectangle:
    return Rectangle(middle.x - size.width / 2, middle.y - size.height / 2, size.width, size.height)
