"""A small picture that says in words why another is not shown, for sites that show pictures and nothing else."""

from __future__ import annotations

from typing import Final

from topoviz.rendering.lettering import text_width, visible, wrap_words
from topoviz.rendering.places.model import Point
from topoviz.rendering.style import FONTS, ROOT_CLASS, Theme, style_sheet
from topoviz.rendering.svg.pen import Pen, number
from topoviz.rendering.svg.text import text_line
from topoviz.rendering.svg_check import check_svg

LETTERS: Final = 60
SIZE: Final = 14
LINE: Final = 20
MARGIN: Final = 20


def notice(title: str, sentence: str, theme: Theme = Theme.AUTO) -> str:
    """Draw a title and a sentence as SVG; it has a style sheet, as other pictures do, and no letters of its own."""
    heading, lines = visible(title[:LETTERS]), wrap_words(visible(sentence), LETTERS)
    widths = [text_width(heading, SIZE, is_bold=True), *(text_width(line, SIZE) for line in lines)]
    width, height = number(round(max(widths)) + 2 * MARGIN), number((len(lines) + 1) * LINE + 2 * MARGIN)
    pen = Pen(theme, "tv-notice", names_things=False)
    own_theme = "" if theme is Theme.AUTO else f' data-theme="{theme.value}"'
    rows = [text_line(heading, Point(MARGIN, MARGIN + SIZE), "ink", pen, size=SIZE, is_bold=True)]
    for index, line in enumerate(lines, start=1):
        rows.append(text_line(line, Point(MARGIN, MARGIN + SIZE + index * LINE), "quiet", pen, size=SIZE))
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{ROOT_CLASS}"{own_theme} width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{FONTS}">\n<style>\n{style_sheet()}\n</style>\n'
        f'<g class="paper"><rect width="{width}" height="{height}" {pen.fill("paper")}/></g>\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )
    check_svg(drawn)
    return drawn
