"""A state store stands in the card of the operator that fills it: beside it, it would be as wide as a step.

Other operators that use the store name it. While they are few, a tie leads to them from where the store stands, unless
records flow there anyway or both fill it, for then neither stands above the other. Where it is not known which of
several operators fills a store, it keeps a card of its own: in one of theirs it would say what nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.model import STORES, Card, Cards, Folding, Link, Row, RowKind
from topoviz.rendering.picture import Box

MOST_TIES: Final = 2
"""Ties from a store in a card; with more, the names alone say who uses it."""

MOST_TIES_ALONE: Final = 5
"""Ties from a store that has a card of its own."""

_JOIN: Final = re.compile(r"[jJ]oin(?![a-z])|JOIN(?![A-Z])")
"""What people call a step that looks things up; what is `joined` may well be kept."""


def stores_inside(cards: Cards, _: Folding) -> Cards:
    """Move stores into their keepers' cards; one that nobody fills stays where it is."""
    stores = {card.key: card.rows[0].box for card in cards.cards if _is_store(card)}
    uses: dict[str, list[Link]] = {}
    for link in cards.links:
        if link.uses and link.head in stores:
            uses.setdefault(link.head, []).append(link)
    names = {card.key: card.rows[0].box.title for card in cards.cards}
    keepers = {key: _keeper(uses[key], names) or key for key in stores if key in uses}
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
        if len(others) <= (MOST_TIES_ALONE if keeper == store else MOST_TIES):
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


def _keeper(uses: list[Link], names: Mapping[str, str]) -> str | None:
    """Choose who fills a store: best who only writes it, then who also reads it; None where that is not known.

    If it is known of nobody, it is the only one that may: whose use is not known and whose name does not say join.
    """
    filling = sorted((link for link in uses if link.writes), key=lambda link: link.reads)
    if filling:
        return filling[0].tail
    unknown = [link.tail for link in uses if not link.reads]
    likely = [user for user in unknown if _JOIN.search(names[user]) is None] or unknown
    return likely[0] if len(likely) == 1 else None


def _naming(link: Link, store: Box) -> Row:
    words = [word for word, is_so in (("reads", link.reads), ("writes", link.writes)) if is_so]
    return Row(RowKind.READS, (store,), " and ".join(words) or "uses")
