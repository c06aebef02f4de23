"""Alike branches are one stack: four times the same steps teach no more than once, and what differs is said in words.

Branches are alike where their steps are, with all that hangs below them, and where records come from and go to is the
same. What is to be seen keeps its stack from being made, but not those inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.likeness import (
    Likenesses,
    differences,
    outputs_of,
    own_store,
    rows_to_compare,
    what_differs,
)
from topoviz.rendering.cards.model import STORES, Card, Cards, Folding, Link, Row, RowKind
from topoviz.rendering.cards.subtrees import subtrees
from topoviz.rendering.picture import Box

FEWEST_TWINS: Final = 3
MOST_LINES: Final = 8
"""Lines that say what else a card stands for; the rest is counted."""

Branch = list[Card]
"""The cards of a subtree, from its top; those of two alike branches are alike at the same places."""

Stack = Sequence[Card]
"""Alike cards; the first is shown."""

Above = Sequence[Stack]


def twins(cards: Cards, folding: Folding, fewest: int = FEWEST_TWINS) -> Cards:
    """Put alike branches, from `fewest` on, into the cards of the first of them."""
    if folding.is_whole:
        return cards
    likenesses = Likenesses(cards)
    likeness = {card.key: likenesses.of_card(card) for card in cards.cards}
    return stacked(cards, folding, likeness, fewest, _stack)


def stacked(
    cards: Cards, folding: Folding, likeness: Mapping[str, Hashable], fewest: int, stack: Callable[[Stack, Above], Card]
) -> Cards:
    """Stack alike branches; `likeness` is equal for cards that may be alike.

    `stack` puts others into the first, and is given the stacks above it in its branch too.
    """
    stacks: dict[str, list[Card]] = {}
    above: dict[str, list[str]] = {}
    gone: dict[str, str] = {}
    opened: dict[str, frozenset[str]] = {}
    place = {card.key: index for index, card in enumerate(cards.cards)}
    for first, *others in _Branches(cards, likeness, fewest).alike_beside(gone):
        hidden = [box for other in others for box in _hidden(first, other)]
        if folding.opens(hidden):
            found = folding.keys_of(hidden)
            opened |= {top.key: opened.get(top.key, top.opened) | found for top, *_ in (first, *others)}
            continue
        for place_in_branch, (shown, *same) in enumerate(zip(first, *others, strict=True)):
            above[shown.key] = [card.key for card in first[:place_in_branch]]
            # Twins of twins come last: what opens a stack is the nearest thing that it hides.
            behind_them = sorted(
                (card for one in (shown, *same) for card in stacks.pop(one.key, ())), key=lambda card: place[card.key]
            )
            stacks[shown.key] = [*same, *behind_them]
            gone |= dict.fromkeys((card.key for card in stacks[shown.key]), shown.key)
    if not stacks and not opened:
        return cards
    tops = {key: replace(cards.by_key[key], opened=keys) for key, keys in opened.items()}
    whole = {key: [tops.get(key, cards.by_key[key]), *others] for key, others in stacks.items()}
    made = {key: stack(cards_of, [whole[one] for one in above[key] if one in whole]) for key, cards_of in whole.items()}
    return cards.with_cards({**tops, **made, **dict.fromkeys(gone)}, gone)


def also(lines: Sequence[tuple[str, tuple[Box, ...]]]) -> tuple[Row, ...]:
    """Make a row of each line and of what it hides, and one row that counts the last of many."""
    shown = tuple(Row(RowKind.ALSO, boxes, text) for text, boxes in lines[:MOST_LINES])
    rest = tuple(box for _, boxes in lines[MOST_LINES:] for box in boxes)
    count = len(lines) - MOST_LINES
    return (*shown, Row(RowKind.ALSO, rest, f"and {count:,} more{doubts(rest)}")) if count > 0 else shown


def doubts(boxes: Iterable[Box]) -> str:
    """Say how many of some hidden things are not certain, if any."""
    count = sum(box.is_unsure for box in boxes)
    return f", {count:,} not certain" if count else ""


def _hidden(first: Branch, other: Branch) -> Iterable[Box]:
    for shown, card in zip(first, other, strict=True):
        keys = {box.key for box in shown.members}
        yield from (box for box in card.members if box.key not in keys)


def _stack(cards: Stack, above: Above) -> Card:
    card, *others = cards
    told = [stack for stack in above if len(stack) == len(cards)]
    lines: dict[tuple[str, ...], tuple[str, tuple[Box, ...]]] = {}
    for place, other in enumerate(others, 1):
        known = {what_differs(*names) for stack in told for names in _names(stack[0], stack[place])}
        differing = differences(card, other)
        if not all(what_differs(*names) in known - {names} for names in _names(card, other)):
            named = tuple(dict.fromkeys(box for _, box in differing))
            text = ", ".join(text for text, _ in differing)
            lines.setdefault(tuple(box.key for box in named), (text, _with_steps(other, named)))
    rows = also(tuple(lines.values()))
    listed = {box.key for row in (*card.rows, *rows) for box in row.boxes}
    behind = {box.key: box for box in (*card.behind, *(box for other in others for box in other.members))}
    return replace(
        card,
        rows=(*_with_all_outputs(card, others), *rows),
        twins=card.twins + sum(other.twins for other in others),
        behind=tuple(box for key, box in behind.items() if key not in listed),
    )


def _names(card: Card, other: Card) -> Iterator[tuple[str, str]]:
    """Give the names that differ in two alike cards.

    If they are `aap-paid` and `dp-paid`, and `aap` and `dp` differed in a card above, these need not be said again.
    """
    differing = differences(card, other)
    for row, its in zip(rows_to_compare(card), rows_to_compare(other), strict=True):
        for text in (text for text, box in differing if box in its.boxes):
            yield row.box.title if text == its.box.title else own_store(row.box) or "", text


def _with_all_outputs(card: Card, others: Sequence[Card]) -> Iterator[Row]:
    """Call a step that is an output of a split by the numbers of all that the stack stands for."""
    alike = zip(rows_to_compare(card), *(rows_to_compare(other) for other in others), strict=True)
    titles = {row.box.key: outputs_of(row.box.title, (one.box.title for one in same))
              for row, *same in alike if row.kind is RowKind.STEP}  # fmt: skip
    for row in card.rows:
        is_step = row.kind is RowKind.STEP
        yield replace(row, boxes=(replace(row.box, title=titles[row.box.key]),)) if is_step else row


def _with_steps(card: Card, named: Sequence[Box]) -> tuple[Box, ...]:
    """Put the steps first to which topics and stores belong: a topic may stand in many cards, a step opens this one."""
    steps = {box.key: box for box in card.steps[:1]}
    found: dict[str, Box] = {}
    for row in card.rows:
        if row.kind is RowKind.STEP:
            steps = {row.box.key: row.box}
        if any(box in named for box in row.boxes):
            found |= steps
    return tuple({**found, **{box.key: box for box in named}}.values())


class _Branches:
    """The branches of a picture, and what leads into them, through them and out of them."""

    def __init__(self, cards: Cards, likeness: Mapping[str, Hashable], fewest: int) -> None:
        self._cards = cards
        self._fewest = fewest
        self._heads, self._tails = cards.heads(), cards.tails()
        self._trees = subtrees(cards, likeness)

    def alike_beside(self, gone: Mapping[str, str]) -> Iterable[list[Branch]]:
        """Give alike branches, the outer ones before those inside them; what has `gone` meanwhile has none."""
        for tops in self._candidates():
            left = [top for top in tops if top not in gone]
            if len(left) < self._fewest:
                continue
            found: dict[Hashable, list[Branch]] = {}
            for top in left:
                branch = [self._cards.by_key[key] for key in self._trees.of(top)]
                found.setdefault(self._ways(branch), []).append(branch)
            yield from (branches for branches in found.values() if len(branches) >= self._fewest)

    def _candidates(self) -> Iterable[list[str]]:
        """Group cards by what flows into them and by what hangs below them; this is quick, and nearly the answer."""
        found: dict[Hashable, list[str]] = {}
        for top in self._trees.order:
            into = frozenset(link.tail for link in self._tails[top] if not link.uses)
            found.setdefault((into, self._trees.form_of[top]), []).append(top)
        place = {card.key: index for index, card in enumerate(self._cards.cards)}
        return [sorted(tops, key=place.__getitem__) for tops in found.values()]

    def _ways(self, branch: Branch) -> Hashable:
        """Say where the links of a branch lead and which stores it reads: places inside it, keys outside of it."""
        inside = {card.key: index for index, card in enumerate(branch)}
        kept = {
            row.box.key: index
            for index, card in enumerate(branch)
            for row in card.rows
            if row.kind is RowKind.STORE
        }  # fmt: skip
        return tuple(
            (
                frozenset((inside.get(link.head, link.head), _use(link)) for link in self._heads[card.key]),
                frozenset((inside.get(link.tail, link.tail), _use(link)) for link in self._tails[card.key]),
                tuple(
                    kept.get(row.box.key, row.box.key)
                    for row in card.rows
                    if row.kind is RowKind.READS and row.box.kind in STORES
                ),
            )
            for card in branch
        )


def _use(link: Link) -> tuple[bool, bool, bool]:
    return link.uses, link.reads, link.writes
