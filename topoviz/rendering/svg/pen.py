"""What everything is written with: numbers, colours by name, and text that no reader takes for anything else."""

from __future__ import annotations

import html
from dataclasses import dataclass

from topoviz.rendering.lettering import visible
from topoviz.rendering.places.model import Point
from topoviz.rendering.style import Theme, colour


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes attributes: colours by name, as plain attributes and as classes for the style sheet.

    `prefix` begins every id; `names_things` says whether what is drawn can be chosen in a page.
    """

    theme: Theme
    prefix: str
    names_things: bool = True

    def fill(self, name: str, classes: str = "") -> str:
        """Fill with a colour."""
        return f'class="{_classes(classes, f"f-{name}")}" fill="{colour(name, self.theme)}"'

    def stroke(self, name: str, width: float) -> str:
        """Draw a line in a colour."""
        return f'class="s-{name}" fill="none" stroke="{colour(name, self.theme)}" stroke-width="{width:g}"'

    def both(self, fill: str, line: str, width: float) -> str:
        """Fill with one colour and draw the line in another."""
        colours = f'fill="{colour(fill, self.theme)}" stroke="{colour(line, self.theme)}"'
        return f'class="f-{fill} s-{line}" {colours} stroke-width="{width:g}"'


def _classes(*names: str) -> str:
    return " ".join(filter(None, names))


def escape(text: str) -> str:
    """Escape text for XML, and show once more what XML cannot hold, wherever the text came from."""
    return html.escape("\n".join(map(visible, text.split("\n"))), quote=True)


def number(value: float) -> str:
    """Write a number with two decimals at most."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1000 else f"{round(value, 1):.1f}".removesuffix(".0")


def at(point: Point) -> str:
    """Write a place."""
    return f"{number(point.x)} {number(point.y)}"


def moved(x: float, y: float) -> str:
    """Write where a group stands."""
    return f'transform="translate({number(x)} {number(y)})"'
