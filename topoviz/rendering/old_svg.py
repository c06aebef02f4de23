"""Pictures as SVG: our shapes and words at the places that the layout found.

Everything is written here, so everything is known: text is escaped in one function, ids carry a prefix for each
diagram, and there are no links, images, scripts or outside references. `svg_check` holds the result against that.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from topoviz.rendering.layout import Curve, Frame, Layout, Point, is_crossed
from topoviz.rendering.lettering import BOLD, FACT_SIZE, TITLE_SIZE, has_known_width, text_width, visible
from topoviz.rendering.limits import SVG_BYTES
from topoviz.rendering.picture import Box, Change, Group, Kind, Picture, Tie, Undrawable
from topoviz.rendering.shapes import (
    FACT_HEIGHT,
    TAG_GAP,
    TAG_TIP,
    TITLE_HEIGHT,
    Size,
    arrow_tag,
    fact_lines,
    margins_of,
    outlines,
    tag_height,
    tag_lines,
    tag_width,
    title_lines,
)
from topoviz.rendering.style import FONTS, ROOT_CLASS, Theme, colour, fill_of, ink_of, line_of, style_sheet, width_of
from topoviz.rendering.svg_check import check_svg

MARGIN: Final = 20.0
GAP: Final = 36.0
SCREEN: Final = 1_600.0
HEADING_SIZE: Final = 16
HEADING_HEIGHT: Final = 34.0
NOTE_HEIGHT: Final = 20.0
NOTE_GAP: Final = 12.0
ARROW_HALF: Final = 3.6
FRAME_INSET: Final = 3.0
"""Graphviz puts frames closer to each other than reads well."""

PREFIX: Final = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Panel:
    """One picture with its layout and, in a comparison, a heading."""

    picture: Picture
    layout: Layout
    heading: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What goes on one drawing: its name, notes, panels beside each other, and a legend below."""

    title: str
    description: str
    panels: tuple[Panel, ...]
    notes: tuple[str, ...] = ()
    legend: Panel | None = None


def to_svg(sheet: Sheet, *, theme: Theme = Theme.AUTO, prefix: str | None = None, with_style: bool = True) -> str:
    """Draw a sheet; raises Undrawable when it grows beyond what can be embedded.

    `prefix` begins every id; without one it follows from what is drawn. `with_style` False leaves the style sheet
    out, for programs that know plain attributes alone.
    """
    if prefix is not None and PREFIX.fullmatch(prefix) is None:
        raise ValueError("a prefix is small ASCII letters, digits and hyphens, and begins with a letter")
    pen = Pen(theme, prefix or _prefix_of(sheet))
    text = "".join(_sheet(sheet, pen, with_style=with_style))
    if len(text.encode()) > SVG_BYTES:
        raise Undrawable(
            f"This picture takes more than {SVG_BYTES:,} bytes, too many to embed. "
            "Draw one sub-topology (view sub-topology:NUMBER)."
        )
    check_svg(text)
    return text


