"""A row of a card: a ground over its whole width, its tag or its rule, its sign and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.rendering.cards.measure import BAR, SIDE, Measured, MeasuredRow
from topoviz.rendering.cards.model import TOPICS, Card, Row, RowKind
from topoviz.rendering.picture import Box, Change, Kind
from topoviz.rendering.places.model import Point
from topoviz.rendering.style import fill_of, ink_of, line_of, width_of
from topoviz.rendering.svg.outlines import arrow_tag
from topoviz.rendering.svg.pen import Pen, escape, moved, number
from topoviz.rendering.svg.signs import change_sign, row_sign
from topoviz.rendering.svg.text import text_line

UNSURE: Final = ' stroke-dasharray="6 4"'
REPARTITION: Final = ' stroke-dasharray="6 3"'
_WITH_A_THING: Final = (RowKind.STEP, RowKind.TOPIC, RowKind.STORE, RowKind.READS, RowKind.TASK)
_CHANGED: Final = {
    Change.NEW: "New.",
    Change.GONE: "Gone.",
    Change.MOVED: "Moved.",
    Change.CHANGED: "Changed.",
}


def draw_row(card: Card, measured: Measured, placed: MeasuredRow, pen: Pen) -> Iterator[str]:
    """Draw one row; what it stands for is said in numbers, for pages."""
    row = placed.row
    yield f'<g class="{" ".join(_classes(row))}"{_data(row, pen)}>'
    yield _ground(card, measured, placed, pen)
    yield f"<title>{escape(said)}</title>" if (said := tooltip(row)) else ""
    yield _rule(measured, placed.rule_at, pen) if placed.rule_at is not None else ""
    yield _tag(measured, placed, pen) if placed.tag is not None else ""
    yield row_sign(row, placed.sign, pen) if placed.sign is not None else ""
    for words in placed.words:
        ink = "quiet" if words.is_quiet or row.kind not in _WITH_A_THING else ink_of(row.box.change)
        yield text_line(words.text, Point(words.x, words.y), ink, pen)
    yield "</g>"


def draw_row_change(change: Change, measured: Measured, placed: MeasuredRow, pen: Pen) -> str:
    """Put a sign on the edge beside a row of which something else became than of its whole card."""
    row = placed.row
    if row.kind not in _WITH_A_THING or row.box.change is change:
        return ""
    return change_sign(row.box.change, measured.body.width + 3, placed.middle, pen)


def _classes(row: Row) -> Iterator[str]:
    yield from ("row", row.kind.value)
    if row.kind not in _WITH_A_THING:
        return
    box = row.box
    yield from (box.kind.value,) if box.kind.value != row.kind.value else ()
    yield from (box.change.value,) if box.change is not Change.NONE else ()
    yield from ("unsure",) if box.is_unsure else ()


def _data(row: Row, pen: Pen) -> str:
    named = row.kind in _WITH_A_THING and pen.names_things
    return (_numbers(row.box) if named else "") + opening(row.hidden, pen, row.opens)


def _numbers(box: Box) -> str:
    """Say in numbers what a box stands for."""
    numbers = {
        "node": box.data_node,
        "topic": box.data_topic,
        "store": box.data_store,
        "sub-topology": box.data_sub_topology,
        "task": box.data_task,
        "client": box.data_client,
        "thread": box.data_thread,
    }
    return "".join(f' data-{what}="{value}"' for what, value in numbers.items() if value is not None)


def opening(hidden: tuple[Box, ...], pen: Pen, key: str = "") -> str:
    """Say which things are hidden here, and the key that opens them: that of the first, if none is given."""
    if not hidden or not pen.names_things:
        return ""
    keys = " ".join(dict.fromkeys(box.key for box in hidden))
    return f' data-open="{key or hidden[0].key}" data-hides="{keys}"'


def tooltip(row: Row) -> str:
    """Say what a row stands for with its full name, and what is uncertain or new about it."""
    if row.kind is RowKind.ALSO and row.text.endswith("…"):
        return "\n".join(box.title for box in row.boxes if box.kind in TOPICS)
    if row.kind not in _WITH_A_THING:
        return ""
    box = row.box
    if row.kind is RowKind.TASK:
        return box.tooltip
    parts = [box.tooltip or box.title]
    parts += ["Changes the key."] if box.changes_key else []
    parts += ["The text does not determine every name here."] if box.is_unsure or box.is_changelog_unsure else []
    parts += [_CHANGED[box.change]] if box.change in _CHANGED else []
    return "\n".join(parts)


def _ground(card: Card, measured: Measured, placed: MeasuredRow, pen: Pen) -> str:
    """Draw what can be pressed and lit; a step that looks different from its card is tinted."""
    row = placed.row
    if row.kind in (RowKind.STEP, RowKind.STORE, RowKind.TASK):
        name = fill_of(row.box.kind, row.box.change)
    else:
        name = fill_of(measured.look, card.change)
    whole = measured.body.width - (SIDE if measured.look in (Kind.TOPIC, Kind.REPARTITION) else 0)
    left, right = max(placed.left, 1.0), min(placed.left + (placed.width or whole), whole - 1)
    top, bottom = placed.top, placed.top + placed.height
    # A tint ends at the bar beside it, for a gap would look like a row.
    if measured.has_bar_above and placed is measured.rows[0]:
        top = BAR
    if measured.has_bar_below and placed is measured.rows[-1]:
        bottom = measured.body.height - BAR
    return (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}" '
        f"{pen.fill(name, 'row-ground')}/>"
    )


def _rule(measured: Measured, down: float, pen: Pen) -> str:
    line = line_of(measured.look, Change.NONE)
    path = f"M1 {number(down)}H{number(measured.body.width - 1)}"
    return f'<path d="{path}" {pen.stroke(line, 1)} stroke-dasharray="2 3"/>'


def _tag(measured: Measured, placed: MeasuredRow, pen: Pen) -> str:
    assert placed.tag is not None
    box = placed.row.box
    x, y = (measured.body.width - placed.tag.width) / 2, placed.middle - placed.tag.height / 2
    fill, line = fill_of(box.kind, box.change), line_of(box.kind, box.change)
    width = width_of(box.kind, box.change)
    dashes = UNSURE if box.is_unsure else REPARTITION if box.kind is Kind.REPARTITION else ""
    return f'<path {moved(x, y)} d="{arrow_tag(placed.tag)}" {pen.both(fill, line, width)}{dashes}/>'
