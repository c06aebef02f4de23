"""From sizes and lines to places: Graphviz finds them, and the lines between them get right angles."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, Final

from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.graphviz import find_dot, run_dot
from topoviz.rendering.places.model import Arrangement, Ground, Line, Panel, Point, Rectangle, Spot, Way
from topoviz.rendering.shapes import Size

_PIXELS_PER_INCH: Final = 72
_TITLE_HEIGHT: Final = 16


def arrange(ground: Ground, panel: Panel) -> Arrangement:
    """Find a place for everything; raises Undrawable with a sentence when that is not possible."""
    del panel
    if not ground.spots:
        return Arrangement(Size(0, 0), {}, {}, ())
    answer = run_dot("\n".join(_graph(ground)), find_dot(os.environ))
    try:
        return _places(ground, json.loads(answer))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise Undrawable(
            "Graphviz gave an answer that cannot be read. Check that dot is Graphviz 2.42 or later."
        ) from error


def _graph(ground: Ground) -> Iterator[str]:
    names = {spot.key: f"n{index}" for index, spot in enumerate(ground.spots)}
    yield 'digraph {\ngraph [nodesep=0.22, ranksep=0.45]\nnode [shape=box, fixedsize=true, label=""]'
    yield "edge [arrowhead=none]"
    for frame in dict.fromkeys(spot.frame for spot in ground.spots):
        if frame is not None:
            width = round((ground.titles or {}).get(frame, 0)) + 8
            table = f'<TABLE BORDER="0" FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{_TITLE_HEIGHT}">'
            yield f"subgraph cluster_{frame} {{ margin=16; labeljust=l; label=<{table}<TR><TD></TD></TR></TABLE>>"
        yield from (_node(names[spot.key], spot) for spot in ground.spots if spot.frame == frame)
        if frame is not None:
            yield "}"
    yield from (f"{names[line.tail]} -> {names[line.head]}" for line in ground.lines)
    yield "}"


def _node(name: str, spot: Spot) -> str:
    return f"{name} [width={spot.size.width / _PIXELS_PER_INCH:.4f}, height={spot.size.height / _PIXELS_PER_INCH:.4f}]"


def _places(ground: Ground, answer: Any) -> Arrangement:
    _, _, width, height = map(float, answer["bb"].split(","))
    spots: dict[str, Rectangle] = {}
    frames: dict[int, Rectangle] = {}
    for item in answer.get("objects", ()):
        name = item["name"]
        if name.startswith("cluster_"):
            left, bottom, right, top = map(float, item["bb"].split(","))
            frames[int(name[8:])] = Rectangle(left, height - top, right - left, top - bottom)
        elif name.startswith("n"):
            spot = ground.spots[int(name[1:])]
            x, y = map(float, item["pos"].split(","))
            size = spot.size
            spots[spot.key] = Rectangle(x - size.width / 2, height - y - size.height / 2, size.width, size.height)
    return Arrangement(Size(width, height), spots, frames, tuple(_way(line, spots) for line in ground.lines))


def _way(line: Line, spots: dict[str, Rectangle]) -> Way:
    tail, head = spots[line.tail], spots[line.head]
    part = 4 if line.is_tie else 2
    start, end = Point(tail.x + tail.width / part, tail.bottom), Point(head.x + head.width / part, head.y)
    middle = (start.y + end.y) / 2
    return Way((start, Point(start.x, middle), Point(end.x, middle), end))
