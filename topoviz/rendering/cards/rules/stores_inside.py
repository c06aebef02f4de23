"""A state store stands in the card of the operator that fills it: beside it, it would be as wide as a step.

Other operators that use the store name it. While they are few, a tie leads to them from where the store stands, unless
records flow there anyway or both fill it, for then neither stands above the other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.model import STORES, Card, Cards, Folding, Link, Row, RowKind
from topoviz.rendering.picture import Box, Kind

MOST_TIES: Final = 2
"""Ties from one store; with more, the names alone say who uses it."""


def stores_inside(cards: Cards, _: Folding) -> Cards:
    """Move stores into their keepers' cards; one that nobody fills stays where it is."""
    stores = {card.key: card.rows[0].box for card in cards.cards if _is_store(card)}
    uses: dict[str, list[Link]] = {}
    for link in cards.links:
        if link.uses and link.head in stores:
            uses.setdefault(link.head, []).append(link)
    ends = _between_a_source_and_nothing(cards)
    keepers = {key: _keeper(uses[key], ends) or key for key in stores if key in uses}
    kept: dict[str, list[Row]] = {}
    named: dict[str, list[Row]] = {}
    ties: list[Link] = []
    flows = {(link.tail, link.head) for link in cards.links if not link.uses}
    for store, keeper in keepers.items():
        others = {link.tail: link for link in uses[store] if link.tail != keeper}
        if keeper != store:
            kept.setdefault(keeper, []).append(Row(RowKind.STORE, (stores[store],)))
        for user, link in others.items():
            named.setdefault(user, []).append(_naming(link, stores[store]))
        if len(others) <= MOST_TIES:
            ties += [
                replace(link, tail=keeper, head=user)
                for user, link in others.items()
                if not ((link.writes and link.reads) or (keeper, user) in flows or (user, keeper) in flows)
            ]
    return replace(
        cards,
        cards=tuple(
            replace(card, rows=(*card.rows, *kept.get(card.key, ()), *named.get(card.key, ())))
            for card in cards.cards
            if keepers.get(card.key, card.key) == card.key
        ),
        links=(*(link for link in cards.links if not (link.uses and link.head in stores)), *dict.fromkeys(ties)),
    )


def _is_store(card: Card) -> bool:
    return all(row.kind is RowKind.STORE and row.box.kind in STORES for row in card.rows)


def _keeper(uses: list[Link], ends: set[str]) -> str | None:
    """Choose who fills a store: best who only writes it, then who also reads it, then whose use is not known.

    Of those the best is a step between a source and nothing, as tables are that others look up: to what end would it
    read? Else it is the first.
    """
    filling = [link for link in uses if link.writes or not link.reads]
    ranks = [(not link.writes, link.reads, link.tail not in ends) for link in filling]
    return filling[ranks.index(min(ranks))].tail if filling else None


def _between_a_source_and_nothing(cards: Cards) -> set[str]:
    """Find the steps that all their records come to from sources, and that give none on."""
    flows = [link for link in cards.links if not link.uses]
    sources = {card.key for card in cards.cards if card.rows[0].box.kind is Kind.SOURCE}
    fed = {link.head for link in flows if link.tail in sources}
    return fed - {link.tail for link in flows} - {link.head for link in flows if link.tail not in sources}


def _naming(link: Link, store: Box) -> Row:
    words = [word for word, is_so in (("reads", link.reads), ("writes", link.writes)) if is_so]
    return Row(RowKind.READS, (store,), " and ".join(words) or "uses")
