"""Two pictures folded as one, so that what is in both stands in the same card at the same place in each of them.

Rules fold only what is the same in both: what is new, gone, moved or changed is always to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import FOLDED, Card, Cards, Folding, Row, RowKind
from topoviz.rendering.picture import Box, Comparison, Picture

OWN: Final = (RowKind.STEP, RowKind.TOPIC, RowKind.STORE)
"""Rows of what stands in a card itself."""


@dataclass(frozen=True, slots=True)
class ComparedCards:
    """What both pictures show together, and what each of them shows of it."""

    both: Cards
    before: Cards
    after: Cards


def fold_comparison(comparison: Comparison, folding: Folding = FOLDED) -> ComparedCards:
    """Fold both pictures of a comparison in one way."""
    both = fold(united(comparison), folding)
    return ComparedCards(both, _side(both, comparison.before), _side(both, comparison.after))


def united(comparison: Comparison) -> Picture:
    """Put both pictures of a comparison into one, so that they can share one layout."""
    boxes = {**comparison.after.by_key, **comparison.before.by_key}
    first = [box.key for box in comparison.before.boxes]
    order = (*first, *(box.key for box in comparison.after.boxes if box.key not in comparison.before.by_key))
    ties = tuple(dict.fromkeys((*comparison.after.ties, *comparison.before.ties)))
    return Picture(comparison.title, comparison.description, tuple(boxes[key] for key in order), ties)


def _side(both: Cards, picture: Picture) -> Cards:
    """Take from the cards of both what one of the pictures has."""
    own = picture.by_key
    cards = tuple(card for card in (_own_part(card, own) for card in both.cards) if card is not None)
    # A store that is hidden in a list of what a card reads belongs to the card that shows it.
    card_of = {box.key: card.key for card in both.cards for box in card.hidden}
    card_of |= {box.key: card.key for card in both.cards for row in card.rows if row.kind in OWN for box in row.boxes}
    joined = {(card_of[tie.tail], card_of[tie.head]) for tie in picture.ties}
    # A tie leads from an operator to its store, and a link from the card that keeps the store to who uses it.
    links = (link for link in both.links if joined & {(link.tail, link.head), (link.head, link.tail)})
    return replace(
        both, title=picture.title, description=picture.description, cards=cards, links=tuple(links), notes=picture.notes
    )


def _own_part(card: Card, own: Mapping[str, Box]) -> Card | None:
    rows = tuple(row for row in (_own_row(row, own) for row in card.rows) if row is not None)
    if not any(row.boxes for row in rows):
        return None
    return replace(card, rows=rows, behind=_own(card.behind, own))


def _own_row(row: Row, own: Mapping[str, Box]) -> Row | None:
    boxes = _own(row.boxes, own)
    return replace(row, boxes=boxes, behind=_own(row.behind, own)) if boxes or not row.boxes else None


def _own(boxes: tuple[Box, ...], own: Mapping[str, Box]) -> tuple[Box, ...]:
    return tuple(own[box.key] for box in boxes if box.key in own)
