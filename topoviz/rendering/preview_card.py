"""A picture on a card of the size that chats and networks show for a link: 1200 by 630 pixels."""

from __future__ import annotations

import re
from typing import Final

from topoviz.rendering.places.model import Point
from topoviz.rendering.style import FONTS, Theme
from topoviz.rendering.svg.pen import Pen, number
from topoviz.rendering.svg.text import text_line

WIDTH, HEIGHT = 1200, 630
EDGE: Final = 30
FOOT: Final = 34
"""How high the line below the picture is, which says what this is."""

MOST_ZOOM: Final = 2.5
LEAST_READABLE: Final = 0.6
FOOT_SIZE: Final = 22
SMALLER: Final = "The picture is made smaller to fit: open the link to read it."

_HEAD: Final = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


def on_card(svg: str, theme: Theme) -> str:
    """Put an SVG of ours, drawn without its style sheet, into the middle of a card, as large as it can be."""
    found = _HEAD.search(svg)
    assert found is not None, "our pictures say their size"
    width, height = float(found[1]), float(found[2])
    room = Point(WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE - FOOT)
    zoom = min(MOST_ZOOM, room.x / width, room.y / height)
    left, top = EDGE + (room.x - width * zoom) / 2, EDGE + (room.y - height * zoom) / 2
    place = f'x="{number(left)}" y="{number(top)}" width="{number(width * zoom)}" height="{number(height * zoom)}"'
    pen = Pen(theme, "tv-card", names_things=False)
    base = HEIGHT - EDGE
    words = text_line("topoviz", Point(EDGE, base), "ink", pen, size=FOOT_SIZE, is_bold=True)
    if zoom < LEAST_READABLE:
        words += text_line(SMALLER, Point(EDGE + 100, base), "quiet", pen, size=FOOT_SIZE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="{FONTS}">\n<rect width="{WIDTH}" height="{HEIGHT}" {pen.fill("paper")}/>\n'
        f"{svg.replace(found[0], place, 1)}{words}</svg>\n"
    )
