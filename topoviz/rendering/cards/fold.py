"""From everything there is to what is shown: each rule is a pure function, and they run in this order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.rendering.cards.model import FOLDED, Card, Cards, Folding, Link, row_of
from topoviz.rendering.cards.rules.chains import chains
from topoviz.rendering.cards.rules.end_topics import end_topics
from topoviz.rendering.cards.rules.lanes import lanes
from topoviz.rendering.cards.rules.loops import loops
from topoviz.rendering.cards.rules.outputs import outputs
from topoviz.rendering.cards.rules.rows import rows
from topoviz.rendering.cards.rules.runs import runs
from topoviz.rendering.cards.rules.stores_inside import stores_inside
from topoviz.rendering.cards.rules.sub_topologies import sub_topologies
from topoviz.rendering.cards.rules.twins import twins
from topoviz.rendering.picture import Picture

Rule = Callable[[Cards, Folding], Cards]


RULES: Final[tuple[Rule, ...]] = (
    stores_inside,
    sub_topologies,  # before end topics: it names in words what only one sub-topology reads or writes
    loops,
    end_topics,
    chains,
    runs,  # before twins: a run is compared as one, and stacks leave runs nothing to join, for their ×N differ
    twins,
    outputs,
    lanes,
    rows,
)


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
