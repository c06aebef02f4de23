"""What goes on one drawing, and how it is put together: notes above, panels beside each other, a legend below."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from topoviz.rendering.cards.measure import LINE, TEXT_SIZE, Measured
from topoviz.rendering.cards.model import Cards
from topoviz.rendering.limits import LESS, SVG_BYTES
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Arrangement, Point, Size
from topoviz.rendering.style import FONTS, ROOT_CLASS, Theme, style_sheet
from topoviz.rendering.svg.card import draw_card
from topoviz.rendering.svg.frames import draw_frame, draw_frame_title
from topoviz.rendering.svg.lines import draw_line
from topoviz.rendering.svg.pen import Pen, escape, moved, number
from topoviz.rendering.svg.text import text_line, width_of
from topoviz.rendering.svg.whole import in_whole_pixels
from topoviz.rendering.svg_check import check_svg

MARGIN: Final = 20.0
GAP: Final = 36.0
SCREEN: Final = 1_600.0
PHONE: Final = 400.0
HEADING_SIZE: Final = 16
HEADING_HEIGHT: Final = 32.0
NOTE_HEIGHT: Final = 20.0
NOTE_GAP: Final = 12.0

PREFIX: Final = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Panel:
    """Cards with their measures and places and, in a comparison, a heading. The ways are in the order of the links."""

    cards: Cards
    measures: Mapping[str, Measured]
    arrangement: Arrangement
    heading: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What goes on one drawing: its name, notes, panels beside or below each other, and a legend below."""

    title: str
    description: str
    panels: tuple[Panel, ...]
    notes: tuple[str, ...] = ()
    legend: Panel | None = None
    is_for_phone: bool = False
    is_stacked: bool = False

    @property
    def is_beside(self) -> bool:
        """Tell whether pictures stand beside each other: unless one below the other reads better, or is asked for."""
        if self.is_stacked:
            return False
        sizes = [panel.arrangement.size for panel in self.panels]
        width = sum(size.width for size in sizes)
        if self.is_for_phone:
            return width <= PHONE
        return width <= SCREEN or all(size.width <= 1.3 * size.height for size in sizes)


def to_svg(sheet: Sheet, *, theme: Theme = Theme.AUTO, prefix: str | None = None, with_style: bool = True) -> str:
    """Draw a sheet; raises Undrawable when it grows beyond what can be embedded.

    `prefix` begins every id; without one it follows from what is drawn. `with_style` False leaves the style sheet
    out, for programs that know plain attributes alone, and with it what only pages can press.
    """
    if prefix is not None and PREFIX.fullmatch(prefix) is None:
        raise ValueError("a prefix is small ASCII letters, digits and hyphens, and begins with a letter")
    pen = Pen(theme, prefix or _prefix_of(sheet), names_things=with_style)
    text = "".join(_sheet(sheet, pen, with_style=with_style))
    if len(text.encode()) > SVG_BYTES:
        raise Undrawable(f"This picture takes more than {SVG_BYTES:,} bytes, too many to embed. {LESS}")
    check_svg(text)
    return text


def _prefix_of(sheet: Sheet) -> str:
    """Take it from what is drawn and not from places, so that it is the same for every version of Graphviz."""
    drawn = repr((sheet.title, sheet.notes, [(panel.heading, panel.cards) for panel in sheet.panels]))
    return f"tv-{hashlib.sha256(drawn.encode('utf-8', errors='replace')).hexdigest()[:10]}"


