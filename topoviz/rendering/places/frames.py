"""The inside of a frame: parts with lines that cross its edges stand in one row, so that these are straight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.rendering.places.layers import Placed
from topoviz.rendering.places.model import Point, Size
from topoviz.rendering.places.nesting import shape_of
from topoviz.rendering.places.nets import Net
from topoviz.rendering.places.parts import Part
from topoviz.rendering.places.shelves import Packer, fit, pack
from topoviz.rendering.places.spacing import BETWEEN_SPOTS, INSIDE_FRAME, TITLE_FROM, TRACK
from topoviz.rendering.places.ways import straightened

_MOST_ASIDE: Final = 72.0
"""So far all parts may stand to the right, so that no line comes in through the title."""


@dataclass(frozen=True, slots=True)
class Framed:
    """What is inside a frame, from its top left corner.

    `inside` are the ways of lines by their index, `arriving` and `leaving` those from the upper edge or to the lower;
    `ins` and `outs` say where nets cross these edges.
    """

    size: Size
    corners: Mapping[str, Point]
    inside: Mapping[int, tuple[Point, ...]]
    arriving: Mapping[int, tuple[Point, ...]]
    leaving: Mapping[int, tuple[Point, ...]]
    ins: Mapping[Net, float]
    outs: Mapping[Net, float]


def framed(parts: Sequence[tuple[Part, Placed]], title: Size, panel: Size, packer: Packer = pack) -> Framed:
    """Put the parts of a frame beside and below each other, below a title so large."""
    size, corners = _packed(parts, panel, packer)
    stubs = {
        net: corner.x + placed.corners[node].x + part.graph.nodes[node].size.width / 2
        for corner, (part, placed) in zip(corners, parts, strict=True)
        for net, node in part.ins.items()
    }
    free_from = TITLE_FROM + title.width + TRACK if title.width else 0.0
    left = INSIDE_FRAME
    if stubs and 0 < free_from - left - min(stubs.values()) <= _MOST_ASIDE:
        left = free_from - min(stubs.values())
    entries, jogs = _entries({net: x + left for net, x in stubs.items()}, free_from)
    top = title.height + (len(jogs) + 1) * TRACK * bool(jogs)
    width = max(
        left + size.width + INSIDE_FRAME, title.width + 2 * TITLE_FROM, *(x + INSIDE_FRAME for x in entries.values())
    )
    whole = Size(width, top + size.height + INSIDE_FRAME)
    found = Framed(whole, {}, {}, {}, {}, entries, {})
    for corner, (part, placed) in zip(corners, parts, strict=True):
        found = _with_part(found, part, placed, Point(corner.x + left, corner.y + top), jogs, title.height)
    return found


def _packed(parts: Sequence[tuple[Part, Placed]], panel: Size, packer: Packer) -> tuple[Size, list[Point]]:
    """Place the parts; nothing may stand above a line that comes in or below one that goes out."""
    crossed = [at for at, (part, _) in enumerate(parts) if part.ins or part.outs]
    others = [at for at, (part, _) in enumerate(parts) if not part.ins and not part.outs]
    has_ins, has_outs = any(part.ins for part, _ in parts), any(part.outs for part, _ in parts)
    corners = [Point(0, 0)] * len(parts)
    x = height = 0.0
    for at in crossed:
        size = parts[at][1].size
        corners[at] = Point(x, 0)
        x, height = x + size.width + BETWEEN_SPOTS, max(height, size.height)
    row = Size(max(x - BETWEEN_SPOTS, 0), height)
    is_beside = has_ins and has_outs

    def joined(block: Size) -> Size:
        if not crossed or not others:
            return block.at_least(row)
        if is_beside:
            return Size(row.width + BETWEEN_SPOTS + block.width, max(row.height, block.height))
        return Size(max(row.width, block.width), row.height + BETWEEN_SPOTS + block.height)

    score = fit(panel)
    shapes = [shape_of(parts[at][0].graph, parts[at][1]) for at in others]
    sizes = [parts[at][1].size for at in others]
    block, places = packer(shapes, sizes, lambda size: score(joined(size)), BETWEEN_SPOTS)
    for at, place in zip(others, places, strict=True):
        right = row.width + BETWEEN_SPOTS if is_beside else 0.0
        down = row.height + BETWEEN_SPOTS if has_ins and not is_beside else 0.0
        corners[at] = Point(place.x + right, place.y + down)
    if others and has_outs and not is_beside:
        for at in crossed:
            corners[at] = Point(corners[at].x, block.height + BETWEEN_SPOTS)
    return joined(block), corners


def _entries(stubs: Mapping[Net, float], free_from: float) -> tuple[dict[Net, float], dict[Net, int]]:
    """Say where lines come in, beside the title; those that must turn after that get tracks, in order."""
    entries: dict[Net, float] = {}
    jogs: dict[Net, int] = {}
    free = free_from
    for net, x in sorted(stubs.items(), key=lambda stub: stub[1]):
        entries[net] = max(x, free)
        if entries[net] > x:
            jogs[net] = len(jogs)
            free = entries[net] + TRACK
    return entries, jogs


def _with_part(
    found: Framed, part: Part, placed: Placed, corner: Point, jogs: Mapping[Net, int], band: float
) -> Framed:
    def moved(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(Point(point.x + corner.x, point.y + corner.y) for point in points)

    corners = {spot.key: at for spot, at in zip(part.spots, moved(placed.corners), strict=False)}
    coming, going = {node: net for net, node in part.ins.items()}, {node: net for net, node in part.outs.items()}
    outs = {net: moved([placed.corners[node]])[0].x + 3 for net, node in part.outs.items()}
    inside, arriving, leaving = {}, {}, {}
    for index, link in part.links.items():
        points = moved(placed.ways[link])
        if link.tail in coming:
            net = coming[link.tail]
            start = Point(found.ins[net], 0)
            turn = band + jogs.get(net, 0) * TRACK
            arriving[index] = straightened((start, Point(start.x, turn), Point(points[0].x, turn), *points))
        elif link.head in going:
            leaving[index] = straightened((*points, Point(points[-1].x, found.size.height)))
        else:
            inside[index] = points
    return replace(
        found,
        corners={**found.corners, **corners},
        inside={**found.inside, **inside},
        arriving={**found.arriving, **arriving},
        leaving={**found.leaving, **leaving},
        outs={**found.outs, **outs},
    )
