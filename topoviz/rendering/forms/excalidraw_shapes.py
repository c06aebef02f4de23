"""Excalidraw's elements: rectangles, ellipses, lines, text, frames and arrows bound to what they join.

https://docs.excalidraw.com/docs/codebase/json-schema says what a file holds. Ids and seeds follow from names of ours,
so that the same picture gives the same file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from zlib import crc32

from topoviz.rendering.cards.measure import LINE, TEXT_SIZE
from topoviz.rendering.lettering import text_width
from topoviz.rendering.places.model import Point, Rectangle
from topoviz.rendering.style import Theme, colour

Element = dict[str, Any]

NO_COLOUR: Final = "transparent"
NUNITO: Final = 6
"""The plain one of the fonts that Excalidraw brings."""

SCALE: Final = 1.2
"""How much larger everything but letters is than in our drawings, for this font is wider than ours."""

FEET: Final = (1.011 - 0.353) / 2
"""How far below the middle of a line Excalidraw puts the feet of letters, in parts of their size: of what this font
says of itself, half the difference between the part above the feet and the part below."""

BASELINE: Final = LINE / 2 + FEET * TEXT_SIZE / SCALE
"""Where the feet of letters are in a line of our height, from its upper edge."""

ADAPTIVE_RADIUS: Final = 3


@dataclass(frozen=True, slots=True)
class Paint:
    """The names of the colours of an edge and of what is inside; Excalidraw makes dark colours of light ones itself."""

    line: str | None = None
    fill: str | None = None
    width: float = 1.0
    style: str = "solid"

    def attributes(self) -> Element:
        """Write it as Excalidraw does."""
        return {
            "strokeColor": named_colour(self.line),
            "backgroundColor": named_colour(self.fill),
            "fillStyle": "solid",
            "strokeWidth": self.width,
            "strokeStyle": self.style,
        }


def named_colour(name: str | None) -> str:
    """Give a colour by its name among ours."""
    return NO_COLOUR if name is None else colour(name, Theme.LIGHT)


_HERE: Final = Point(0, 0)


@dataclass(slots=True)
class Sketch:
    """Elements that belong together: what is moved by one of them moves all. Places are from `origin`."""

    name: str
    origin: Point = _HERE
    groups: tuple[str, ...] = ()
    frame: str | None = None
    elements: list[Element] = field(default_factory=list)

    def rectangle(self, place: Rectangle, paint: Paint, radius: float = 0.0, *, identity: str = "") -> Element:
        """Draw a rectangle, with round corners if there is a radius."""
        roundness = {"type": ADAPTIVE_RADIUS, "value": _exact(radius)} if radius else None
        return self._add("rectangle", place, {**paint.attributes(), "roundness": roundness}, identity)

    def ellipse(self, place: Rectangle, paint: Paint) -> Element:
        """Draw an ellipse inside a rectangle."""
        return self._add("ellipse", place, paint.attributes())

    def diamond(self, place: Rectangle, paint: Paint) -> Element:
        """Draw a diamond inside a rectangle."""
        return self._add("diamond", place, paint.attributes())

    def line(self, points: Sequence[Point], paint: Paint) -> Element:
        """Draw a line; one that ends where it began is filled."""
        place, own = _about(points)
        rest = {"points": own, "startArrowhead": None, "endArrowhead": None, "startBinding": None, "endBinding": None}
        is_polygon = points[0] == points[-1]
        return self._add("line", place, {**paint.attributes(), **rest, "polygon": is_polygon})

    def text(self, lines: Sequence[str], start: Point, name: str, size: int = TEXT_SIZE) -> Element:
        """Write lines below each other; the feet of the first stand at `start`."""
        words = "\n".join(lines)
        height = LINE * size / TEXT_SIZE
        width = max(text_width(line, size) for line in lines)
        place = Rectangle(start.x, start.y - BASELINE * size / TEXT_SIZE, width, height * len(lines))
        return self._add("text", place, {
            **Paint(line=name).attributes(),
            "fontSize": size, "fontFamily": NUNITO, "text": words, "originalText": words, "textAlign": "left",
            "verticalAlign": "top", "containerId": None, "autoResize": True, "lineHeight": _exact(LINE / TEXT_SIZE),
        })  # fmt: skip

    def arrow(self, points: Sequence[Point], paint: Paint, ends: tuple[Element, Element], *, is_flow: bool) -> Element:
        """Draw an arrow with right angles that follows its ends; without flow it is a line."""
        place, own = _about(points)
        tail, head = ends
        bindings = [_binding(element, self._moved(point)) for element, point in ((tail, points[0]), (head, points[-1]))]
        arrow = self._add("arrow", place, {
            **paint.attributes(),
            "points": own, "startBinding": bindings[0], "endBinding": bindings[1], "elbowed": True,
            "startArrowhead": None, "endArrowhead": "triangle" if is_flow else None,
            "fixedSegments": None, "startIsSpecial": None, "endIsSpecial": None,
        })  # fmt: skip
        for element in {tail["id"]: tail, head["id"]: head}.values():
            element["boundElements"].append({"id": arrow["id"], "type": "arrow"})
        return arrow

    def frame_round(self, place: Rectangle, title: str, identity: str) -> Element:
        """Draw a frame; what has its id in `frameId` moves with it."""
        paint = Paint(line="group-line").attributes()
        return self._add("frame", place, {**paint, "name": title}, identity)

    def _moved(self, point: Point) -> Point:
        return Point(point.x + self.origin.x, point.y + self.origin.y)

    def _add(self, kind: str, place: Rectangle, rest: Element, identity: str = "") -> Element:
        identity = identity or f"{self.name}-{len(self.elements)}"
        start = self._moved(Point(place.x, place.y))
        number = crc32(identity.encode()) & 0x7FFFFFFF
        element = {
            "id": identity, "type": kind,
            "x": _exact(start.x), "y": _exact(start.y), "width": _exact(place.width), "height": _exact(place.height),
            "angle": 0, "roughness": 0, "opacity": 100, "roundness": None,
            "groupIds": list(self.groups), "frameId": self.frame, "boundElements": [],
            "seed": number, "version": 1, "versionNonce": number, "isDeleted": False, "updated": 1,
            "link": None, "locked": False,
            **rest,
        }  # fmt: skip
        self.elements.append(element)
        return element


def _about(points: Sequence[Point]) -> tuple[Rectangle, list[list[float]]]:
    """Give the place of a line, which begins at its first point, and its points from there."""
    first = points[0]
    across, down = [point.x for point in points], [point.y for point in points]
    own = [[_exact(point.x - first.x), _exact(point.y - first.y)] for point in points]
    return Rectangle(first.x, first.y, max(across) - min(across), max(down) - min(down)), own


def _binding(element: Element, at: Point) -> Element:
    """Bind to the point of an element that an end touches, in parts of its width and height."""
    across = (_exact(at.x) - element["x"]) / element["width"]
    down = (_exact(at.y) - element["y"]) / element["height"]
    # Excalidraw cannot tell which side a point exactly in the middle belongs to, and moves it by this much itself.
    across = 0.5001 if abs(across - 0.5) < 0.0001 else across
    return {"elementId": element["id"], "focus": 0, "gap": 1, "fixedPoint": [round(across, 4), round(down, 4)]}


def _exact(value: float) -> float:
    """Scale a length, and keep of it what can be seen."""
    return round(value * SCALE, 2)