def _prefix_of(sheet: Sheet) -> str:
    """Take it from what is drawn and not from places, so that it is the same for every version of Graphviz."""
    drawn = repr((sheet.title, sheet.notes, [(panel.heading, panel.picture) for panel in sheet.panels]))
    return f"tv-{hashlib.sha256(drawn.encode('utf-8', errors='replace')).hexdigest()[:10]}"


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes attributes: colours by name, as plain attributes and as classes for the style sheet."""

    theme: Theme
    prefix: str

    def fill(self, name: str) -> str:
        """Fill with a colour."""
        return f'class="f-{name}" fill="{colour(name, self.theme)}"'

    def stroke(self, name: str, width: float) -> str:
        """Draw a line in a colour."""
        return f'class="s-{name}" fill="none" stroke="{colour(name, self.theme)}" stroke-width="{width:g}"'

    def both(self, fill: str, line: str, width: float) -> str:
        """Fill with one colour and draw the line in another."""
        colours = f'fill="{colour(fill, self.theme)}" stroke="{colour(line, self.theme)}"'
        return f'class="f-{fill} s-{line}" {colours} stroke-width="{width:g}"'


# --- the sheet --------------------------------------------------------------------------------------------------------


def _sheet(sheet: Sheet, pen: Pen, *, with_style: bool) -> Iterator[str]:
    beside = _stand_beside(sheet.panels)
    size = _size_of(sheet, beside=beside)
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
    top = MARGIN
    for note in sheet.notes:
        yield text_line(note, Point(MARGIN, top + 13), FACT_SIZE + 1, "quiet", pen, anchor="start")
        top += NOTE_HEIGHT
    top += NOTE_GAP if sheet.notes else 0.0
    left = MARGIN
    for index, panel in enumerate(sheet.panels):
        yield from _panel(panel, Point(left, top), f"{pen.prefix}-{index}" if index else pen.prefix, pen)
        if beside:
            left += _panel_size(panel).width + GAP
        else:
            top += _panel_size(panel).height + GAP
    if sheet.legend is not None:
        low = size.height - MARGIN - sheet.legend.layout.size.height
        rule = f"M{number(MARGIN)} {number(low - GAP / 2)}H{number(size.width - MARGIN)}"
        yield f'<path d="{rule}" {pen.stroke("group-line", 1)}/>\n'
        yield from _panel(sheet.legend, Point(MARGIN, low), f"{pen.prefix}-legend", pen)
    yield "</svg>\n"


def _stand_beside(panels: tuple[Panel, ...]) -> bool:
    """Put pictures beside each other unless they are so wide that one below the other reads better."""
    sizes = [panel.layout.size for panel in panels]
    fit_on_a_screen = sum(size.width for size in sizes) <= SCREEN
    return fit_on_a_screen or all(size.width <= 1.3 * size.height for size in sizes)


def _size_of(sheet: Sheet, *, beside: bool) -> Size:
    sizes = [_panel_size(panel) for panel in sheet.panels]
    gaps = GAP * (len(sizes) - 1)
    width = sum(size.width for size in sizes) + gaps if beside else max(size.width for size in sizes)
    height = max(size.height for size in sizes) if beside else sum(size.height for size in sizes) + gaps
    height += len(sheet.notes) * NOTE_HEIGHT + (NOTE_GAP if sheet.notes else 0.0)
    width = max([width, *(text_width(note, FACT_SIZE + 1) for note in sheet.notes)])
    if sheet.legend is not None:
        width = max(width, sheet.legend.layout.size.width)
        height += GAP + sheet.legend.layout.size.height
    return Size(width + 2 * MARGIN, height + 2 * MARGIN)


def _panel_size(panel: Panel) -> Size:
    size = panel.layout.size
    heading = text_width(panel.heading, HEADING_SIZE) if panel.heading is not None else 0.0
    return Size(max(size.width, heading), size.height + (HEADING_HEIGHT if panel.heading is not None else 0.0))


def _panel(panel: Panel, at: Point, prefix: str, pen: Pen) -> Iterator[str]:
    if panel.heading is not None:
        yield text_line(panel.heading, Point(at.x, at.y + 16), HEADING_SIZE, "ink", pen, anchor="start", is_bold=True)
        at = Point(at.x, at.y + HEADING_HEIGHT)
    picture, layout = panel.picture, panel.layout
    yield f'<g class="picture" transform="translate({number(at.x)} {number(at.y)})">\n'
    for group in picture.groups:
        if group.id in layout.frames:
            yield _frame(group, layout.frames[group.id], prefix, pen)
    by_ends = _curves_by_ends(panel)
    boxes = picture.by_key
    for tie in picture.ties:
        yield _tie(tie, by_ends[tie], _tie_change(boxes[tie.tail], boxes[tie.head]), pen)
    for index, box in enumerate(picture.boxes):
        yield "".join(_box(box, layout.centres[box.key], layout.sizes[box.key], f"{prefix}-n{index}", pen))
    # Titles of frames lie over the ties, with a halo, because ties may cross them.
    for group in picture.groups:
        if group.id in layout.frames:
            yield _frame_title(group, layout.frames[group.id], tuple(by_ends.values()), pen)
    yield "</g>\n"


def _curves_by_ends(panel: Panel) -> Mapping[Tie, Curve]:
    return {tie: panel.layout.curves[index] for index, tie in enumerate(panel.picture.ties)}


# --- frames and ties --------------------------------------------------------------------------------------------------


def _frame(group: Group, frame: Frame, prefix: str, pen: Pen) -> str:
    left, width = number(frame.x + FRAME_INSET), number(frame.width - 2 * FRAME_INSET)
    return (
        f'<g class="frame" id="{prefix}-c{group.id}" data-sub-topology="{group.id}">'
        f"<title>{escape(group.title)}</title>"
        f'<rect x="{left}" y="{number(frame.y)}" width="{width}" height="{number(frame.height)}" rx="12" '
        f"{pen.both('group', 'group-line', 1.2)}/></g>\n"
    )


def _frame_title(group: Group, frame: Frame, curves: tuple[Curve, ...], pen: Pen) -> str:
    """Write a title at the top left of its frame, or at the top right when only the left is crossed by a tie."""
    width = text_width(group.title, TITLE_SIZE)
    left = Frame(frame.x + 10, frame.y + 4, width + 8, 24)
    right = replace(left, x=frame.x + frame.width - width - 18)
    place = right if is_crossed(left, curves) and not is_crossed(right, curves) else left
    return text_line(
        group.title, Point(place.x + 4, place.y + 17), TITLE_SIZE - 1, "quiet", pen,
        anchor="start", is_bold=True, halo="group",
    )  # fmt: skip


def _tie_change(tail: Box, head: Box) -> Change:
    for change in (Change.NEW, Change.GONE):
        if change in (tail.change, head.change):
            return change
    return Change.NONE


def _tie(tie: Tie, curve: Curve, change: Change, pen: Pen) -> str:
    name = f"{change.value}-line" if change is not Change.NONE else "state-line" if tie.uses else "line"
    path = f'd="{_path(curve.points)}"'
    if tie.uses:
        ends = [curve.points[-2:]] * tie.writes + [curve.points[1::-1]] * tie.reads
        heads = "".join(f'<path d="{_arrow(_behind(*end), end[1])}" {pen.fill(name)}/>' for end in ends)
        return f'<path {path} {pen.stroke(name, 1.4)} stroke-dasharray="1.5 4" stroke-linecap="round"/>{heads}\n'
    line = f"<path {path} {pen.stroke(name, 1.4)}/>"
    if curve.tip is None:
        return f"{line}\n"
    return f'{line}<path d="{_arrow(curve.points[-1], curve.tip)}" {pen.fill(name)}/>\n'


def _path(points: tuple[Point, ...]) -> str:
    first, *rest = points
    return f"M{_at(first)}C{' '.join(map(_at, rest))}"


def _arrow(base: Point, tip: Point) -> str:
    across, down = tip.x - base.x, tip.y - base.y
    length = (across * across + down * down) ** 0.5 or 1.0
    side_x, side_y = -down / length * ARROW_HALF, across / length * ARROW_HALF
    left, right = Point(base.x + side_x, base.y + side_y), Point(base.x - side_x, base.y - side_y)
    return f"M{_at(left)}L{_at(tip)}L{_at(right)}Z"


def _behind(before: Point, tip: Point) -> Point:
    """Give the place where the head of an arrow begins that ends at the tip."""
    across, down = before.x - tip.x, before.y - tip.y
    length = (across * across + down * down) ** 0.5 or 1.0
    return Point(tip.x + across / length * 2 * ARROW_HALF, tip.y + down / length * 2 * ARROW_HALF)


def _at(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"


# --- boxes ------------------------------------------------------------------------------------------------------------


def _box(box: Box, centre: Point, size: Size, identity: str, pen: Pen) -> Iterator[str]:
    classes = ["box", box.kind.value]
    classes += [box.change.value] if box.change is not Change.NONE else []
    classes += ["unsure"] if box.is_unsure else []
    yield f'<g class="{" ".join(classes)}" id="{identity}"{_data(box)} transform="translate({_at(centre)})">'
    yield f"<title>{escape(_tooltip(box))}</title>"
    low = tag_height(box)
    body = Size(size.width, size.height - low)
    yield f'<g transform="translate(0 {number(-low / 2)})">' if low else ""
    yield from _shape(box, body, pen)
    yield from _words(box, body, pen)
    yield "</g>" if low else ""
    yield from _tag(box, size, pen)
    yield _sign(box.change, Point(size.width / 2 - 3, -size.height / 2 + 3), pen)
    yield "</g>\n"


def _data(box: Box) -> str:
    """Say in numbers what a box stands for."""
    numbers = {
        "node": box.data_node,
        "topic": box.data_topic,
        "store": box.data_store,
        "sub-topology": box.data_sub_topology,
    }
    return "".join(f' data-{what}="{value}"' for what, value in numbers.items() if value is not None)


def _tooltip(box: Box) -> str:
    words = {
        Change.NEW: "New.",
        Change.GONE: "Gone after optimization.",
        Change.MOVED: "Moved to the other side of a repartition topic.",
        Change.CHANGED: "Changed.",
    }
    parts = [box.tooltip or box.title]
    parts += ["The text does not determine every name here."] if box.is_unsure or box.is_changelog_unsure else []
    parts += [words[box.change]] if box.change in words else []
    return "\n".join(parts)


def _shape(box: Box, size: Size, pen: Pen) -> Iterator[str]:
    fill, line, width = fill_of(box.kind, box.change), line_of(box.kind, box.change), width_of(box.kind, box.change)
    dashes = ' stroke-dasharray="6 4"' if box.is_unsure else ""
    if box.kind is Kind.REPARTITION and not box.is_unsure:
        dashes = ' stroke-dasharray="10 3"'
    for outline in outlines(box.kind, size):
        if outline.is_solid:
            yield f'<path d="{outline.path}" {pen.fill(line)}/>'
        elif outline.is_filled:
            yield f'<path d="{outline.path}" {pen.both(fill, line, width)}{dashes}/>'
        else:
            yield f'<path d="{outline.path}" {pen.stroke(line, width)}{dashes}/>'


def _words(box: Box, size: Size, pen: Pen) -> Iterator[str]:
    margins = margins_of(box.kind)
    across = (margins.left - margins.right) / 2
    high = len(title_lines(box)) * TITLE_HEIGHT + len(fact_lines(box)) * FACT_HEIGHT
    down = (margins.top - margins.bottom) / 2 - high / 2
    for line in title_lines(box):
        yield text_line(line, Point(across, down + 13.5), TITLE_SIZE, ink_of(box.change), pen)
        down += TITLE_HEIGHT
    for line in fact_lines(box):
        yield text_line(line, Point(across, down + 12), FACT_SIZE, "quiet", pen)
        down += FACT_HEIGHT


def _tag(box: Box, size: Size, pen: Pen) -> Iterator[str]:
    """Hang the changelog topic on its store, by a short dotted tie."""
    if not box.changelog:
        return
    line, low = line_of(box.kind, box.change), size.height / 2
    tag = Size(tag_width(box), tag_height(box) - TAG_GAP)
    top = low - tag.height
    dashes = ' stroke-dasharray="6 4"' if box.is_changelog_unsure else ""
    tie = f'd="M0 {number(top - TAG_GAP)}V{number(top)}"'
    yield f'<path {tie} {pen.stroke(line, 1.4)} stroke-dasharray="1.5 3" stroke-linecap="round"/>'
    yield f'<g class="changelog" transform="translate(0 {number(top + tag.height / 2)})">'
    yield f'<path d="{arrow_tag(tag, TAG_TIP)}" {pen.both(fill_of(box.kind, box.change), line, 1.1)}{dashes}/>'
    down = -tag.height / 2 + 3
    for text in tag_lines(box):
        yield text_line(text, Point(-TAG_TIP / 2, down + 12), FACT_SIZE, "quiet", pen)
        down += FACT_HEIGHT
    yield "</g>"


_SIGNS: Final = {
    Change.NEW: ("new-line", "M-4 0H4M0 -4V4"),
    Change.GONE: ("gone-line", "M-4 0H4"),
    Change.MOVED: ("ink", "M0 -4.5V4.5M-2.5 -2.5L0 -5L2.5 -2.5M-2.5 2.5L0 5L2.5 2.5"),
    Change.CHANGED: ("ink", "M-4.5 1C-3 -2.5 -1.5 -2 0 0S3 2.5 4.5 -1"),
}


def _sign(change: Change, at: Point, pen: Pen) -> str:
    """Put a sign at a box's corner: plus, minus, an arrow both ways, a wave."""
    if change not in _SIGNS:
        return ""
    name, path = _SIGNS[change]
    return (
        f'<g class="sign" transform="translate({_at(at)})"><circle r="8" {pen.both("paper", name, 1.6)}/>'
        f'<path d="{path}" {pen.stroke(name, 1.8)} stroke-linecap="round"/></g>'
    )


