"""A graph whose nodes stand in rows, and what is found out about it: rows, places, ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from topoviz.rendering.places.model import Point, Size


class Place(Enum):
    """In which row a node may stand: a line that comes in or goes out begins or ends above or below all others.

    So does a grid, beside those lines; elsewhere it would keep what follows in other branches far away.
    """

    ANY = auto()
    FIRST = auto()
    LAST = auto()
    HIGHEST = auto()
    LOWEST = auto()


@dataclass(frozen=True, slots=True)
class Node:
    """Something with a size, in pixels; in trees, the smaller `order` is further left; 0 is none.

    Nodes of one `row` stand beside each other as they follow one another.
    """

    size: Size
    place: Place = Place.ANY
    order: int = 0
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """From the lower edge of a node to the upper edge of another, both by their index.

    `tail_at` and `head_at` say how far from the left edge of its node the line leaves or arrives; None leaves it open.
    """

    tail: int
    head: int
    is_tie: bool = False
    tail_at: float | None = None
    head_at: float | None = None

    @property
    def ends(self) -> Ends:
        """Where it begins and ends, whatever it is."""
        return (self.tail, self.tail_at, self.head, self.head_at)


Ends = tuple[int, float | None, int, float | None]


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes, and links between them, each only once."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """The row of each node, where its middle is, and where links go past the rows between their ends.

    `back` are the links that go up, against the flow; they have no entry in `passes`.
    """

    rows: tuple[int, ...]
    middles: tuple[float, ...]
    passes: Mapping[Ends, tuple[float, ...]]
    back: frozenset[Link] = frozenset()


@dataclass(frozen=True, slots=True)
class Placed:
    """A graph with a place for each node, by its top left corner, and a way for each link."""

    size: Size
    corners: tuple[Point, ...]
    ways: Mapping[Link, tuple[Point, ...]]


def backward(graph: Graph) -> frozenset[Link]:
    """Find the links that close a circle, going deep first in the order in which they stand."""
    leaving: list[list[Link]] = [[] for _ in graph.nodes]
    for one in graph.links:
        leaving[one.tail].append(one)
    found: set[Link] = set()
    is_open: dict[int, bool] = {}
    for start in range(len(graph.nodes)):
        if start in is_open:
            continue
        is_open[start] = True
        path = [(start, iter(leaving[start]))]
        while path:
            node, rest = path[-1]
            if (link := next(rest, None)) is None:
                is_open[node] = False
                path.pop()
            elif is_open.get(link.head, False):
                found.add(link)
            elif link.head not in is_open:
                is_open[link.head] = True
                path.append((link.head, iter(leaving[link.head])))
    return frozenset(found)
