"""What is laid out of cards: a spot for each, a line for each link, and how much room the titles of frames take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from topoviz.rendering.cards.measure import LINE, TEXT_SIZE
from topoviz.rendering.cards.model import Card, Cards
from topoviz.rendering.lettering import text_width
from topoviz.rendering.picture import Group
from topoviz.rendering.places.model import Ground, Line, Size, Spot
from topoviz.rendering.places.spacing import TITLE_FROM

TITLE_LEFT: Final = 12.0
"""Where the title of a frame begins, from its left edge."""

FOLDING: Final = 32.0
"""What the sign takes that folds a frame again, behind the title."""


def ground_of(cards: Cards, sizes: Mapping[str, Size]) -> Ground:
    """Give what has to be placed, without a word in it; lines are in the order of the links."""
    frames = {group.id for group in cards.groups}
    spots = tuple(
        Spot(card.key, sizes[card.key], card.group if card.group in frames else None, _made(card), card.line)
        for card in cards.cards
    )
    lines = tuple(Line(link.tail, link.head, link.uses) for link in cards.links)
    titles = {group.id: _title_width(group) for group in cards.groups}
    below = {group.id: len(group.facts) * LINE for group in cards.groups if group.facts}
    return Ground(spots, lines, titles, below, columns=cards.columns)


def _title_width(group: Group) -> float:
    """Give the width that the title of a frame takes, from where titles begin, with what stands beside it."""
    folding = FOLDING if group.opened else 0.0
    title = text_width(group.title, TEXT_SIZE, is_bold=True) + folding
    return TITLE_LEFT - TITLE_FROM + max([title, *(text_width(fact, TEXT_SIZE) for fact in group.facts)])


def _made(card: Card) -> int:
    """Give the least number of a step in a card, which tells when the program made it; 0 where there is none."""
    numbers = (step.number[1:] for step in card.steps)
    return min((int(number) for number in numbers if number.isdecimal()), default=0)
