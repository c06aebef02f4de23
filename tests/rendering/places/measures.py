"""How good places are, in numbers: what crosses, what bends, how long lines are and how much room all of it takes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Final

from topoviz.rendering.places.model import Arrangement, Point, Way

_Piece = tuple[float, float, float]
"""Where a straight piece stands, and from where to where it goes, from the smaller to the larger."""

_NEAR: Final = 0.01


def crossings(arrangement: Arrangement) -> int:
    """Count the points at which ways cross; where a way turns into another one, they meet."""
    across, down = _pieces(arrangement)
    corners = {(round(point.x, 1), round(point.y, 1)) for way in arrangement.ways for point in way.points}
    # From top to bottom: an upright piece begins, is met by level ones, and ends.
    events = [(start, 0, (x, x)) for x, start, _ in down]
    events += [(end, 2, (x, x)) for x, _, end in down]
    events += [(y, 1, (start, end)) for y, start, end in across]
    events.sort()
    open_now: list[float] = []
    found = 0
    for y, what, (left, right) in events:
        if what == 0:
            insort(open_now, left)
        elif what == 2:
            del open_now[bisect_left(open_now, left)]
        else:
            met = open_now[bisect_right(open_now, left) : bisect_left(open_now, right)]
            found += sum((round(x, 1), round(y, 1)) not in corners for x in met)
    return found


def bends(arrangement: Arrangement) -> int:
    """Count the corners of all ways."""
    return sum(
        1
        for way in arrangement.ways
        for a, b, c in zip(way.points, way.points[1:], way.points[2:], strict=False)
        if abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) > _NEAR
    )


def length(arrangement: Arrangement) -> float:
    """Add up the lengths of all ways, in pixels."""
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in _steps(arrangement))


def slanted_share(arrangement: Arrangement) -> float:
    """Tell how much of the length of all ways is neither level nor upright, from 0 to 1."""
    slanted = sum(
        hypot(b.x - a.x, b.y - a.y) for a, b in _steps(arrangement) if abs(b.x - a.x) > _NEAR and abs(b.y - a.y) > _NEAR
    )
    return slanted / whole if (whole := length(arrangement)) else 0.0


def area(arrangement: Arrangement) -> float:
    """Reckon the room that everything takes, in square pixels."""
    return arrangement.size.width * arrangement.size.height


def _steps(arrangement: Arrangement) -> Iterator[tuple[Point, Point]]:
    for way in arrangement.ways:
        yield from pairwise(way.points)


def _pieces(arrangement: Arrangement) -> tuple[list[_Piece], list[_Piece]]:
    """Give what is level and what is upright, each without its very ends, joined where several ways share a place."""
    across: dict[float, list[tuple[float, float]]] = {}
    down: dict[float, list[tuple[float, float]]] = {}
    for way in arrangement.ways:
        for a, b in pairwise(_straightened(way)):
            if abs(a.y - b.y) <= _NEAR:
                across.setdefault(round(a.y, 2), []).append((min(a.x, b.x), max(a.x, b.x)))
            else:
                down.setdefault(round(a.x, 2), []).append((min(a.y, b.y), max(a.y, b.y)))
    return _joined(across), _joined(down)


def _joined(pieces: dict[float, list[tuple[float, float]]]) -> list[_Piece]:
    joined: list[_Piece] = []
    for place, parts in pieces.items():
        parts.sort()
        start, end = parts[0]
        for left, right in parts[1:]:
            if left > end + _NEAR:
                joined.append((place, start + _NEAR, end - _NEAR))
                start, end = left, right
            end = max(end, right)
        joined.append((place, start + _NEAR, end - _NEAR))
    return joined


def _straightened(way: Way) -> list[Point]:
    """Leave out points between which nothing bends."""
    kept = list(way.points[:1])
    for at, point in enumerate(way.points[1:], 1):
        following = way.points[at + 1] if at + 1 < len(way.points) else None
        last = kept[-1]
        if following is not None and (last.x == point.x == following.x or last.y == point.y == following.y):
            continue
        if point != last:
            kept.append(point)
    return kept
