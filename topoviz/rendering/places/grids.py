"""Many nodes that hang on one alone stand in a grid: in one row they would be wider than any screen.

Ends hang below the node that flows into them, beginnings above the one they flow into. A grid is laid out as one node;
a line runs down between its middle columns, and from that one along each row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import isqrt
from typing import Final

from topoviz.rendering.places.layers import Graph, Link, Node, Place, Placed
from topoviz.rendering.places.model import Point, Size
from topoviz.rendering.places.shelves import fit
from topoviz.rendering.places.spacing import ABOVE_TRACKS, BELOW_TRACKS, BETWEEN_SPOTS, TRACK
from topoviz.rendering.places.ways import straightened

MOST_IN_A_ROW: Final = 12

Points = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class _Grid:
    """Nodes in rows below a line: their corners and ways from where the line comes in, `at` from the left."""

    size: Size
    at: float
    corners: Points
    ways: tuple[Points, ...]

    def upside_down(self, heights: Sequence[float]) -> _Grid:
        """Put the rows above the line that they flow into."""
        low = self.size.height
        corners = (Point(one.x, low - one.y - height) for one, height in zip(self.corners, heights, strict=True))
        ways = (tuple(Point(one.x, low - one.y) for one in reversed(way)) for way in self.ways)
        return replace(self, corners=tuple(corners), ways=tuple(ways))


@dataclass(frozen=True, slots=True)
class Gathered:
    """A graph with one node for each grid, and how the graph that it was made of is found in it."""

    graph: Graph
    _numbers: tuple[int, ...]
    """By each node of the former graph: which node it is now, or in which it stands."""
    _links: Mapping[Link, Link]
    _inside: Mapping[int, Point]
    """Where nodes stand in their grid."""
    _ways: Mapping[Link, Points]
    """What is inside a grid of former links."""

    def spread(self, placed: Placed) -> Placed:
        """Give each node and link of the former graph its place, now that grids have theirs."""
        origin = Point(0, 0)
        corners = tuple(
            _moved([self._inside.get(node, origin)], placed.corners[number])[0]
            for node, number in enumerate(self._numbers)
        )
        ways = {}
        for former, link in self._links.items():
            way = placed.ways[link]
            inside = self._ways.get(former, ())
            if former.head in self._inside:
                way = straightened((*way, *_moved(inside, placed.corners[link.head])))
            elif former.tail in self._inside:
                way = straightened((*_moved(inside, placed.corners[link.tail]), *way))
            ways[former] = way
        return Placed(placed.size, corners, ways)


def gathered(graph: Graph, panel: Size) -> Gathered:
    """Put into grids what hangs on one node, where it is much; a grid suits the proportions of the panel."""
    groups = {key: links for key, links in _hanging(graph).items() if len(links) > MOST_IN_A_ROW}
    inside = {link.head if is_below else link.tail for (_, _, is_below), links in groups.items() for link in links}
    kept = [node for node in range(len(graph.nodes)) if node not in inside]
    numbers = {node: number for number, node in enumerate(kept)}
    nodes = [graph.nodes[node] for node in kept]
    links: dict[Link, Link] = {}
    corners: dict[int, Point] = {}
    ways: dict[Link, Points] = {}
    for (node, node_at, is_below), members in groups.items():
        ends = [link.head if is_below else link.tail for link in members]
        ats = [link.head_at if is_below else link.tail_at for link in members]
        sizes = [graph.nodes[end].size for end in ends]
        grid = _grid(sizes, ats, panel)
        if not is_below:
            grid = grid.upside_down([size.height for size in sizes])
        numbers |= dict.fromkeys(ends, len(nodes))
        link = (
            Link(numbers[node], len(nodes), tail_at=node_at, head_at=grid.at)
            if is_below
            else Link(len(nodes), numbers[node], tail_at=grid.at, head_at=node_at)
        )
        nodes.append(Node(grid.size, Place.LOWEST if is_below else Place.HIGHEST))
        links |= dict.fromkeys(members, link)
        corners |= dict(zip(ends, grid.corners, strict=True))
        ways |= dict(zip(members, grid.ways, strict=True))
    for link in graph.links:
        if link not in links:
            links[link] = replace(link, tail=numbers[link.tail], head=numbers[link.head])
    made = Graph(tuple(nodes), tuple(dict.fromkeys(links[link] for link in graph.links)))
    return Gathered(made, tuple(numbers[node] for node in range(len(graph.nodes))), links, corners, ways)


def _hanging(graph: Graph) -> dict[tuple[int, float | None, bool], list[Link]]:
    """Group the links of nodes that have no other: by the node they hang on, where, and whether below it."""
    counts = [0] * len(graph.nodes)
    for link in graph.links:
        counts[link.tail] += 1
        counts[link.head] += 1
    found: dict[tuple[int, float | None, bool], list[Link]] = defaultdict(list)
    for link in graph.links:
        if link.is_tie:
            continue
        if counts[link.head] == 1 and graph.nodes[link.head].place is Place.ANY:
            found[link.tail, link.tail_at, True].append(link)
        elif counts[link.tail] == 1 and graph.nodes[link.tail].place is Place.ANY:
            found[link.head, link.head_at, False].append(link)
    return found


def _grid(sizes: Sequence[Size], ats: Sequence[float | None], panel: Size) -> _Grid:
    """Choose how many columns there are, and put everything into them row by row."""
    score = fit(panel)
    most = 2 * isqrt(len(sizes))
    return max((_in_columns(sizes, ats, count) for count in range(2, most + 1)), key=lambda grid: score(grid.size))


def _in_columns(sizes: Sequence[Size], ats: Sequence[float | None], count: int) -> _Grid:
    columns = [max(size.width for size in sizes[column::count]) for column in range(count)]
    rows = [max(size.height for size in sizes[start : start + count]) for start in range(0, len(sizes), count)]
    middle = count // 2
    apart = [BETWEEN_SPOTS + (TRACK if column == middle - 1 else 0) for column in range(count)]
    lefts = list(accumulate((width + gap for width, gap in zip(columns, apart, strict=True)), initial=0.0))
    tops = list(accumulate((height + ABOVE_TRACKS + BELOW_TRACKS for height in rows), initial=BELOW_TRACKS))
    at = lefts[middle] - apart[middle - 1] / 2
    corners, ways = [], []
    for index, (size, end) in enumerate(zip(sizes, ats, strict=True)):
        row, column = divmod(index, count)
        corner = Point(lefts[column] + (columns[column] - size.width) / 2, tops[row])
        x, y = corner.x + (size.width / 2 if end is None else end), corner.y - BELOW_TRACKS
        corners.append(corner)
        ways.append((Point(at, 0), Point(at, y), Point(x, y), Point(x, corner.y)))
    size = Size(lefts[-1] - BETWEEN_SPOTS, tops[-1] - ABOVE_TRACKS - BELOW_TRACKS)
    return _Grid(size, at, tuple(corners), tuple(ways))


def _moved(points: Sequence[Point], by: Point) -> Points:
    return tuple(Point(point.x + by.x, point.y + by.y) for point in points)
