"""Places for boxes and ties. This is the only module that starts Graphviz.

Graphviz gets no text of the user's: sizes are reckoned here, and places need no words.
"""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from topoviz.child import Ending, own_script, run_child
from topoviz.rendering.dot import sizes_of, to_dot
from topoviz.rendering.limits import A_PICTURE, MAX_BOXES, MAX_TIES, MEMORY_BYTES, OUTPUT_BYTES, WALL_SECONDS
from topoviz.rendering.picture import Picture, Undrawable
from topoviz.rendering.shapes import Size

FORMAT: Final = "json0"
STAND_IN: Final = Path(__file__).with_name("dot_stand_in.py")

INSTALL_GRAPHVIZ: Final = (
    "There is no Graphviz to lay out the picture: no dot on the path, and no package pygraphviz. "
    "Install topoviz with its server extra: pip install 'topoviz[server]', or install Graphviz."
)


class TooMuch(Undrawable):
    """Graphviz did not finish within its limits; a picture with less in it may do."""


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


def find_dot(variables: Mapping[str, str]) -> tuple[str, ...]:
    """Find Graphviz: the program in `DOT`, dot on the path, or the library that pygraphviz carries."""
    path = variables.get("PATH", "")
    if named := variables.get("DOT"):
        found = shutil.which(named, path=path)
        if found is None:
            raise Undrawable("DOT names a program that is not there. Correct DOT, or unset it.")
        return (found,)
    if found := shutil.which("dot", path=path):
        return (found,)
    if find_spec("pygraphviz") is None:
        raise Undrawable(INSTALL_GRAPHVIZ)
    return own_script(str(STAND_IN))


def run_dot(source: str, program: tuple[str, ...], wall_seconds: float = WALL_SECONDS) -> bytes:
    """Run Graphviz on a DOT text and give its answer; raises TooMuch or Undrawable."""
    try:
        answer = run_child((*program, f"-T{FORMAT}"), source.encode(), replace(A_PICTURE, wall_seconds=wall_seconds))
    except OSError as error:
        words = error.strerror or str(error)
        raise Undrawable(f"Graphviz does not start: {words}. Correct DOT, or unset it.") from error
    match answer.ending:
        case Ending.DONE:
            return answer.data
        case Ending.TOOK_TOO_LONG:
            raise TooMuch(f"Laying out this picture takes more than {wall_seconds:g} seconds. {_LESS}")
        case Ending.WROTE_TOO_MUCH:
            raise TooMuch(f"The layout of this picture is larger than {OUTPUT_BYTES:,} bytes. {_LESS}")
        case Ending.FAILED:
            memory = f"{MEMORY_BYTES >> 20:,} MB"
            raise TooMuch(f"Graphviz ended with code {answer.code}; it may have run out of its {memory}. {_LESS}")


_LESS: Final = "Draw one sub-topology of it (view sub-topology:NUMBER)."


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
