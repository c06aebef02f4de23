"""From everything there is to what is shown: each rule is a pure function, and they run in this order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.rendering.cards.model import FOLDED, Card, Cards, Folding, Link, row_of
from topoviz.rendering.picture import Picture

Rule = Callable[[Cards, Folding], Cards]

RULES: Final[tuple[Rule, ...]] = ()


def fold(picture: Picture, folding: Folding = FOLDED) -> Cards:
    """Fold a picture; the same picture and folding give the same cards."""
    cards = unfolded(picture)
    for rule in RULES:
        cards = rule(cards, folding)
    return cards


def unfolded(picture: Picture) -> Cards:
    """Give every box a card of its own."""
    cards = tuple(Card(box.key, (row_of(box),), box.group) for box in picture.boxes)
    links = dict.fromkeys(Link(tie.tail, tie.head, tie.uses, tie.writes, tie.reads) for tie in picture.ties)
    return Cards(picture.title, picture.description, cards, tuple(links), picture.groups, picture.notes)
