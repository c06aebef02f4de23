"""What is measured of a drawing: crossings, bends, length, area, and how small its letters become.

A crossing is a place where pieces of two lines cross, one however many lines go there together. Lines of one tail or
one head that go a piece of their way together do not cross each other. A bend is a turn by more than 45 degrees within
12 pixels, which a curve that swings round slowly is not. Slanted is what stands more than two degrees off the level and
off the upright.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from tests.benchmarks.drawn import Drawn, Line, Point

PANELS: Final = {"usual": (640, 700), "wide": (1000, 700), "phone": (360, 600)}
"""Width and height, in pixels, of the places in which a picture is looked at as a whole."""

_CELL: Final = 48.0
_TURN_WITHIN: Final = 12.0
_SLANTED: Final = math.tan(math.radians(2))
_AT_AN_END: Final = 4.0
"""Pixels; so near to an end that they share, two lines meet, and do not cross."""

Piece = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured; lengths in pixels, the area in square pixels."""

    boxes: int
    lines: int
    crossings: int
    together: int
    """Pairs of lines with nothing in common that lie on each other for a piece: nobody can tell them apart."""
    through: int
    """Lines that run through a box that is not theirs."""
    bends: int
    length: float
    slanted: float
    width: float
    height: float
    letters: float

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    def letters_in(self, panel: str) -> float:
        """How large the smallest letters are when all of it is fitted into a panel; nothing is made larger."""
        width, height = PANELS[panel]
        return self.letters * min(1.0, width / self.width, height / self.height)


def figures_of(drawn: Drawn) -> Figures:
    """Measure a drawing."""
    pieces = [piece for line in drawn.lines for piece in pairwise(line.points)]
    crossings, together = _meetings(drawn.lines)
    return Figures(
        boxes=len(drawn.boxes),
        lines=len(drawn.lines),
        crossings=crossings,
        together=together,
        through=sum(_through(line, drawn) for line in drawn.lines),
        bends=sum(map(_bends, drawn.lines)),
        length=sum(math.dist(*piece) for piece in pieces),
        slanted=sum(math.dist(*piece) for piece in pieces if _is_slanted(*piece)),
        width=drawn.width,
        height=drawn.height,
        letters=drawn.letters,
    )


def _is_slanted(a: Point, b: Point) -> bool:
    across, down = abs(a.x - b.x), abs(a.y - b.y)
    return min(across, down) > _SLANTED * max(across, down)


def _bends(line: Line) -> int:
    """Count the turns: small ones to the same side, close to each other, are one."""
    bends, turned, since = 0, 0.0, 0.0
    for (a, b), (_, c) in pairwise(pairwise(line.points)):
        turn = math.remainder(math.atan2(c.y - b.y, c.x - b.x) - math.atan2(b.y - a.y, b.x - a.x), math.tau)
        since += math.dist(a, b)
        if turn * turned < 0 or since > _TURN_WITHIN:
            bends += abs(turned) > math.pi / 4
            turned, since = 0.0, 0.0
        turned += turn
    return bends + (abs(turned) > math.pi / 4)


def _through(line: Line, drawn: Drawn) -> bool:
    """Tell whether a line comes into a box by more than two pixels that it neither begins nor ends at."""
    across, down = [point.x for point in line.points], [point.y for point in line.points]
    return any(
        _enters(piece, box.left + 2, box.top + 2, box.right - 2, box.bottom - 2)
        for name, box in drawn.boxes.items()
        if name not in (line.tail, line.head)
        and min(across) < box.right
        and max(across) > box.left
        and min(down) < box.bottom
        and max(down) > box.top
        for piece in pairwise(line.points)
    )


def _enters(piece: Piece, left: float, top: float, right: float, bottom: float) -> bool:
    """Tell whether some of a straight piece lies inside a rectangle: what is outside each edge is cut off."""
    (x, y), (to_x, to_y) = piece
    first, last = 0.0, 1.0
    for start, way, low, high in ((x, to_x - x, left, right), (y, to_y - y, top, bottom)):
        if way == 0:
            if not low < start < high:
                return False
            continue
        one, other = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, one), min(last, other)
    return first < last


# --- where lines meet -------------------------------------------------------------------------------------------------


def _meetings(lines: tuple[Line, ...]) -> tuple[int, int]:
    """Count the places where lines cross, and the pairs of lines with nothing in common that lie on each other."""
    crossed: set[tuple[int, int, Point]] = set()
    together: set[tuple[int, int]] = set()
    for (one, at), (other, beside) in _near(lines):
        if one == other:
            continue
        first, second = lines[one], lines[other]
        pieces = (first.points[at], first.points[at + 1]), (second.points[beside], second.points[beside + 1])
        if _lie_together(*pieces):
            together.add((one, other))
        elif (place := _crossing(*pieces)) and not _meets_at_an_end(first, second, place):
            crossed.add((one, other, Point(round(place.x), round(place.y))))
    shared = {pair for pair in together if _are_related(lines[pair[0]], lines[pair[1]])}
    places = {place for one, other, place in crossed if (one, other) not in shared}
    return len(places), len(together) - len(shared)


def _near(lines: tuple[Line, ...]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Give the pairs of pieces that pass through one cell of a grid, each by the line's and the piece's number."""
    cells: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for number, line in enumerate(lines):
        for index, (a, b) in enumerate(pairwise(line.points)):
            for column in range(int(min(a.x, b.x) // _CELL), int(max(a.x, b.x) // _CELL) + 1):
                for row in range(int(min(a.y, b.y) // _CELL), int(max(a.y, b.y) // _CELL) + 1):
                    cells[column, row].append((number, index))
    for members in cells.values():
        yield from combinations(members, 2)


def _are_related(one: Line, other: Line) -> bool:
    return one.tail == other.tail or one.head == other.head


def _meets_at_an_end(one: Line, other: Line, place: Point) -> bool:
    ends = [one.points[0]] * (one.tail == other.tail) + [one.points[-1]] * (one.head == other.head)
    return any(math.dist(end, place) < _AT_AN_END for end in ends)


def _crossing(one: Piece, other: Piece) -> Point | None:
    """Where two pieces cross; what they begin at belongs to them, what they end at to the next piece of the line."""
    (a, b), (c, d) = one, other
    across, down = b.x - a.x, b.y - a.y
    to_x, to_y = d.x - c.x, d.y - c.y
    turn = across * to_y - down * to_x
    if abs(turn) < 1e-9:
        return None
    t = ((c.x - a.x) * to_y - (c.y - a.y) * to_x) / turn
    u = ((c.x - a.x) * down - (c.y - a.y) * across) / turn
    return Point(a.x + t * across, a.y + t * down) if 0 <= t < 1 and 0 <= u < 1 else None


def _lie_together(one: Piece, other: Piece) -> bool:
    """Tell whether two level or two upright pieces share more than a pixel."""
    for along, beside in ((0, 1), (1, 0)):
        level = [point[beside] for point in (*one, *other)]
        if max(level) - min(level) < 0.5:
            low = max(min(point[along] for point in piece) for piece in (one, other))
            return min(max(point[along] for point in piece) for piece in (one, other)) - low > 1
    return False
