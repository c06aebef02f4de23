"""When two cards are alike: the same rows, whatever the user calls the things in them.

What Kafka Streams numbers (`#17`, `output 2`) makes no difference. What the user names does, and can be told.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Final

from topoviz.rendering.cards.model import STEPS, STORES, TOPICS, Card, Cards, Row, RowKind, members_of
from topoviz.rendering.picture import Box, Change, Kind

_BRANCH: Final = re.compile(r"branch|one output|all other records|outputs? .*", re.DOTALL)
_NUMBERED_BRANCH: Final = re.compile(r"branch|one output|all other records|output \d+")
_STORE_NUMBER: Final = re.compile(r"store #\d+\??")
_OUTPUT: Final = re.compile(r"output (?P<number>\d+)")
_SEPARATOR: Final = re.compile(r"[-._]")
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
        facts = tuple(
            "" if is_own_name(box, fact) or fact == own_store(box) else self._without_name(fact) for fact in box.facts
        )
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


def own_store(box: Box) -> str | None:
    """Give the fact that names the store of an operator in a plan, where stores have no boxes: `store counts`."""
    named = {f"store {line.removeprefix('store: ')}" for line in box.tooltip.split("\n") if line.startswith("store: ")}
    return next((fact for fact in box.facts if fact in named or _STORE_NUMBER.fullmatch(fact)), None)


def rows_to_compare(card: Card) -> tuple[Row, ...]:
    """Give the rows of a card that show something."""
    return tuple(row for row in card.rows if not row.is_hiding)


def differences(first: Card, other: Card) -> tuple[tuple[str, Box], ...]:
    """Say what the other of two alike cards has under another name of the user's, and what has it: things first of all.

    That a sink writes `to prices` is told by the topic `prices`, that a store is `counts` by `counts-repartition`.
    """
    rows = zip(rows_to_compare(first), rows_to_compare(other), strict=True)
    pairs = [(row.box, its.box) for row, its in rows if its.kind in _NAMED]
    different = [its for box, its in pairs if _is_another(box, its)]
    things = [box for box in different if box.kind not in STEPS]
    has_topic = any(box.kind in TOPICS for box in things)
    steps = [
        box for box in different
        if box.kind in STEPS and not (has_topic and box.kind in _ENDS) and not _is_told(box, things)
    ]  # fmt: skip
    stores = [
        (store, its)
        for box, its in pairs
        if (store := own_store(its)) not in (None, own_store(box))
        and not _STORE_NUMBER.fullmatch(store)
        and not any(thing.title.startswith(f"{store.removeprefix('store ')}-") for thing in things)
    ]
    return (*((box.title, box) for box in (*steps, *things)), *stores)


def outputs_of(title: str, others: Iterable[str]) -> str:
    """Call outputs of a split by all their numbers, `outputs 1–4`; what is called otherwise keeps its title."""
    found = [_OUTPUT.fullmatch(one) for one in (title, *others)]
    numbers = sorted({int(one["number"]) for one in found if one is not None})
    if None in found or len(numbers) < 2:
        return title
    is_range = numbers == [*range(numbers[0], numbers[-1] + 1)] and len(numbers) > 2
    words = f"{numbers[0]}–{numbers[-1]}" if is_range else ", ".join(map(str, numbers))
    return f"outputs {words}"


def what_differs(name: str, other: str) -> tuple[str, str]:
    """Leave out the words that two names begin and end with: of `aap-paid` and `dp-paid`, `aap` and `dp` are left."""
    words, others = _SEPARATOR.split(name), _SEPARATOR.split(other)
    for place in (0, -1):
        while words and others and words[place] == others[place]:
            del words[place], others[place]
    return "-".join(words), "-".join(others)


def _is_told(step: Box, things: Iterable[Box]) -> bool:
    return not is_own_name(step) and any(step.title.endswith(f" {thing.title}") for thing in things)


def _is_another(box: Box, other: Box) -> bool:
    if box.key == other.key or (box.kind in STEPS and _NUMBERED_BRANCH.fullmatch(other.title)):
        return False
    return _NUMBERS.sub("", box.title) != _NUMBERS.sub("", other.title)
