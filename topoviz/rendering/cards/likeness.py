"""When two cards are alike: the same rows, whatever the user calls the things in them.

What Kafka Streams numbers (`#17`, `output 2`) makes no difference. What the user names does, and can be told.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Final

from topoviz.rendering.cards.model import STEPS, STORES, TOPICS, Card, Cards, Row, RowKind, members_of
from topoviz.rendering.picture import Box, Change, Kind

_BRANCH: Final = re.compile(r"branch|one output|all other records|output .*", re.DOTALL)
_NUMBERED_BRANCH: Final = re.compile(r"branch|one output|all other records|output \d+")
_NUMBERS: Final = re.compile(r"\d{10}\d*")
_ENDS: Final = frozenset({Kind.SOURCE, Kind.SINK})
_NAMED: Final = frozenset({RowKind.STEP, RowKind.TOPIC, RowKind.STORE})
_UNCHANGED: Final = frozenset({Change.NONE, Change.SAME})

Likeness = Hashable
"""What is equal for things that are alike."""


class Likenesses:
    """Finds what is alike in a picture, knowing the names of all topics and stores in it."""

    def __init__(self, cards: Cards) -> None:
        self._names = {box.title for box in members_of(cards.cards) if box.kind in TOPICS or box.kind in STORES}

    def of_card(self, card: Card) -> Likeness:
        """Say what a card has in common with its twins; what changed has none, nor have whole sub-topologies."""
        if any(box.change not in _UNCHANGED or box.kind is Kind.SUB_TOPOLOGY for box in card.members):
            return card.key
        return (card.group, card.twins, *(self._of_row(row) for row in rows_to_compare(card)))

    def of_step(self, box: Box) -> str:
        """Name what a step does without what the user calls it."""
        if is_own_name(box):
            return box.kind.value
        if _BRANCH.fullmatch(box.title):
            return "output"
        return box.title.split(" ", 1)[0] if box.kind in _ENDS else self._without_name(box.title)

    def _of_row(self, row: Row) -> Likeness:
        if row.kind is RowKind.NOTE:
            return (row.kind, row.text)
        box = row.box
        what = self.of_step(box) if row.kind is RowKind.STEP else ""
        facts = tuple("" if is_own_name(box, fact) else self._without_name(fact) for fact in box.facts)
        marks = (box.changes_key, box.is_unsure, bool(box.changelog), box.is_changelog_unsure)
        return (row.kind, row.text, box.kind, what, facts, marks)

    def _without_name(self, text: str) -> str:
        """Leave out the name of a topic or a store, which ends a title such as `join with table prices`."""
        for space in re.finditer(" ", text):
            if text[space.end() :] in self._names:
                return text[: space.end()]
        return text


def is_own_name(box: Box, text: str | None = None) -> bool:
    """Tell whether the title of a step, or another text in its box, is the user's own name for it."""
    name = box.tooltip.partition("\n")[0]
    return box.kind in STEPS and not box.number and (box.title if text is None else text) == name


def rows_to_compare(card: Card) -> tuple[Row, ...]:
    """Give the rows of a card that show something."""
    return tuple(row for row in card.rows if not row.is_hiding)


def differences(first: Card, other: Card) -> tuple[Box, ...]:
    """Give what the other of two alike cards has under another name of the user's: things first of all.

    That a sink writes `to prices` is told by the topic `prices`.
    """
    pairs = zip(rows_to_compare(first), rows_to_compare(other), strict=True)
    different = [its.box for row, its in pairs if its.kind in _NAMED and _is_another(row.box, its.box)]
    things = [box for box in different if box.kind not in STEPS]
    has_topic = any(box.kind in TOPICS for box in things)
    steps = [
        box for box in different
        if box.kind in STEPS and not (has_topic and box.kind in _ENDS) and not _is_told(box, things)
    ]  # fmt: skip
    return (*steps, *things)


def _is_told(step: Box, things: Iterable[Box]) -> bool:
    return not is_own_name(step) and any(step.title.endswith(f" {thing.title}") for thing in things)


def _is_another(box: Box, other: Box) -> bool:
    if box.key == other.key or (box.kind in STEPS and _NUMBERED_BRANCH.fullmatch(other.title)):
        return False
    return _NUMBERS.sub("", box.title) != _NUMBERS.sub("", other.title)
