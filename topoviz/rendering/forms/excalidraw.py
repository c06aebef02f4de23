"""A view as an Excalidraw file that a team can go on drawing in.

It looks as our own drawings do, and has the same places. A card is a group: its rectangle, its rows of text and its
signs. A topic is a tag of lines of our own; an arrow cannot be bound to such, so it holds a rectangle that nobody sees.
Lines are arrows bound to cards, which follow when a card is moved. A sub-topology is a frame.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.cards.measure import (
    BADGE_SIDE,
    BAR,
    STACK,
    TEXT_SIZE,
    Measured,
    MeasuredRow,
    Words,
    badge_of,
    is_tag,
)
from topoviz.rendering.cards.model import Card, Link, RowKind
from topoviz.rendering.draw import sheet_of
from topoviz.rendering.forms.excalidraw_shapes import Element, Paint, Sketch, named_colour
from topoviz.rendering.forms.excalidraw_signs import bar_points, draw_change_sign, draw_row_sign, tag_points
from topoviz.rendering.lettering import visible
from topoviz.rendering.picture import Change, Kind
from topoviz.rendering.places.model import Point, Rectangle
from topoviz.rendering.style import fill_of, ink_of, line_of, width_of
from topoviz.rendering.svg.sheet import (
    GAP,
    HEADING_HEIGHT,
    HEADING_SIZE,
    MARGIN,
    NOTE_GAP,
    NOTE_HEIGHT,
    Panel,
    Sheet,
)
from topoviz.rendering.svg.whole import in_whole_pixels
from topoviz.rendering.views import View

ROUND: Final = 8.0
_WITH_A_THING: Final = (RowKind.STEP, RowKind.TOPIC, RowKind.STORE, RowKind.READS, RowKind.TASK)
_OWN: Final = (RowKind.STEP, RowKind.TOPIC, RowKind.STORE)
_SHARP: Final = frozenset({Kind.STATEFUL, Kind.STORE, Kind.GLOBAL_STORE, Kind.STATEFUL_TASK})
_DASHES: Final = {Kind.REPARTITION: "dashed", Kind.IDLE_THREAD: "dotted"}


def to_excalidraw(analyzed: AnalyzedTopology, view: View) -> str:
    """Write a view for Excalidraw, in light colours; raises Undrawable when there is no such view."""
    return write_sheet(sheet_of(analyzed, view))


def write_sheet(sheet: Sheet) -> str:
    """Write what stands on a sheet."""
    elements = list(_sheet(sheet))
    document = {
        "type": "excalidraw",
        "version": 2,
        "source": "topoviz",
        "elements": elements,
        "appState": {"viewBackgroundColor": named_colour("paper"), "gridSize": None},
        "files": {},
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _sheet(sheet: Sheet) -> Iterator[Element]:
    """Put notes above, panels beside or below each other, and the legend below, as our own drawings do."""
    top = MARGIN
    notes = Sketch("notes", groups=("notes",))
    for note in sheet.notes:
        notes.text((visible(note),), Point(MARGIN, top + TEXT_SIZE), "quiet")
        top += NOTE_HEIGHT
    yield from notes.elements
    top += NOTE_GAP if sheet.notes else 0.0
    left, low = MARGIN, top
    for index, panel in enumerate(sheet.panels):
        name = f"side{index}-" if len(sheet.panels) > 1 else ""
        yield from _panel(panel, Point(left, top), name)
        size = panel.arrangement.size
        bottom = top + size.height + (HEADING_HEIGHT if panel.heading is not None else 0.0)
        low = max(low, bottom)
        left, top = (left + size.width + GAP, top) if sheet.is_beside else (left, bottom + GAP)
    if sheet.legend is not None:
        yield from _panel(sheet.legend, Point(MARGIN, low + GAP), "legend-", outer=("legend",))


def _panel(panel: Panel, at: Point, name: str, outer: tuple[str, ...] = ()) -> Iterator[Element]:
    if panel.heading is not None:
        heading = Sketch(f"{name}heading", at, outer)
        heading.text((visible(panel.heading),), Point(0, 16), "ink", HEADING_SIZE)
        yield from heading.elements
        at = Point(at.x, at.y + HEADING_HEIGHT)
    cards, places = panel.cards, in_whole_pixels(panel.arrangement)
    frames = {group.id: f"{name}frame{group.id}" for group in cards.groups if group.id in places.frames}
    bodies: dict[str, Element] = {}
    drawn: list[Element] = []
    for card in cards.cards:
        place = places.spots[card.key]
        frame = frames.get(card.group) if card.group is not None else None
        identity = f"{name}{card.key}"
        sketch = Sketch(identity, Point(at.x + place.x, at.y + place.y), (f"{identity}-card", *outer), frame)
        bodies[card.key] = _card(sketch, card, panel.measures[card.key])
        drawn += sketch.elements
    for index, (link, way) in enumerate(zip(cards.links, places.ways, strict=True)):
        ends = (bodies[link.tail], bodies[link.head])
        shared = ends[0]["frameId"] if ends[0]["frameId"] == ends[1]["frameId"] else None
        sketch = Sketch(f"{name}line{index}", at, outer, shared)
        paint = _line_paint(link, cards.by_key[link.tail], cards.by_key[link.head])
        # A sample in a legend leads nowhere.
        if link.tail == link.head:
            sketch.line(way.points, paint)
        else:
            sketch.arrow(way.points, paint, ends, is_flow=not link.uses)
        yield from sketch.elements
    yield from drawn
    # Excalidraw wants frames behind what they hold.
    for group in cards.groups:
        if group.id in frames:
            sketch = Sketch(frames[group.id], at, outer)
            sketch.frame_round(places.frames[group.id], visible(group.title), frames[group.id])
            yield from sketch.elements


def _line_paint(link: Link, tail: Card, head: Card) -> Paint:
    change = next((one for one in (Change.NEW, Change.GONE) if one in (tail.change, head.change)), None)
    name = f"{change.value}-line" if change is not None else "state-line" if link.uses else "line"
    return Paint(line=name, width=2.0 if link.uses else 1.4, style="dotted" if link.uses else "solid")


# --- cards ------------------------------------------------------------------------------------------------------------


def _card(sketch: Sketch, card: Card, measured: Measured) -> Element:
    """Draw a card, and give the rectangle that arrows are bound to."""
    look, change = measured.look, card.change
    shown = [row.box for row in card.rows if row.kind in _OWN]
    is_unsure = bool(shown) and all(box.is_unsure for box in shown)
    style = "dashed" if is_unsure else _DASHES.get(look, "solid")
    fill, line = fill_of(look, change), line_of(look, change)
    paint = Paint(line, fill, width_of(look, change), style)
    place = Rectangle(0, 0, measured.body.width, measured.body.height)
    for away in (2 * STACK, STACK) if card.twins > 1 else ():
        _outline(sketch, card, look, replace(place, x=away, y=away), Paint(line, fill))
    body = _outline(sketch, card, look, place, paint, identity=sketch.name)
    ends = Paint(fill=line_of(Kind.SOURCE, change))
    if measured.has_bar_above:
        sketch.line(bar_points(Rectangle(0, 0, place.width, BAR), ROUND, is_below=False), ends)
    if measured.has_bar_below:
        below = Rectangle(0, place.height - BAR, place.width, BAR)
        sketch.line(bar_points(below, ROUND, is_below=True), ends)
    for row in measured.rows:
        _row(sketch, card, measured, row)
    if measured.badge is not None:
        badge = measured.badge
        sketch.rectangle(badge, Paint(fill="ink"), badge.height / 2)
        sketch.text((badge_of(card),), Point(badge.x + BADGE_SIDE, badge.y + 13.5), "paper")
    draw_change_sign(sketch, change, Point(place.width - 3, 3))
    return body


def _outline(sketch: Sketch, card: Card, look: Kind, place: Rectangle, paint: Paint, identity: str = "") -> Element:
    if not is_tag(card):
        return sketch.rectangle(place, paint, 0.0 if look in _SHARP else ROUND, identity=identity)
    body = sketch.rectangle(place, Paint(), identity=identity)
    sketch.line(tag_points(place), paint)
    return body


def _row(sketch: Sketch, card: Card, measured: Measured, placed: MeasuredRow) -> None:
    row, width = placed.row, measured.body.width
    if row.kind in (RowKind.STEP, RowKind.STORE, RowKind.TASK) and not is_tag(card):
        ground = fill_of(row.box.kind, row.box.change)
        if ground != fill_of(measured.look, card.change):
            top = max(placed.top, BAR if measured.has_bar_above else 1.0)
            bottom = min(placed.top + placed.height, measured.body.height - (BAR if measured.has_bar_below else 1.0))
            left, right = max(placed.left, 1.0), min(placed.left + (placed.width or width), width - 1)
            sketch.rectangle(Rectangle(left, top, right - left, bottom - top), Paint(fill=ground))
    if placed.rule_at is not None:
        rule = Paint(line=line_of(measured.look, Change.NONE), style="dashed")
        sketch.line((Point(1, placed.rule_at), Point(width - 1, placed.rule_at)), rule)
    if placed.tag is not None:
        box, tag = row.box, placed.tag
        is_dashed = box.is_unsure or box.kind is Kind.REPARTITION
        paint = Paint(line_of(box.kind, box.change), fill_of(box.kind, box.change), width_of(box.kind, box.change),
                      "dashed" if is_dashed else "solid")  # fmt: skip
        place = Rectangle((width - tag.width) / 2, placed.middle - tag.height / 2, tag.width, tag.height)
        sketch.line(tag_points(place), paint)
    if placed.sign is not None:
        draw_row_sign(sketch, row, placed.sign)
    _words(sketch, card, placed)
    if row.kind in _WITH_A_THING and row.box.change is not card.change:
        draw_change_sign(sketch, row.box.change, Point(width + 3, placed.middle))


def _words(sketch: Sketch, card: Card, placed: MeasuredRow) -> None:
    """Write the words of a row; lines that begin below each other are one text, which is easier to change."""

    def column(words: Words) -> tuple[float, bool]:
        return words.x, words.is_quiet

    for (left, is_quiet), lines in groupby(placed.words, column):
        found = list(lines)
        name = "quiet" if is_quiet or placed.row.kind not in _WITH_A_THING else ink_of(placed.row.box.change)
        sketch.text([visible(line.text) for line in found], Point(left, found[0].y), name)
