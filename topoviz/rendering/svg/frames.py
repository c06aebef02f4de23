"""Frames round sub-topologies, with their titles at the top left."""

from __future__ import annotations

from typing import Final

from topoviz.rendering.cards.ground import FOLDING, TITLE_LEFT
from topoviz.rendering.picture import Group
from topoviz.rendering.places.model import Point, Rectangle
from topoviz.rendering.svg.pen import Pen, escape, number
from topoviz.rendering.svg.signs import fold_sign
from topoviz.rendering.svg.text import text_line, width_of

TITLE_DOWN: Final = 18.0


def draw_frame(group: Group, place: Rectangle, prefix: str, pen: Pen) -> str:
    """Draw the ground of a frame."""
    named = f' data-sub-topology="{group.id}"' if pen.names_things else ""
    return (
        f'<g class="frame" id="{prefix}-c{group.id}"{named}><title>{escape(group.title)}</title>'
        f'<rect x="{number(place.x)}" y="{number(place.y)}" width="{number(place.width)}" '
        f'height="{number(place.height)}" rx="12" {pen.both("group", "group-line", 1.2)}/></g>\n'
    )


def draw_frame_title(group: Group, place: Rectangle, pen: Pen) -> str:
    """Write the title of a frame, over the lines, and behind it, where lines keep away, the sign that folds again."""
    named = f' data-sub-topology="{group.id}"' if pen.names_things else ""
    start = Point(place.x + TITLE_LEFT, place.y + TITLE_DOWN)
    words = text_line(group.title, start, "quiet", pen, is_bold=True, halo="group")
    behind = start.x + width_of(group.title, is_bold=True) + FOLDING / 2
    return f'<g class="frame-title"{named}>{words}</g>{fold_sign(group.opened, behind, place.y + 14, pen)}\n'
