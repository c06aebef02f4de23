"""Places for boxes and ties. Graphviz gets no text of the user's: sizes are reckoned here, and places need no words."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from topoviz.rendering.dot import sizes_of, to_dot
from topoviz.rendering.limits import MAX_BOXES, MAX_TIES
from topoviz.rendering.picture import Picture, Undrawable
from topoviz.rendering.places.graphviz import find_dot, run_dot
from topoviz.rendering.shapes import Size


@dataclass(frozen=True, slots=True)
class Point:
    """A place in pixels, from the top left."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle in pixels, by its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The Bezier curve of a tie: its first point, then three points for every piece; `tip` is where an arrow ends."""

    points: tuple[Point, ...]
    tip: Point | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands: centres of boxes by key, curves by tie's place in the picture, frames by group."""

    size: Size
    centres: Mapping[str, Point]
    curves: Mapping[int, Curve]
    frames: Mapping[int, Frame]
    sizes: Mapping[str, Size]

    def with_curves(self, curves: Mapping[int, Curve]) -> Layout:
        """Give the same places with the curves of another picture."""
        return replace(self, curves=curves)


def lay_out(picture: Picture, sizes: Mapping[str, Size] | None = None) -> Layout:
    """Find places for everything in a picture; raises Undrawable with a sentence when that is not possible."""
    refuse_too_large(picture)
    sizes = sizes_of(picture) if sizes is None else sizes
    if not picture.boxes:
        return Layout(Size(0, 0), {}, {}, {}, sizes)
    answer = run_dot(to_dot(picture, sizes, with_text=False), find_dot(os.environ))
    try:
        return _read_answer(json.loads(answer), picture, sizes)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise Undrawable(
            "Graphviz gave an answer that cannot be read. Check that dot is Graphviz 2.42 or later."
        ) from error


def refuse_too_large(picture: Picture) -> None:
    """Raise Undrawable when a picture has more in it than may be laid out."""
    for count, limit, what in ((len(picture.boxes), MAX_BOXES, "boxes"), (len(picture.ties), MAX_TIES, "lines")):
        if count > limit:
            raise Undrawable(
                f"This picture would have {count:,} {what}; the limit is {limit:,}. "
                "Draw one sub-topology (view sub-topology:NUMBER)."
            )


def is_crossed(frame: Frame, curves: Iterable[Curve]) -> bool:
    """Tell whether one of the curves goes through a rectangle; points close enough for a line of text are tried."""
    return any(
        frame.x <= point.x <= frame.x + frame.width and frame.y <= point.y <= frame.y + frame.height
        for curve in curves
        if _may_meet(frame, curve)
        for point in _along(curve)
    )


def _may_meet(frame: Frame, curve: Curve) -> bool:
    """A Bezier curve stays inside the rectangle round its points."""
    across, down = [point.x for point in curve.points], [point.y for point in curve.points]
    return (
        min(across) <= frame.x + frame.width
        and max(across) >= frame.x
        and min(down) <= frame.y + frame.height
        and max(down) >= frame.y
    )


def _along(curve: Curve) -> Iterator[Point]:
    for start in range(0, len(curve.points) - 3, 3):
        a, b, c, d = curve.points[start : start + 4]
        steps = 2 + int((abs(d.x - a.x) + abs(d.y - a.y)) / 6)
        for step in range(steps + 1):
            t = step / steps
            u = 1 - t
            weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            yield Point(
                sum(weight * point.x for weight, point in zip(weights, (a, b, c, d), strict=True)),
                sum(weight * point.y for weight, point in zip(weights, (a, b, c, d), strict=True)),
            )


# --- the answer -------------------------------------------------------------------------------------------------------


def _read_answer(answer: Any, picture: Picture, sizes: Mapping[str, Size]) -> Layout:
    _, _, width, height = _numbers(answer["bb"])
    centres: dict[str, Point] = {}
    frames: dict[int, Frame] = {}
    for item in answer.get("objects", ()):
        name = item["name"]
        if name.startswith("cluster_c"):
            left, bottom, right, top = _numbers(item["bb"])
            frames[picture.groups[int(name[9:])].id] = Frame(left, height - top, right - left, top - bottom)
        elif name.startswith("n"):
            x, y = _numbers(item["pos"])
            centres[picture.boxes[int(name[1:])].key] = Point(x, height - y)
    pieces = {item["id"]: _curve(item["pos"], height) for item in answer.get("edges", ())}
    curves = {index: _one_curve(pieces[f"e{index}"], pieces.get(f"w{index}")) for index in range(len(picture.ties))}
    if len(centres) != len(picture.boxes):
        raise ValueError("something has no place")
    return Layout(Size(width, height), centres, curves, frames, sizes)


def _one_curve(last: Curve, first: Curve | None) -> Curve:
    """Join the two pieces of a tie that goes through a waypoint."""
    if first is None:
        return last
    start = last.points[0]
    return Curve((*first.points, first.points[-1], start, start, *last.points[1:]), last.tip)


def _numbers(text: str) -> tuple[float, ...]:
    numbers = tuple(float(part) for part in text.split(","))
    if not all(map(math.isfinite, numbers)):
        raise ValueError("a place that is no number")
    return numbers


def _curve(text: str, height: float) -> Curve:
    """Read a spline such as `e,1,2 3,4 5,6 7,8 9,10`: where the arrow ends, then the points."""
    tip: Point | None = None
    points: list[Point] = []
    for part in text.split():
        if part.startswith("e,"):
            x, y = _numbers(part[2:])
            tip = Point(x, height - y)
        else:
            x, y = _numbers(part)
            points.append(Point(x, height - y))
    return Curve(tuple(points), tip)
