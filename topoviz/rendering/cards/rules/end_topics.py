"""A topic that is only read, or only written, stands in each source or sink that does so: most lines crossed for these.

A topic that is written and read in the picture links what stands above it to what stands below, and keeps its card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from topoviz.rendering.cards.model import Card, Cards, Folding, Link, Row, RowKind
from topoviz.rendering.picture import Kind


def end_topics(cards: Cards, _: Folding) -> Cards:
    """Move topics at the ends of flows into sources, before the step, and into sinks, after it."""
    heads, tails = cards.heads(), cards.tails()
    before: dict[str, list[Row]] = {}
    after: dict[str, list[Row]] = {}
    gone: dict[str, Card | None] = {}
    for card in cards.cards:
        if card.rows[0].kind is not RowKind.TOPIC:
            continue
        readers = [cards.by_key[link.head] for link in _flows(heads[card.key])]
        writers = [cards.by_key[link.tail] for link in _flows(tails[card.key])]
        if not writers and _are_all(readers, Kind.SOURCE):
            ends, rows = readers, before
        elif not readers and _are_all(writers, Kind.SINK):
            ends, rows = writers, after
        else:
            continue
        gone[card.key] = None
        for end in ends:
            rows.setdefault(end.key, []).extend(card.rows)
    ends_with_rows = {
        key: replace(card, rows=_put(card.rows, before.get(key, ()), after.get(key, ())))
        for key, card in cards.by_key.items()
        if key in before or key in after
    }
    return cards.with_cards({**gone, **ends_with_rows})


def _put(rows: tuple[Row, ...], before: Iterable[Row], after: Iterable[Row]) -> tuple[Row, ...]:
    """Put topics right before the step and after everything; words above are of the topics above them."""
    step = next((index for index, row in enumerate(rows) if row.kind is RowKind.STEP), 0)
    return (*rows[:step], *before, *rows[step:], *after)


def _flows(links: Iterable[Link]) -> list[Link]:
    return [link for link in links if not link.uses]


def _are_all(cards: list[Card], kind: Kind) -> bool:
    return bool(cards) and all(any(step.kind is kind for step in card.steps) for card in cards)
