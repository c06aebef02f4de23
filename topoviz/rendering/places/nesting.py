"""Parts in the hollows of others: each takes the first place, row by row, where nothing stands in its way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Final

from topoviz.rendering.places.layers import Graph, Placed
from topoviz.rendering.places.model import Point, Rectangle, Size

_CELL: Final = 8
_STEP: Final = 2
"""Cells between two places that are tried."""

Shape = tuple[Rectangle, ...]


def shape_of(graph: Graph, placed: Placed) -> Shape:
    """Give all that must not be covered: nodes, and lines as rectangles without width or height."""
    nodes = (
        Rectangle(corner.x, corner.y, node.size.width, node.size.height)
        for corner, node in zip(placed.corners, graph.nodes, strict=True)
    )
    lines = (
        Rectangle(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y))
        for way in placed.ways.values()
        for a, b in pairwise(way)
    )
    return (*nodes, *lines)


def nest(shapes: Sequence[Shape], sizes: Sequence[Size], width: float, apart: float) -> tuple[Size, tuple[Point, ...]]:
    """Place the largest first, then the others within a width, from the top; one that is wider stands by itself."""
    margin = ceil(apart / _CELL)
    taken: list[int] = []
    corners = [Point(0, 0)] * len(shapes)
    right = bottom = 0.0
    for index in sorted(range(len(shapes)), key=lambda index: -sizes[index].width * sizes[index].height):
        size = sizes[index]
        wide = _cells(shapes[index], margin)
        last = max(int((width - size.width) // _CELL), 0)
        x, y = _free(taken, wide, last)
        corners[index] = Point(x * _CELL, y * _CELL)
        right, bottom = max(right, x * _CELL + size.width), max(bottom, y * _CELL + size.height)
        for row, cells in enumerate(_cells(shapes[index], 0), y + margin):
            taken.extend([0] * (row + 1 - len(taken)))
            taken[row] |= cells << (x + margin)
    return Size(right, bottom), tuple(corners)


def _cells(shape: Shape, margin: int) -> list[int]:
    """Mark the cells of a shape and those around it; the first cell is as far out as the margin."""
    rows = [0] * (max(int(one.bottom // _CELL) for one in shape) + 1 + 2 * margin)
    for one in shape:
        left, right = int(one.x // _CELL), int(one.right // _CELL) + 2 * margin
        cells = ((1 << (right - left + 1)) - 1) << left
        for row in range(int(one.y // _CELL), int(one.bottom // _CELL) + 2 * margin + 1):
            rows[row] |= cells
    return rows


def _free(taken: Sequence[int], rows: Sequence[int], last: int) -> tuple[int, int]:
    for y in range(0, len(taken), _STEP):
        around = [(cells, stood) for cells, stood in zip(rows, taken[y:], strict=False) if stood]
        for x in range(0, last + 1, _STEP):
            if not any((cells << x) & stood for cells, stood in around):
                return x, y
    return 0, len(taken) + len(taken) % _STEP
