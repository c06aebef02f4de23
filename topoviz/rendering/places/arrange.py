"""From sizes and lines to places: frames from the inside, then what stands beside them, then all of it for a panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from topoviz.rendering.limits import LESS, MAX_BOXES, MAX_TIES
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.frames import Framed, framed
from topoviz.rendering.places.grids import gathered
from topoviz.rendering.places.layers import Graph, Link, Node, Placed
from topoviz.rendering.places.model import Arrangement, Ground, Panel, Point, Rectangle, Size, Spot, Way
from topoviz.rendering.places.nesting import shape_of
from topoviz.rendering.places.nets import Net, connected
from topoviz.rendering.places.parts import nets_of_lines, parts_of
from topoviz.rendering.places.ranks import rank
from topoviz.rendering.places.shelves import Packer, fit, pack, pack_in_order, readable_width
from topoviz.rendering.places.spacing import BETWEEN_FRAMES, INSIDE_FRAME, TITLE_BAND
from topoviz.rendering.places.ways import place, straightened


def arrange(ground: Ground, panel: Panel) -> Arrangement:
    """Find a place for everything; raises Undrawable with a sentence when that is not possible."""
    refuse_too_much(len(ground.spots), len(ground.lines))
    nets = nets_of_lines(ground.lines)
    return _beside(ground, _frames(ground, nets, panel), nets, panel)


def refuse_too_much(boxes: int, lines: int) -> None:
    """Raise Undrawable when there is more than may be laid out."""
    for count, limit, what in ((boxes, MAX_BOXES, "boxes"), (lines, MAX_TIES, "lines")):
        if count > limit:
            raise Undrawable(f"This picture would have {count:,} {what}; the limit is {limit:,}. {LESS}")


def _frames(ground: Ground, nets: Mapping[int, Net], panel: Panel) -> dict[int, Framed]:
    parts = parts_of(ground, nets)
    placed = iter(_placed([part.graph for inside in parts.values() for part in inside], panel))
    titles, below = ground.titles or {}, ground.below_titles or {}
    return {
        frame: framed(
            [(part, next(placed)) for part in inside],
            Size(titles.get(frame, 0.0), TITLE_BAND + below.get(frame, 0.0)),
            panel.size,
            _packer(ground, panel, INSIDE_FRAME),
        )
        for frame, inside in parts.items()
    }


def _packer(ground: Ground, panel: Panel, inside: float = 0.0) -> Packer:
    """Choose how parts are packed; `inside` is what a frame takes at each side."""
    if ground.columns is None:
        return pack
    most = ground.columns if inside else len(ground.spots)
    return partial(pack_in_order, readable_width(panel.size) - 2 * inside, most)


def _placed(graphs: Sequence[Graph], panel: Panel) -> list[Placed]:
    made = [gathered(graph, panel.size) for graph in graphs]
    ranked = rank([one.graph for one in made])
    return [one.spread(place(one.graph, found)) for one, found in zip(made, ranked, strict=True)]


@dataclass(frozen=True, slots=True)
class _Outside:
    """Frames and spots without frames as nodes of one graph, and what each line is in it."""

    names: tuple[int | str, ...]
    nodes: tuple[Node, ...]
    links: Mapping[int, Link]


def _outside(ground: Ground, frames: Mapping[int, Framed], nets: Mapping[int, Net]) -> _Outside:
    names = tuple(dict.fromkeys(spot.key if spot.frame is None else spot.frame for spot in ground.spots))
    spots = {spot.key: spot for spot in ground.spots}
    numbers = {name: number for number, name in enumerate(names)}

    def end(spot: Spot, index: int, *, is_tail: bool) -> tuple[int, float | None]:
        if spot.frame is None:
            return numbers[spot.key], None
        inside = frames[spot.frame]
        return numbers[spot.frame], (inside.outs if is_tail else inside.ins)[nets[index]]

    links = {}
    for index, line in enumerate(ground.lines):
        tail, head = spots[line.tail], spots[line.head]
        if tail.frame is None or tail.frame != head.frame:
            (number, tail_at), (other, head_at) = end(tail, index, is_tail=True), end(head, index, is_tail=False)
            links[index] = Link(number, other, line.is_tie, tail_at, head_at)
    rows = {spot.frame: spot.row for spot in ground.spots if spot.frame is not None}
    nodes = (
        Node(spots[name].size, order=spots[name].order, row=spots[name].row)
        if isinstance(name, str)
        else Node(frames[name].size, row=rows[name])
        for name in names
    )
    return _Outside(names, tuple(nodes), links)


def _beside(ground: Ground, frames: Mapping[int, Framed], nets: Mapping[int, Net], panel: Panel) -> Arrangement:
    outside = _outside(ground, frames, nets)
    groups = connected(len(outside.nodes), ((link.tail, link.head) for link in outside.links.values()))
    own = {number: (at, index) for at, group in enumerate(groups) for index, number in enumerate(group)}
    inner: dict[int, Link] = {}
    of_group: list[dict[Link, None]] = [{} for _ in groups]
    for index, link in outside.links.items():
        at, tail = own[link.tail]
        inner[index] = Link(tail, own[link.head][1], link.is_tie, link.tail_at, link.head_at)
        of_group[at][inner[index]] = None
    graphs = [
        Graph(tuple(outside.nodes[number] for number in group), tuple(links))
        for group, links in zip(groups, of_group, strict=True)
    ]
    placed = _placed(graphs, panel)
    shapes = [shape_of(graph, one) for graph, one in zip(graphs, placed, strict=True)]
    size, shelves = _packer(ground, panel)(shapes, [one.size for one in placed], fit(panel.size), BETWEEN_FRAMES)
    corners = {
        outside.names[number]: _moved([placed[at].corners[index]], shelves[at])[0]
        for number, (at, index) in own.items()
    }
    between = {}
    for index, link in inner.items():
        at, _ = own[outside.links[index].tail]
        between[index] = _moved(placed[at].ways[link], shelves[at])
    return _whole(ground, frames, size, corners, between)


def _moved(points: Sequence[Point], by: Point) -> tuple[Point, ...]:
    return tuple(Point(point.x + by.x, point.y + by.y) for point in points)


def _whole(
    ground: Ground,
    frames: Mapping[int, Framed],
    size: Size,
    corners: Mapping[int | str, Point],
    between: Mapping[int, tuple[Point, ...]],
) -> Arrangement:
    spots, frame_of = {}, {}
    for spot in ground.spots:
        if spot.frame is None:
            corner = corners[spot.key]
        else:
            (corner,) = _moved([frames[spot.frame].corners[spot.key]], corners[spot.frame])
        spots[spot.key] = Rectangle(corner.x, corner.y, spot.size.width, spot.size.height)
        frame_of[spot.key] = spot.frame
    ways = []
    for index, line in enumerate(ground.lines):
        tail, head = frame_of[line.tail], frame_of[line.head]
        points: list[Point] = []
        if tail is not None:
            points += _moved((frames[tail].inside if tail == head else frames[tail].leaving)[index], corners[tail])
        points += between.get(index, ())
        if head is not None and head != tail:
            points += _moved(frames[head].arriving[index], corners[head])
        ways.append(Way(straightened(points)))
    rectangles = {
        frame: Rectangle(corners[frame].x, corners[frame].y, inside.size.width, inside.size.height)
        for frame, inside in frames.items()
    }
    return Arrangement(size, spots, rectangles, tuple(ways))