def _sheet(sheet: Sheet, pen: Pen, *, with_style: bool) -> Iterator[str]:
    size = _size_of(sheet)
    yield from _head(sheet, size, pen, with_style=with_style)
    top = MARGIN
    for note in sheet.notes:
        yield text_line(note, Point(MARGIN, top + TEXT_SIZE), "quiet", pen)
        top += NOTE_HEIGHT
    top += NOTE_GAP if sheet.notes else 0.0
    left = MARGIN
    for index, panel in enumerate(sheet.panels):
        yield from _panel(panel, Point(left, top), f"{pen.prefix}-{index}" if index else pen.prefix, pen)
        if sheet.is_beside:
            left += _panel_size(panel).width + GAP
        else:
            top += _panel_size(panel).height + GAP
    if sheet.legend is not None:
        low = size.height - MARGIN - sheet.legend.arrangement.size.height
        if low > MARGIN:
            rule = f"M{number(MARGIN)} {number(low - GAP / 2)}H{number(size.width - MARGIN)}"
            yield f'<path d="{rule}" {pen.stroke("group-line", 1)}/>\n'
        unnamed = replace(pen, names_things=False)
        yield from _panel(sheet.legend, Point(MARGIN, low), f"{pen.prefix}-legend", unnamed)
    yield "</svg>\n"


def _head(sheet: Sheet, size: Size, pen: Pen, *, with_style: bool) -> Iterator[str]:
    width, height = number(size.width), number(size.height)
    own_theme = "" if pen.theme is Theme.AUTO else f' data-theme="{pen.theme.value}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{pen.prefix}" class="{ROOT_CLASS}"{own_theme} '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{pen.prefix}-title {pen.prefix}-desc" font-family="{FONTS}">\n'
        f'<title id="{pen.prefix}-title">{escape(sheet.title)}</title>\n'
        f'<desc id="{pen.prefix}-desc">{escape(sheet.description)}</desc>\n'
    )
    if with_style:
        yield f"<style>\n{style_sheet()}\n</style>\n"
    yield f'<g class="paper"><rect width="{width}" height="{height}" {pen.fill("paper")}/></g>\n'


def _size_of(sheet: Sheet) -> Size:
    sizes = [_panel_size(panel) for panel in sheet.panels]
    gaps = GAP * (len(sizes) - 1)
    width = sum(size.width for size in sizes) + gaps if sheet.is_beside else max(size.width for size in sizes)
    height = max(size.height for size in sizes) if sheet.is_beside else sum(size.height for size in sizes) + gaps
    height += len(sheet.notes) * NOTE_HEIGHT + (NOTE_GAP if sheet.notes else 0.0)
    width = max([width, *(width_of(note) for note in sheet.notes)])
    if sheet.legend is not None:
        width = max(width, sheet.legend.arrangement.size.width)
        height += sheet.legend.arrangement.size.height + (GAP if height else 0.0)
    return Size(ceil(width) + 2 * MARGIN, ceil(height) + 2 * MARGIN)


def _panel_size(panel: Panel) -> Size:
    size = panel.arrangement.size
    if panel.heading is None:
        return size
    return Size(max(size.width, width_of(panel.heading, HEADING_SIZE, is_bold=True)), size.height + HEADING_HEIGHT)


def _panel(panel: Panel, at: Point, prefix: str, pen: Pen) -> Iterator[str]:
    if panel.heading is not None:
        yield text_line(panel.heading, Point(at.x, at.y + LINE), "ink", pen, size=HEADING_SIZE, is_bold=True)
        at = Point(at.x, at.y + HEADING_HEIGHT)
    cards, places = panel.cards, in_whole_pixels(panel.arrangement)
    frames = [(group, places.frames[group.id]) for group in cards.groups if group.id in places.frames]
    yield f'<g class="picture" {moved(at.x, at.y)}>\n'
    for group, place in frames:
        yield draw_frame(group, place, prefix, pen)
    for link, way in zip(cards.links, places.ways, strict=True):
        yield draw_line(link, way, cards.by_key[link.tail], cards.by_key[link.head], pen)
    for index, card in enumerate(cards.cards):
        yield from draw_card(card, panel.measures[card.key], places.spots[card.key], f"{prefix}-n{index}", pen)
    # Titles of frames lie over the lines, with a halo, because lines may cross them.
    for group, place in frames:
        yield draw_frame_title(group, place, pen)
    yield "</g>\n"
