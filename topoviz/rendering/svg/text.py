"""One line of text, as wide as it was reckoned.

The font is ours, so letters stand as they are; a program that reads no fonts from a picture squeezes its own.
"""

from __future__ import annotations

from topoviz.rendering.cards.measure import TEXT_SIZE
from topoviz.rendering.lettering import has_known_width, text_width
from topoviz.rendering.places.model import Point
from topoviz.rendering.svg.pen import Pen, escape, number


def text_line(
    text: str,
    start: Point,
    colour: str,
    pen: Pen,
    *,
    size: int = TEXT_SIZE,
    is_bold: bool = False,
    halo: str | None = None,
) -> str:
    """Write a line that begins at a place; a halo keeps it readable over lines."""
    attributes = f'x="{number(start.x)}" y="{number(start.y)}" font-size="{size}"'
    if is_bold:
        attributes += ' font-weight="600"'
    if has_known_width(text) and text:
        width = width_of(text, size, is_bold=is_bold)
        attributes += f' textLength="{number(width)}" lengthAdjust="spacingAndGlyphs"'
    if halo is None:
        return f"<text {attributes} {pen.fill(colour)}>{escape(text)}</text>"
    paint = f'{pen.both(colour, halo, 5)} paint-order="stroke" stroke-linejoin="round"'
    return f"<text {attributes} {paint}>{escape(text)}</text>"


def width_of(text: str, size: int = TEXT_SIZE, *, is_bold: bool = False) -> float:
    """Reckon how wide a line is."""
    return text_width(text, size, is_bold=is_bold)
