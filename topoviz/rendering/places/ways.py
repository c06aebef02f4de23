"""From rows to rectangles and right-angled ways: gaps as high as their tracks need, every line down its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from topoviz.rendering.places.chains import Segment, chains_of
from topoviz.rendering.places.layers import Graph, Place, Placed, Ranked
from topoviz.rendering.places.model import Point, Size
from topoviz.rendering.places.nets import connected
from topoviz.rendering.places.pins import Pin
from topoviz.rendering.places.spacing import ABOVE_TRACKS, BELOW_TRACKS, GAP, TRACK
from topoviz.rendering.places.tracks import Wire, assign_tracks

Wires = Mapping[Segment, Wire]
_NEAR: Final = 0.01


def place(graph: Graph, ranked: Ranked) -> Placed:
    """Give every node a place and every link a way; everything is right of and below the top left corner."""
    chains = chains_of(graph, ranked)
    wires = _wires(chains.values())
    tops, gaps = _heights(graph, ranked, wires)
    lefts = [middle - node.size.width / 2 for middle, node in zip(ranked.middles, graph.nodes, strict=True)]
    pins = [pin.x for chain in chains.values() for segment in chain for pin in segment.pins]
    left = min((*lefts, *pins))
    right = max((*(x + node.size.width for x, node in zip(lefts, graph.nodes, strict=True)), *pins))
    corners = tuple(Point(x - left, tops[row]) for x, row in zip(lefts, ranked.rows, strict=True))
    ways = {}
    for link, chain in chains.items():
        bottom = corners[link.tail].y + graph.nodes[link.tail].size.height
        points = [Point(chain[0].pins[0].x, bottom)]
        for segment in chain:
            start, end = (pin.x for pin in segment.pins)
            if (wire := wires.get(segment)) is not None and start != end:
                y = gaps[segment.gap] + ABOVE_TRACKS + wire.track * TRACK
                points += (Point(start, y), Point(end, y))
        points.append(Point(chain[-1].pins[1].x, corners[link.head].y))
        ways[link] = straightened(Point(point.x - left, point.y) for point in points)
    return Placed(Size(right - left, gaps[max(gaps)]), corners, ways)


def straightened(points: Iterable[Point]) -> tuple[Point, ...]:
    """Leave out points at which nothing bends; what is as good as level or upright becomes so."""
    kept: list[Point] = []
    for point in points:
        last = kept[-1] if kept else None
        if last is not None:
            point = Point(_same(last.x, point.x), _same(last.y, point.y))
        if point == last:
            continue
        if len(kept) > 1 and last is not None and _is_straight(kept[-2], last, point):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _same(known: float, other: float) -> float:
    return known if abs(known - other) < _NEAR else other


def _is_straight(a: Point, b: Point, c: Point) -> bool:
    return a.x == b.x == c.x or a.y == b.y == c.y


def _wires(chains: Iterable[Sequence[Segment]]) -> dict[Segment, Wire]:
    """Make one wire of all segments of a net that meet in a gap; what goes straight down is none."""
    together: dict[tuple[int, object], list[Segment]] = defaultdict(list)
    for chain in chains:
        for segment in chain:
            together[segment.gap, segment.net].append(segment)
    wires: dict[Segment, Wire] = {}
    in_gap: dict[int, list[Wire]] = defaultdict(list)
    for (gap, _), segments in together.items():
        for group in connected(len(segments), _meeting(segments)):
            members = [segments[index] for index in group]
            pins = {(pin, is_upper) for one in members for pin, is_upper in zip(one.pins, one.are_upper, strict=True)}
            wire = Wire([pin.x for pin, up in pins if up], [pin.x for pin, up in pins if not up])
            if wire.right > wire.left:
                in_gap[gap].append(wire)
                wires.update(dict.fromkeys(members, wire))
    for found in in_gap.values():
        assign_tracks(found)
    return wires


def _meeting(segments: Sequence[Segment]) -> Iterable[tuple[int, int]]:
    at: dict[Pin, int] = {}
    for index, segment in enumerate(segments):
        for pin in segment.pins:
            yield at.setdefault(pin, index), index


def _heights(graph: Graph, ranked: Ranked, wires: Wires) -> tuple[list[float], dict[int, float]]:
    """Say where each row and the gap below it begin; the gap above the first row is at the very top."""
    count = max(ranked.rows) + 1
    heights = [0.0] * count
    places: list[set[Place]] = [set() for _ in range(count)]
    for node, row in zip(graph.nodes, ranked.rows, strict=True):
        heights[row] = max(heights[row], node.size.height)
        places[row].add(node.place)
    tracks: dict[int, int] = defaultdict(int)
    for segment, wire in wires.items():
        tracks[segment.gap] = max(tracks[segment.gap], wire.track + 1)
    gaps, tops, y = {-1: 0.0}, [], 0.0
    for row, height in enumerate(heights):
        is_inside = row and not (places[row - 1] == {Place.FIRST} or places[row] == {Place.LAST})
        y += max(_room_for(tracks[row - 1]), GAP if is_inside else 0.0)
        tops.append(y)
        y += height
        gaps[row] = y
    gaps[count] = y + _room_for(tracks[count - 1])
    return tops, gaps


def _room_for(tracks: int) -> float:
    return ABOVE_TRACKS + (tracks - 1) * TRACK + BELOW_TRACKS if tracks else 0.0
