"""What one would use without topoviz: the whole graph, as the dump names it, handed to Graphviz as it is.

That is what viewers of dumps do: a node for each source, processor, sink, topic and store, a cluster for each
sub-topology, Graphviz's own shapes, sizes, distances and splines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import graphviz

from tests.benchmarks.drawn import Drawn, Line, Point, Rectangle, flat
from topoviz.rendering.picture import Kind, Picture
from topoviz.rendering.places.graphviz import find_dot, run_dot
from topoviz.rendering.topology_picture import Scene, draw_sub_topology, draw_topology

_SHAPES = {Kind.TOPIC: "box", Kind.REPARTITION: "box", Kind.STORE: "cylinder", Kind.GLOBAL_STORE: "cylinder"}
_LETTERS = 14.0
"""Graphviz's own, in points, of which its drawings have 72 in an inch, as pixels are counted here."""


def draw_plainly(scene: Scene, number: int | None) -> Drawn:
    """Lay out a whole topology, or one sub-topology of it."""
    picture = draw_topology(scene) if number is None else draw_sub_topology(scene, number)
    answer = json.loads(run_dot(_to_dot(picture, scene), find_dot(os.environ)))
    _, _, width, height = _numbers(answer["bb"])
    boxes = {
        item["name"]: _rectangle(item, height) for item in answer["objects"] if not item["name"].startswith("cluster")
    }
    names = [item["name"] for item in answer["objects"]]
    lines = tuple(
        Line(names[item["tail"]], names[item["head"]], _upright(flat(_path(item["pos"]), Point(0.0, 0.0)), height))
        for item in answer.get("edges", ())
    )
    return Drawn(width, height, _LETTERS, boxes, lines)


def _to_dot(picture: Picture, scene: Scene) -> str:
    graph = graphviz.Digraph()
    for group in picture.groups:
        with graph.subgraph(name=f"cluster{group.id}") as frame:
            frame.attr(label=graphviz.escape(group.title))
            for key, attributes in _nodes(picture, scene, group.id):
                frame.node(key, **attributes)
    for key, attributes in _nodes(picture, scene, None):
        graph.node(key, **attributes)
    for tie in picture.ties:
        graph.edge(tie.tail, tie.head)
    return str(graph.source)


def _nodes(picture: Picture, scene: Scene, group: int | None) -> Iterator[tuple[str, dict[str, str]]]:
    for box in picture.boxes:
        # Processors stand in their sub-topology, and stores in that of the processors that use them.
        if box.group == group:
            label = box.title if box.data_node is None else scene.topology.nodes[box.data_node].name
            yield box.key, {"label": graphviz.escape(label), "shape": _SHAPES.get(box.kind, "ellipse")}


def _rectangle(item: dict[str, Any], height: float) -> Rectangle:
    x, y = _numbers(item["pos"])
    across, down = float(item["width"]) * 36, float(item["height"]) * 36
    return Rectangle(x - across, height - y - down, x + across, height - y + down)


def _path(spline: str) -> str:
    """Write a spline as the path of an SVG, upside down as it is; where its arrow ends is left out."""
    first, *rest = (part.replace(",", " ") for part in spline.split() if not part.startswith(("e,", "s,")))
    return f"M{first}C{' '.join(rest)}"


def _upright(points: tuple[Point, ...], height: float) -> tuple[Point, ...]:
    return tuple(Point(point.x, height - point.y) for point in points)


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(part) for part in text.split(","))
