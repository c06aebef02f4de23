"""What is laid out by itself: the connected parts of each frame, with a stub for every line that crosses the frame."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.rendering.places.layers import Graph, Link, Node, Place
from topoviz.rendering.places.model import Ground, Line, Size, Spot
from topoviz.rendering.places.nets import Net, connected, nets_of

_STUB: Final = Size(6, 0)


@dataclass(frozen=True, slots=True)
class Part:
    """Spots and stubs that hang together: first the spots among the nodes of the graph, then the stubs.

    `ins` and `outs` say which node is the stub of a net; `links` gives what there is inside of each line of the ground.
    """

    graph: Graph
    spots: tuple[Spot, ...]
    ins: Mapping[Net, int]
    outs: Mapping[Net, int]
    links: Mapping[int, Link]


def nets_of_lines(lines: Sequence[Line]) -> dict[int, Net]:
    """Give each line of a ground, by its index, its net; ties are drawn apart from the flow."""
    return nets_of({
        index: ((line.tail, line.is_tie), (line.head, line.is_tie)) for index, line in enumerate(lines)
    })  # fmt: skip


def parts_of(ground: Ground, nets: Mapping[int, Net]) -> dict[int, list[Part]]:
    """Take each frame's parts apart, in the order of the spots."""
    frames = {spot.key: spot.frame for spot in ground.spots}
    spots: dict[int, list[Spot]] = defaultdict(list)
    for spot in ground.spots:
        if spot.frame is not None:
            spots[spot.frame].append(spot)
    lines: dict[int, list[int]] = defaultdict(list)
    for index, line in enumerate(ground.lines):
        for frame in dict.fromkeys((frames[line.tail], frames[line.head])):
            if frame is not None:
                lines[frame].append(index)
    return {frame: _parts(members, ground, lines[frame], nets) for frame, members in spots.items()}


def _parts(spots: Sequence[Spot], ground: Ground, lines: Sequence[int], nets: Mapping[int, Net]) -> list[Part]:
    numbers: dict[object, int] = {spot.key: number for number, spot in enumerate(spots)}
    places = [Place.ANY] * len(spots)

    def number_of(key: str, stub: tuple[Place, Net]) -> int:
        if key in numbers:
            return numbers[key]
        if stub not in numbers:
            numbers[stub] = len(numbers)
            places.append(stub[0])
        return numbers[stub]

    ends = {
        index: (
            number_of(ground.lines[index].tail, (Place.FIRST, nets[index])),
            number_of(ground.lines[index].head, (Place.LAST, nets[index])),
        )
        for index in lines
    }
    stubs = {number: stub for stub, number in numbers.items() if isinstance(stub, tuple)}
    groups = connected(len(places), ends.values())
    group_of = {number: at for at, group in enumerate(groups) for number in group}
    of_group: list[list[int]] = [[] for _ in groups]
    for index in lines:
        of_group[group_of[ends[index][0]]].append(index)
    made = []
    for group, inside in zip(groups, of_group, strict=True):
        own = {number: at for at, number in enumerate(group)}
        links = {index: Link(own[ends[index][0]], own[ends[index][1]], ground.lines[index].is_tie) for index in inside}
        members = tuple(spots[number] for number in group if number < len(spots))
        nodes = (
            *(Node(spot.size, order=spot.order, row=spot.row) for spot in members),
            *(Node(_STUB, places[number]) for number in group[len(members) :]),
        )
        ins, outs = (
            {stubs[number][1]: own[number] for number in group if number in stubs and stubs[number][0] is place}
            for place in (Place.FIRST, Place.LAST)
        )
        made.append(Part(Graph(nodes, tuple(dict.fromkeys(links.values()))), members, ins, outs, links))
    return made
