"""On which side of the flow a tie leaves and arrives: straight where it can be, and away from where the flow goes."""

from __future__ import annotations

from collections import defaultdict

from topoviz.rendering.places.layers import Graph, Link
from topoviz.rendering.places.spacing import FROM_CORNER

Sides = tuple[bool, bool]
"""Whether it is to the right of the middle, of the tail and of the head."""


def tie_sides(graph: Graph, middles: tuple[float, ...]) -> dict[Link, Sides]:
    """Choose the sides of each tie, from where the middles of nodes are."""
    pull: dict[tuple[int, bool], float] = defaultdict(float)
    for link in graph.links:
        if not link.is_tie:
            pull[link.tail, True] += middles[link.head] - middles[link.tail]
            pull[link.head, False] += middles[link.tail] - middles[link.head]
    widths = [node.size.width for node in graph.nodes]
    sides: dict[Link, Sides] = {}
    for link in graph.links:
        if link.is_tie:
            one, other = ((middles[node], widths[node] / 2 - FROM_CORNER) for node in (link.tail, link.head))
            wants_right = pull[link.tail, True] + pull[link.head, False] < 0
            fits = {
                False: max(one[0] - one[1], other[0] - other[1]) < min(one[0], other[0]),
                True: max(one[0], other[0]) < min(one[0] + one[1], other[0] + other[1]),
            }
            if fits[wants_right] or fits[not wants_right]:
                side = wants_right if fits[wants_right] else not wants_right
                sides[link] = (side, side)
            else:
                sides[link] = (other[0] > one[0], one[0] > other[0])
    return sides
