"""A view as a chart, for forms without places.

Signs and colours of our drawings become words here, for a chart in another program has no legend. What is hidden says
so in words too; nothing can be opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.cards.compared import fold_comparison
from topoviz.rendering.cards.measure import look_of
from topoviz.rendering.cards.model import Card, Cards, Row, RowKind
from topoviz.rendering.forms.chart import CHANGE_WORDS, KIND_WORDS, Chart, Edge, Frame, Node, with_less, with_note
from topoviz.rendering.picture import Box, Comparison, Kind, Undrawable
from topoviz.rendering.viewed import OPEN_ONE, cards_of, overview_of, picture_of
from topoviz.rendering.views import View, ViewName

SHORT: Final = 36
"""Characters of a topic's or a store's name on one line with the word that says what it is."""


def chart_of(analyzed: AnalyzedTopology, view: View) -> Chart:
    """Write a view's cards as words; raises Undrawable when there is no such view."""
    if view.name is ViewName.LEGEND:
        raise Undrawable("The legend is a picture only. Take it as SVG, PNG or PDF.")
    shown = picture_of(analyzed, view)
    return _compared(shown, view) if isinstance(shown, Comparison) else chart_of_cards(cards_of(analyzed, view))


def smaller_charts(analyzed: AnalyzedTopology, view: View, reason: str) -> Iterator[Chart]:
    """Give what to show instead of a view that is too large, each smaller than the one before.

    `reason` is a sentence that says what is too large; what was done about it is said behind it.
    """
    last = None
    if view.is_whole:
        last = with_note(chart_of(analyzed, replace(view, is_whole=False)), f"{reason} It is folded here.")
        yield last
    if (overview := overview_of(analyzed, replace(view, opened=frozenset()))) is not None:
        last = with_note(chart_of_cards(overview), f"{reason} This is the overview of the topology instead.")
        yield last
    yield from with_less(last or with_note(chart_of(analyzed, view), reason))


def chart_of_cards(cards: Cards) -> Chart:
    """Write cards as words."""
    frames = tuple(Frame(f"frame{group.id}", " · ".join((group.title, *group.facts))) for group in cards.groups)
    ids = {group.id: frame.id for group, frame in zip(cards.groups, frames, strict=True)}
    nodes = tuple(_node(card, card.key, ids.get(card.group) if card.group is not None else None)
                  for card in cards.cards)  # fmt: skip
    edges = tuple(Edge(link.tail, link.head, link.uses) for link in cards.links)
    return Chart(cards.title, cards.description, nodes, edges, frames, _said(cards.notes))


def _said(notes: Sequence[str]) -> tuple[str, ...]:
    """Drop what only a reader who can press something may do."""
    return tuple(note.removesuffix(OPEN_ONE).rstrip() for note in notes)


# --- a comparison -----------------------------------------------------------------------------------------------------


def _compared(shown: Comparison, view: View) -> Chart:
    """Put both plans beside each other, each in a frame; what became of a card stands in words."""
    folded = fold_comparison(shown, view.folding)
    frames = (Frame("before", shown.before_heading), Frame("after", shown.after_heading))
    nodes: list[Node] = []
    edges: list[Edge] = []
    for frame, side in zip(frames, (folded.before, folded.after), strict=True):
        nodes += (_node(card, f"{frame.id}{card.key}", frame.id) for card in side.cards)
        edges += (Edge(f"{frame.id}{link.tail}", f"{frame.id}{link.head}", link.uses) for link in side.links)
    return Chart(
        shown.title, shown.description, tuple(nodes), tuple(edges), frames, _said(shown.notes), is_compared=True
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def _node(card: Card, identity: str, frame: str | None) -> Node:
    shown = [row.box for row in card.rows if row.kind in (RowKind.STEP, RowKind.TOPIC, RowKind.STORE)]
    is_unsure = bool(shown) and all(box.is_unsure for box in shown)
    rows = [tuple(_lines(row)) for row in card.rows]
    if card.twins > 1:
        # Where the badge stands in our own drawings.
        at = next((index for index, row in enumerate(card.rows) if row.kind is RowKind.STEP), 0)
        rows[at] = tuple(_with_badge(rows[at], f" ×{card.twins}"))
    return Node(identity, look_of(card), tuple(rows), frame, card.change, is_unsure)


def _with_badge(row: tuple[str, ...], badge: str) -> Iterator[str]:
    """Put it behind the name, which may have the word above it that says what it is."""
    named = 1 if row[0] in KIND_WORDS.values() else 0
    yield from (f"{line}{badge}" if index == named else line for index, line in enumerate(row))


def _lines(row: Row) -> Iterator[str]:
    match row.kind:
        case RowKind.STEP:
            yield from _step(row.box)
        case RowKind.TOPIC | RowKind.STORE:
            box = row.box
            name = f"{box.title}{CHANGE_WORDS.get(box.change, '')}"
            named = f"{KIND_WORDS[box.kind]} {name}"
            yield from (named,) if len(named) <= SHORT else (KIND_WORDS[box.kind], name)
            if said := [fact for fact in box.facts if fact != KIND_WORDS[box.kind]]:
                yield " · ".join(said)
            if box.changelog:
                yield f"+ changelog topic{'?' if box.is_changelog_unsure else ''}"
        case RowKind.READS:
            yield f"{row.text} {row.box.title}"
        case RowKind.TASK:
            box = row.box
            role = "active " if box.kind is Kind.ACTIVE else ""
            yield " · ".join((f"{role}{box.title}{CHANGE_WORDS.get(box.change, '')}", *box.facts))
        case _:
            yield row.text


def _step(box: Box) -> Iterator[str]:
    name = box.short or box.title
    number = (f" {box.number}" if box.number.startswith("#") else f" · {box.number}") if box.number else ""
    named = f"{name}{number}{CHANGE_WORDS.get(box.change, '')}"
    facts = [fact for fact in box.facts if fact not in name] + ["changes the key"] * box.changes_key
    whole = " · ".join((named, *facts))
    yield from (whole,) if len(whole) <= SHORT or not facts else (named, " · ".join(facts))
