"""A card: its ground, the edges of those behind it, its rows, and the signs on its edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from topoviz.rendering.cards.measure import BADGE_SIDE, STACK, Measured, badge_of
from topoviz.rendering.cards.model import Card, RowKind
from topoviz.rendering.picture import Box, Change, Kind
from topoviz.rendering.places.model import Point, Rectangle, Size
from topoviz.rendering.style import fill_of, line_of, width_of
from topoviz.rendering.svg.outlines import bar_above, bar_below, card_outline, rounded
from topoviz.rendering.svg.pen import Pen, moved
from topoviz.rendering.svg.row import UNSURE, draw_row, draw_row_change, opening
from topoviz.rendering.svg.signs import change_sign, fold_sign
from topoviz.rendering.svg.text import text_line

_DASHES: Final = {Kind.REPARTITION: ' stroke-dasharray="10 3"', Kind.IDLE_THREAD: ' stroke-dasharray="2 4"'}


def draw_card(card: Card, measured: Measured, place: Rectangle, identity: str, pen: Pen) -> Iterator[str]:
    """Draw a card at its place."""
    named = f' data-card="{card.key}"' if pen.names_things else ""
    yield f'<g class="{" ".join(_classes(card, measured))}" id="{identity}"{named} {moved(place.x, place.y)}>'
    yield from _ground(card, measured, pen)
    for row in measured.rows:
        yield from draw_row(card, measured, row, pen)
    yield from _edge(card, measured, pen)
    yield from _signs(card, measured, pen)
    yield "</g>\n"


def _classes(card: Card, measured: Measured) -> Iterator[str]:
    yield "card"
    yield from dict.fromkeys((measured.look.value, *(box.kind.value for box in card.steps)))
    yield from (card.change.value,) if card.change is not Change.NONE else ()
    yield from ("unsure",) if _is_unsure(card) else ()
    yield from ("twins",) if card.twins > 1 else ()


def _shown(card: Card) -> Iterable[Box]:
    return (row.box for row in card.rows if row.kind in (RowKind.STEP, RowKind.TOPIC, RowKind.STORE))


def _is_unsure(card: Card) -> bool:
    """Tell whether the edge of a card is drawn as uncertain: when all that is in it is."""
    shown = tuple(_shown(card))
    return bool(shown) and all(box.is_unsure for box in shown)


def _ground(card: Card, measured: Measured, pen: Pen) -> Iterator[str]:
    fill, line = fill_of(measured.look, card.change), line_of(measured.look, card.change)
    outline = card_outline(measured.look, measured.body)
    for away in (2 * STACK, STACK) if card.twins > 1 else ():
        yield f'<path {moved(away, away)} d="{outline}" {pen.both(fill, line, 1)}/>'
    yield f'<path d="{outline}" {pen.fill(fill)}/>'


def _edge(card: Card, measured: Measured, pen: Pen) -> Iterator[str]:
    """Draw the edge over the grounds of the rows, which reach it."""
    look, size, change = measured.look, measured.body, card.change
    dashes = UNSURE if _is_unsure(card) else _DASHES.get(look, "")
    yield f'<path d="{card_outline(look, size)}" {pen.stroke(line_of(look, change), width_of(look, change))}{dashes}/>'
    ends = line_of(Kind.SOURCE, change)
    if measured.has_bar_above:
        yield f'<path d="{bar_above(size)}" {pen.fill(ends)}/>'
    if measured.has_bar_below:
        yield f'<path d="{bar_below(size)}" {pen.fill(ends)}/>'


def _signs(card: Card, measured: Measured, pen: Pen) -> Iterator[str]:
    if measured.badge is not None:
        yield _badge(card, measured.badge, pen)
    right, change = measured.body.width, card.change
    for row in measured.rows:
        yield draw_row_change(change, measured, row, pen)
    yield change_sign(change, right - 3, 3, pen)
    yield fold_sign(card.opened, right, 0, pen)


def _badge(card: Card, place: Rectangle, pen: Pen) -> str:
    ground = rounded(Size(place.width, place.height), place.height / 2)
    hidden = (*(box for row in card.rows if row.kind is RowKind.ALSO for box in row.boxes), *card.behind)
    return (
        f'<g class="badge"{opening(hidden, pen, card.opens)} {moved(place.x, place.y)}>'
        f'<path d="{ground}" {pen.fill("ink")}/>'
        f"{text_line(badge_of(card), Point(BADGE_SIDE, 13.5), 'paper', pen, is_bold=True)}</g>"
    )
