"""The legend: every sign that stands in a picture, with its word, drawn as it is drawn there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.measure import Measured, measure
from topoviz.rendering.cards.model import KEY_SIGN, Card, Cards, Link, Row, RowKind, row_of
from topoviz.rendering.picture import Box, Change, Kind
from topoviz.rendering.places.model import Arrangement, Point, Rectangle, Size, Way
from topoviz.rendering.svg.sheet import Panel

SPACE: Final = 16.0
STUB: Final = 32.0
"""How long the sample of a tie is."""

LEGEND_WIDTH: Final = 560.0
"""Pixels in a row at least; below a wide picture the rows are as wide as it is."""

_KINDS: Final = {
    Kind.SOURCE: "source",
    Kind.STATELESS: "step",
    Kind.KEY_CHANGING: "changes the key",
    Kind.STATEFUL: "keeps state",
    Kind.SINK: "sink",
    Kind.TOPIC: "topic",
    Kind.REPARTITION: "repartition topic",
    Kind.STORE: "state store",
    Kind.GLOBAL_STORE: "global store",
    Kind.SUB_TOPOLOGY: "sub-topology",
    Kind.TASK: "task",
    Kind.STATEFUL_TASK: "task with state",
    Kind.CLIENT: "client",
    Kind.THREAD: "stream thread",
    Kind.IDLE_THREAD: "idle stream thread",
    Kind.GLOBAL_THREAD: "global thread",
    Kind.ACTIVE: "active task",
    Kind.STANDBY: "standby",
    Kind.WARM_UP: "warm-up",
    Kind.WITHHELD: "waits for its owner",
}
_TIE: Final = "tie"
_CHANGES: Final = {
    Change.NEW: "new",
    Change.GONE: "gone",
    Change.MOVED: "moved",
    Change.PROMOTED: "promoted",
    Change.CHANGED: "changed",
}


def whole_legend() -> Cards:
    """Explain everything that a picture may hold."""
    return _legend(_KINDS, _CHANGES, has_tie=True, has_twins=True, has_unsure=True, has_dashes=True)


def legend_for(shown: Iterable[Cards]) -> Cards:
    """Explain what pictures show, and nothing else."""
    shown = tuple(shown)
    cards = [card for one in shown for card in one.cards]
    boxes = [row.box for card in cards for row in card.rows if row.kind in _WITH_A_THING]
    kinds, changes = {box.kind for box in boxes}, {box.change for box in boxes}
    if any(KEY_SIGN in row.text for card in cards for row in card.rows if row.kind is RowKind.ALSO):
        kinds.add(Kind.KEY_CHANGING)
    return _legend(
        kinds,
        changes,
        has_tie=any(link.uses for one in shown for link in one.links),
        has_twins=any(card.twins > 1 for card in cards),
        has_unsure=any(box.is_unsure or box.is_changelog_unsure for box in boxes),
        has_dashes=any(box.is_unsure for box in boxes),
    )


_WITH_A_THING: Final = (RowKind.STEP, RowKind.TOPIC, RowKind.STORE, RowKind.READS, RowKind.TASK)


def _legend(
    kinds: Iterable[Kind],
    changes: Iterable[Change],
    *,
    has_tie: bool,
    has_twins: bool,
    has_unsure: bool,
    has_dashes: bool,
) -> Cards:
    found = [_sample(kind.value, kind, word) for kind, word in _KINDS.items() if kind in kinds]
    if has_tie:
        found.append(_sample(_TIE, Kind.STATELESS, "uses a store"))
    if has_twins:
        found.append(replace(_sample("twins", Kind.STATELESS, "several that are alike"), twins=3))
    found += [
        _sample(change.value, Kind.STATELESS, word, change) for change, word in _CHANGES.items() if change in changes
    ]
    if has_unsure:
        box = Box("unsure", Kind.STATELESS, "name?", facts=("not certain",), is_unsure=has_dashes)
        found.append(Card(box.key, (row_of(box),)))
    ties = (Link(_TIE, _TIE, uses=True),) if has_tie else ()
    return Cards("Legend", "What the shapes and signs mean.", tuple(found), ties)


def _sample(key: str, kind: Kind, word: str, change: Change = Change.NONE) -> Card:
    row: Row = row_of(Box(key, kind, word, change=change))
    return Card(key, (row,))


def legend_panel(legend: Cards, row_width: float = LEGEND_WIDTH) -> Panel:
    """Put the cards of a legend into rows of about this many pixels; no Graphviz is needed for that."""
    measures = {card.key: measure(card) for card in legend.cards}
    rows = tuple(_rows(legend.cards, measures, row_width))
    places: dict[str, Rectangle] = {}
    top, widest = 0.0, 0.0
    for row in rows:
        words = max(_words_at(measures[card.key]) for card in row)
        height = max(words - _words_at(measures[card.key]) + measures[card.key].size.height for card in row)
        left = 0.0
        for card in row:
            left += STUB if card.key == _TIE else 0.0
            size = measures[card.key].size
            places[card.key] = Rectangle(left, top + words - _words_at(measures[card.key]), size.width, size.height)
            left += size.width + SPACE
        widest = max(widest, left - SPACE)
        top += height + SPACE
    ways = tuple(_stub(places[link.head]) for link in legend.links)
    return Panel(legend, measures, Arrangement(Size(widest, max(top - SPACE, 0.0)), places, {}, ways))


def _stub(place: Rectangle) -> Way:
    """Lead the sample of a tie from the left to the card that explains it."""
    middle = place.y + place.height / 2
    return Way((Point(place.x - STUB, middle), Point(place.x, middle)))


def _words_at(measured: Measured) -> float:
    """Words of one row stand at one height."""
    return measured.rows[0].middle


def _rows(cards: tuple[Card, ...], measures: dict[str, Measured], row_width: float) -> Iterator[list[Card]]:
    """Fill rows from left to right, about equally long."""
    whole = sum(measures[card.key].size.width + SPACE for card in cards)
    count = int(whole // row_width) + 1
    rows: list[list[Card]] = [[] for _ in range(count)]
    passed = 0.0
    for card in cards:
        width = measures[card.key].size.width + SPACE
        rows[min(int((passed + width / 2) * count / whole), count - 1)].append(card)
        passed += width
    yield from filter(None, rows)