# --- text -------------------------------------------------------------------------------------------------------------


def text_line(
    text: str,
    at: Point,
    size: int,
    colour_name: str,
    pen: Pen,
    *,
    anchor: str = "middle",
    is_bold: bool = False,
    halo: str | None = None,
) -> str:
    """Write one line of text, as wide as it was reckoned, whatever font the reader has."""
    attributes = f'x="{number(at.x)}" y="{number(at.y)}" font-size="{size}" text-anchor="{anchor}"'
    width = text_width(text, size)
    if is_bold:
        attributes += ' font-weight="600"'
        width *= BOLD
    if has_known_width(text) and text:
        attributes += f' textLength="{number(width)}" lengthAdjust="spacingAndGlyphs"'
    if halo is None:
        return f"<text {attributes} {pen.fill(colour_name)}>{escape(text)}</text>"
    paint = f'{pen.both(colour_name, halo, 5)} paint-order="stroke" stroke-linejoin="round"'
    return f"<text {attributes} {paint}>{escape(text)}</text>\n"


def escape(text: str) -> str:
    """Escape text for XML, and show once more what XML cannot hold, wherever the text came from."""
    return html.escape("\n".join(map(visible, text.split("\n"))), quote=True)


def number(value: float) -> str:
    """Write a number with two decimals at most."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1000 else f"{round(value, 1):.1f}".removesuffix(".0")
