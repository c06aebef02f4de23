"""Frames round sub-topologies, with their titles at the top left."""

from __future__ import annotations

from typing import Final

from topoviz.rendering.cards.ground import FOLDING, TITLE_LEFT
from topoviz.rendering.cards.measure import LINE
from topoviz.rendering.picture import Change, Group
from topoviz.rendering.places.model import Point, Rectangle
from topoviz.rendering.svg.pen import Pen, escape, number
from topoviz.rendering.svg.signs import change_sign, fold_sign
from topoviz.rendering.svg.text import text_line, width_of

TITLE_DOWN: Final = 18.0


def draw_frame(group: Group, place: Rectangle, prefix: str, pen: Pen) -> str:
    """Draw the ground of a frame."""
    return (
        f'<g class="frame" id="{prefix}-c{group.id}"{_named(group, pen)}><title>{escape(group.title)}</title>'
        f'<rect x="{number(place.x)}" y="{number(place.y)}" width="{number(place.width)}" '
        f'height="{number(place.height)}" rx="12" {_paint(group, pen)}/></g>\n'
    )


def draw_frame_title(group: Group, place: Rectangle, pen: Pen) -> str:
    """Write the title of a frame, over the lines, and behind it, where lines keep away, the sign that folds again."""
    start = Point(place.x + TITLE_LEFT, place.y + TITLE_DOWN)
    words = text_line(group.title, start, "quiet", pen, is_bold=True, halo="group")
    for number_of_line, fact in enumerate(group.facts, 1):
        words += text_line(fact, Point(start.x, start.y + number_of_line * LINE), "quiet", pen, halo="group")
    behind = start.x + width_of(group.title, is_bold=True) + FOLDING / 2
    signs = fold_sign(group.opened, behind, place.y + 14, pen) + change_sign(
        group.change, place.right - 3, place.y + 3, pen
    )
    return f'<g class="frame-title"{_named(group, pen)}>{words}</g>{signs}\n'


def _named(group: Group, pen: Pen) -> str:
    """Say in numbers what a frame stands for."""
    if not pen.names_things:
        return ""
    return f' data-sub-topology="{group.id}"' if group.client is None else f' data-client="{group.client}"'


def _paint(group: Group, pen: Pen) -> str:
    if group.change in (Change.NEW, Change.GONE):
        return pen.both("group", f"{group.change.value}-line", 2.5)
    return pen.both("group", "group-line", 1.2)
