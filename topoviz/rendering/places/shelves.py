"""Rectangles side by side and under each other, so that all of them suit the proportions of a panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.rendering.places.model import Point, Size
from topoviz.rendering.places.nesting import Shape, nest

_WIDTHS: Final = 8
"""So many widths are tried, and as many about the best of these."""
_MOST_NESTED: Final = 12
_MOST_PIECES: Final = 400
_PARTS_OF_WIDTH: Final = (0.7, 0.85, 1.0, 1.2)
_GAIN: Final = 1.04
"""What stands in hollows is less tidy, so it has to be this much larger."""
_LEAST_SCALE: Final = 11 / 13
"""Letters are opened no smaller than 11 pixels."""
_MARGINS: Final = 40.0
"""What is left free around a picture, at both sides together."""
_TOO_WIDE: Final = 0.92
_LOOK_BACK: Final = 8
"""So many shelves, and columns of each, are looked at for room."""


@dataclass(slots=True)
class _Shelf:
    """Columns of rectangles; the first of all is the highest, and the first of a column is its widest."""

    top: float
    bottom: float
    right: float = 0.0
    columns: list[_Column] = field(default_factory=list)


@dataclass(slots=True)
class _Column:
    x: float
    y: float
    width: float


def fit(panel: Size) -> Callable[[Size], float]:
    """Say how large something can be shown in a panel; of what is shown as large, the smaller is better.

    What is too wide to be read in the panel without moving it sideways has to be larger than what is only scrolled.
    """
    readable = readable_width(panel)

    def score(size: Size) -> float:
        scale = min(panel.width / max(size.width, 1), panel.height / max(size.height, 1))
        return scale * (_TOO_WIDE if size.width > readable else 1) - 1e-9 * size.width * size.height

    return score


def readable_width(panel: Size) -> float:
    """Give the width up to which letters need not be smaller than 11 pixels in a panel."""
    return panel.width / _LEAST_SCALE - _MARGINS


def pack(
    shapes: Sequence[Shape], sizes: Sequence[Size], score: Callable[[Size], float], apart: float
) -> tuple[Size, tuple[Point, ...]]:
    """Give each shape its top left corner; a few stand in the hollows of others, where that gains enough."""
    shelved = shelve(sizes, score, apart)
    if not 1 < len(shapes) <= _MOST_NESTED or sum(map(len, shapes)) > _MOST_PIECES:
        return shelved
    least = max(size.width for size in sizes)
    widths = sorted({least, *(max(least, shelved[0].width * part) for part in _PARTS_OF_WIDTH)})
    nested = max((nest(shapes, sizes, width, apart) for width in widths), key=lambda one: score(one[0]))
    return nested if score(nested[0]) > _GAIN * score(shelved[0]) else shelved


Packer = Callable[[Sequence[Shape], Sequence[Size], Callable[[Size], float], float], tuple[Size, tuple[Point, ...]]]
"""Gives shapes their top left corners, as `pack` does."""


def pack_in_order(
    widest: float,
    most: int,
    shapes: Sequence[Shape],
    sizes: Sequence[Size],
    score: Callable[[Size], float],
    apart: float,
) -> tuple[Size, tuple[Point, ...]]:
    """Put rectangles into rows as words of a text, at most so many in one, which is no wider than can be read."""
    corners = []
    x = y = right = height = 0.0
    count = 0
    for size in sizes:
        if count and (count == most or x + size.width > widest):
            x, y, height, count = 0.0, y + height + apart, 0.0, 0
        corners.append(Point(x, y))
        right = max(right, x + size.width)
        x, height, count = x + size.width + apart, max(height, size.height), count + 1
    return Size(right, y + height), tuple(corners)


def shelve(sizes: Sequence[Size], score: Callable[[Size], float], apart: float) -> tuple[Size, tuple[Point, ...]]:
    """Give each rectangle its top left corner, and say how much room all of them need; the best score is taken."""
    if not sizes:
        return Size(0, 0), ()
    least = max(size.width for size in sizes)
    most = sum(size.width + apart for size in sizes) - apart
    if most <= least:
        return _shelved(sizes, most + 0.5, apart)

    def tried(share: float) -> _Tried:
        shelved = _shelved(sizes, least * (most / least) ** share + 0.5, apart)
        return score(shelved[0]), -share, shelved

    step = 1 / (_WIDTHS - 1)
    coarse = max((tried(number * step) for number in range(_WIDTHS)), key=lambda one: one[:2])
    near = (-coarse[1] + step * (number / _WIDTHS - 0.5) * 2 for number in range(1, _WIDTHS))
    fine = (tried(share) for share in near if 0 <= share <= 1)
    return max((coarse, *fine), key=lambda one: one[:2])[2]


_Tried = tuple[float, float, tuple[Size, tuple[Point, ...]]]
"""How good it is, how narrow, and what came of it."""


def _shelved(sizes: Sequence[Size], width: float, apart: float) -> tuple[Size, tuple[Point, ...]]:
    """Begin with the highest; below a lower one there is room for others that are no wider."""
    corners = [Point(0, 0)] * len(sizes)
    shelves: list[_Shelf] = []
    reached = 0.0
    for index in sorted(range(len(sizes)), key=lambda index: -sizes[index].height):
        column = _column_for(sizes[index], shelves[-_LOOK_BACK:], width, apart)
        if column is None:
            top = shelves[-1].bottom + apart if shelves else 0.0
            shelves.append(_Shelf(top, top + sizes[index].height))
            column = _new_column(sizes[index], shelves[-1], apart)
        corners[index] = Point(column.x, column.y)
        column.y += sizes[index].height + apart
        reached = max(reached, column.x + sizes[index].width)
    return Size(reached, shelves[-1].bottom), tuple(corners)


def _column_for(size: Size, shelves: Sequence[_Shelf], width: float, apart: float) -> _Column | None:
    for shelf in shelves:
        for column in shelf.columns[-_LOOK_BACK:]:
            if size.width <= column.width and column.y + size.height <= shelf.bottom:
                return column
        if shelf.right + size.width <= width:
            return _new_column(size, shelf, apart)
    return None


def _new_column(size: Size, shelf: _Shelf, apart: float) -> _Column:
    column = _Column(shelf.right, shelf.top, size.width)
    shelf.columns.append(column)
    shelf.right += size.width + apart
    return column
