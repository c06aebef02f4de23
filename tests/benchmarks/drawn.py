"""What an SVG of ours shows, as plain values: how many boxes, and where each line goes.

It is read from the text alone, so that pictures are measured alike whatever has drawn them: with curves or right
angles, with a box for each thing or cards of rows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

_SVG: Final = "{http://www.w3.org/2000/svg}"
_TOKENS: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_NUMBERS_OF: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
_PIECE: Final = 6.0
"""Pixels in a straight piece of a curve, about."""


class Point(NamedTuple):
    """A place in pixels, from the top left."""

    x: float
    y: float


class Rectangle(NamedTuple):
    """By its edges, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def corners(self) -> tuple[Point, Point]:
        """The first and the last."""
        return Point(self.left, self.top), Point(self.right, self.bottom)

    def distance_to(self, point: Point) -> float:
        """How far outside a point lies; 0 inside."""
        across = max(self.left - point.x, 0.0, point.x - self.right)
        return math.hypot(across, max(self.top - point.y, 0.0, point.y - self.bottom))


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two boxes as a chain of straight pieces; a rounded corner is the corner that it rounds."""

    tail: str
    head: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing: its size and its smallest letters in pixels, its boxes by their names, and its lines.

    The size is that of what is drawn, without notes above it and margins round it.
    """

    width: float
    height: float
    letters: float
    boxes: Mapping[str, Rectangle]
    lines: tuple[Line, ...]


def read_drawing(svg: str) -> Drawn:
    """Read an SVG that was drawn without a legend."""
    root = ET.fromstring(svg)  # noqa: S314  # what we drew ourselves
    found = tuple(_groups(root, Point(0.0, 0.0)))
    boxes = {_name(group): _bounds(group, at) for group, at in found if {"box", "card"} & _classes(group)}
    frames = [_bounds(group, at) for group, at in found if "frame" in _classes(group)]
    letters = (float(text.get("font-size", "inf")) for text in root.iter(f"{_SVG}text") if (text.text or "").strip())
    lines = tuple(
        _line(group, flat(path.get("d", ""), at), boxes)
        for group, at in found
        if {"picture", "line"} & _classes(group)
        for path in group.findall(f"{_SVG}path")
        if path.get("fill") == "none"
    )
    corners = chain(*(one.corners for one in (*boxes.values(), *frames)), *(one.points for one in lines))
    whole = _round(tuple(corners))
    size = whole.right - whole.left, whole.bottom - whole.top
    return Drawn(*size, min(letters, default=math.inf), boxes, lines)


def _groups(element: ET.Element, at: Point) -> Iterator[tuple[ET.Element, Point]]:
    """Go through all groups, each with the place that its own coordinates begin at."""
    for group in element.findall(f"{_SVG}g"):
        across, down = re.findall(r"-?[\d.]+", group.get("transform", "translate(0 0)"))
        here = Point(at.x + float(across), at.y + float(down))
        yield group, here
        yield from _groups(group, here)


def _classes(element: ET.Element) -> set[str]:
    return set(element.get("class", "").split())


def _name(group: ET.Element) -> str:
    return group.get("data-card") or group.get("id", "")


def _bounds(group: ET.Element, at: Point) -> Rectangle:
    """The place of what is drawn first in a box: its outline."""
    for shape in group.iter():
        if shape.tag == f"{_SVG}rect":
            left, top = at.x + float(shape.get("x", 0)), at.y + float(shape.get("y", 0))
            return Rectangle(left, top, left + float(shape.get("width", 0)), top + float(shape.get("height", 0)))
        if shape.tag == f"{_SVG}path":
            return _round(flat(shape.get("d", ""), at))
    raise ValueError("a box without an outline")


def _round(points: tuple[Point, ...]) -> Rectangle:
    across, down = [point.x for point in points], [point.y for point in points]
    return Rectangle(min(across), min(down), max(across), max(down))


def _line(group: ET.Element, points: tuple[Point, ...], boxes: Mapping[str, Rectangle]) -> Line:
    """Name the ends of a line; where the drawing does not, they are the boxes that are next to them."""
    tail, head = (
        group.get(named) or min(boxes, key=lambda name: boxes[name].distance_to(end))
        for named, end in (("data-from", points[0]), ("data-to", points[-1]))
    )
    return Line(tail, head, points)


# --- paths ------------------------------------------------------------------------------------------------------------


def flat(path: str, at: Point) -> tuple[Point, ...]:
    """Turn a path into straight pieces; `at` is the place that its coordinates begin at."""
    here = Point(0.0, 0.0)
    points: list[Point] = []
    for letter, numbers in _commands(path):
        moved = Point(0.0, 0.0) if letter.isupper() else here
        match letter.upper():
            case "H":
                pieces = [Point(numbers[0] + moved.x, here.y)]
            case "V":
                pieces = [Point(here.x, numbers[0] + moved.y)]
            case "C":
                pieces = _curve(here, *_pairs(numbers, moved))
            case "A":
                pieces = _corner(points, Point(numbers[5] + moved.x, numbers[6] + moved.y))
            case _:
                # The middle point of a quadratic curve is the corner that it rounds.
                pieces = _pairs(numbers, moved)
        points += pieces
        here = points[-1]
    kept = [one for index, one in enumerate(points) if not index or one != points[index - 1]]
    return tuple(Point(point.x + at.x, point.y + at.y) for point in kept)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Give each command with its numbers; a letter stands for as many as numbers follow it."""
    letter, numbers = "", []
    for token in _TOKENS.findall(path):
        if token.isalpha():
            letter, numbers = token, []
            continue
        numbers.append(float(token))
        if len(numbers) == _NUMBERS_OF[letter.upper()]:
            yield letter, numbers
            # What follows a place to begin at is drawn.
            letter, numbers = {"M": "L", "m": "l"}.get(letter, letter), []


def _pairs(numbers: list[float], moved: Point) -> list[Point]:
    return [Point(x + moved.x, y + moved.y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _corner(points: list[Point], end: Point) -> list[Point]:
    """Put back the corner that an arc rounds: what was drawn last goes on until it is beside the end."""
    if len(points) < 2:
        return [end]
    before, start = points[-2:]
    is_level = abs(start.x - before.x) > abs(start.y - before.y)
    return [Point(end.x, start.y) if is_level else Point(start.x, end.y), end]


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    steps = max(2, round((math.dist(a, b) + math.dist(b, c) + math.dist(c, d)) / _PIECE))
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        points.append(
            Point(
                sum(weight * point.x for weight, point in zip(weights, (a, b, c, d), strict=True)),
                sum(weight * point.y for weight, point in zip(weights, (a, b, c, d), strict=True)),
            )
        )
    return points
