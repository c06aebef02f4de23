"""In an overview, sub-topologies that lead one to one into another are one card, and alike ones are one card ×N.

A chain is read from the top down, `5 → topic → 6`. Alike are chains of the same shape that get their records from the
same places and give them to the same places; what they are called and how many steps they have may differ.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.in_a_row import in_a_row
from topoviz.rendering.cards.likeness import Likenesses, what_differs
from topoviz.rendering.cards.model import Card, Cards, Folding, Level, Row, RowKind
from topoviz.rendering.cards.rules.twins import stacked
from topoviz.rendering.picture import Box, Change, Kind

LONGEST: Final = 5
"""Sub-topologies in one card; a longer chain goes on in the next card."""

FEWEST: Final = 2
"""Alike cards that are stacked: there are few cards in an overview, and each is large."""

LONG: Final = 32
"""Characters of a name that is told whole, behind the numbers of its sub-topologies."""

LISTED: Final = 8
"""Alike chains that have a line each before the rest is counted."""


_REST: Final = "and "
_NUMBER: Final = re.compile(r"[\d,]+")


def chains(cards: Cards, folding: Folding) -> Cards:
    """Join and stack the cards of sub-topologies, and the topics between them, until nothing changes."""
    if folding.level is not Level.OVERVIEW:
        return cards
    before = None
    while cards != before:
        before = cards
        cards = _beside(_joined(cards), folding)
        likenesses = Likenesses(cards)
        alike = {card.key: _likeness(card, likenesses) for card in cards.cards}
        cards = stacked(cards, folding, alike, FEWEST, lambda found, _: _stack(found[0], found[1:]))
    return replace(cards, cards=tuple(map(_with_short_names, cards.cards)))


def _is_of_overview(card: Card) -> bool:
    """Tell whether a card holds whole sub-topologies, or topics between them, and nothing else."""
    return card.group is None and all(
        row.box.kind is Kind.SUB_TOPOLOGY for row in card.rows if row.kind is RowKind.STEP
    ) and not any(row.kind is RowKind.STORE for row in card.rows)  # fmt: skip


# --- chains -----------------------------------------------------------------------------------------------------------


def _joined(cards: Cards) -> Cards:
    changed: dict[str, Card | None] = {}
    moved: dict[str, str] = {}
    for chain in in_a_row(_following(cards)):
        for part in _parts([cards.by_key[key] for key in chain]):
            key = part[0].key
            changed |= dict.fromkeys(card.key for card in part)
            changed[key] = replace(part[0], rows=tuple(row for card in part for row in card.rows),
                                   opened=frozenset().union(*(card.opened for card in part)))  # fmt: skip
            moved |= {card.key: key for card in part}
    return cards.with_cards(changed, moved) if any(card is None for card in changed.values()) else cards


def _following(cards: Cards) -> Mapping[str, str]:
    """Map each card of a chain to the next one; a stack is never part of one."""
    flows = [link for link in cards.links if not link.uses]
    leaving, arriving = Counter(link.tail for link in flows), Counter(link.head for link in flows)
    alone = {card.key for card in cards.cards if card.twins == 1 and _is_of_overview(card)}
    return {
        link.tail: link.head
        for link in flows
        if leaving[link.tail] == 1 == arriving[link.head] and link.tail in alone and link.head in alone
    }


def _parts(chain: Iterable[Card]) -> list[list[Card]]:
    """Cut a chain where it grows too long; each part ends with the topics that its last sub-topology writes."""
    parts: list[list[Card]] = [[]]
    for card in chain:
        if card.steps and sum(len(one.steps) for one in (*parts[-1], card)) > LONGEST and parts[-1]:
            parts.append([])
        parts[-1].append(card)
    return parts


# --- stacks -----------------------------------------------------------------------------------------------------------


def _beside(cards: Cards, folding: Folding) -> Cards:
    """Stack cards of one shape between the same places, however many steps they have."""
    changed: dict[str, Card | None] = {}
    moved: dict[str, str] = {}
    for first, *others in _alike(cards):
        if not others:
            continue
        opened = folding.keys_of(box for card in others for box in _named(card))
        if opened:
            changed |= {card.key: replace(card, opened=card.opened | opened) for card in (first, *others)
                        if not opened <= card.opened}  # fmt: skip
            continue
        changed |= dict.fromkeys(card.key for card in others)
        changed[first.key] = _stack(first, others)
        moved |= {card.key: first.key for card in others}
    return cards.with_cards(changed, moved) if changed else cards


def _alike(cards: Cards) -> Iterable[list[Card]]:
    heads, tails, likenesses = cards.heads(), cards.tails(), Likenesses(cards)
    found: dict[Hashable, list[Card]] = {}
    for card in cards.cards:
        if card.twins > 1 or not _is_of_overview(card):
            continue
        above = frozenset(link.tail for link in tails[card.key])
        below = frozenset(link.head for link in heads[card.key])
        # What is linked to nothing has only its steps to be alike by.
        within = () if above or below else _steps(card, likenesses)
        found.setdefault((_shape(card), above, below, within), []).append(card)
    return found.values()


def _shape(card: Card) -> tuple[object, ...]:
    """Give what alike cards have in common: their sub-topologies and topics in order, what is said of any and loops."""
    shape: list[object] = []
    for row in card.rows:
        if row.kind in (RowKind.STEP, RowKind.TOPIC):
            is_global = any(box.kind is Kind.GLOBAL_STORE for box in row.behind)
            facts = tuple(_NUMBER.sub("", fact) for fact in row.box.facts) if row.box.change is Change.CHANGED else ()
            shape.append((row.box.kind, row.box.is_unsure, len(row.box.facts), is_global, row.box.change, facts))
        elif not row.is_hiding and not row.text.startswith(str(shape[-1])):
            # How many topics are read or written makes no difference.
            shape.append(row.text)
    return tuple(shape)


def _likeness(card: Card, likenesses: Likenesses) -> Hashable:
    """Give what two cards have in common that may stand in alike trees: all but what the user calls things."""
    return (card.twins, _shape(card), _steps(card, likenesses)) if _is_of_overview(card) else card.key


def _steps(card: Card, likenesses: Likenesses) -> Hashable:
    """Count the steps within by what they do."""
    inside = (box for row in card.rows for box in row.behind if box.data_node is not None)
    return frozenset(Counter(map(likenesses.of_step, inside)).items())


def _named(card: Card) -> Iterator[Box]:
    return (row.box for row in card.rows if row.kind in (RowKind.STEP, RowKind.TOPIC))


def _stack(first: Card, others: Sequence[Card]) -> Card:
    alike = zip(*(card.steps for card in (first, *others)), strict=True)
    counted = {boxes[0].key: _counted(boxes) for boxes in alike}
    rows = tuple(
        replace(row, boxes=(counted[row.box.key],)) if row.kind is RowKind.STEP else row
        for row in first.rows
        if not row.is_hiding
    )
    twins = first.twins + sum(card.twins for card in others)
    said = [
        *_stacked_already(first),
        *(row for card in others for row in (_also(card, first), *_stacked_already(card))),
    ]
    named = [row for row in said if not row.text.startswith(_REST)][:LISTED]
    rest = tuple(box for row in said if row not in named for box in row.boxes)
    more = [Row(RowKind.ALSO, rest, f"{_REST}{twins - 1 - len(named):,} more")] if rest else []
    return replace(first, rows=(*rows, *named, *more), twins=twins)


def _stacked_already(card: Card) -> Iterator[Row]:
    return (row for row in card.rows if row.is_hiding)


def _counted(boxes: tuple[Box, ...]) -> Box:
    """Say of alike sub-topologies how many steps and stores they have."""
    facts = zip(*(box.facts for box in boxes), strict=True)
    return replace(boxes[0], number=_range(box.number for box in boxes), facts=tuple(map(_range, facts)))


def _also(card: Card, first: Card) -> Row:
    """Name a chain by its sub-topologies and the first topic that it has for itself, or by that alone."""
    names = [box.title.removeprefix("Sub-topology ") for box in card.steps]
    known = set(_topics(first))
    own = next((title for title in _topics(card) if title not in known), "")
    # First what is named: its key takes the stack apart and opens nothing else.
    hidden = (*_named(card), *(box for row in card.rows for box in row.behind))
    return Row(RowKind.ALSO, tuple(dict.fromkeys(hidden)), f"also {': '.join(filter(None, [' → '.join(names), own]))}")


def _with_short_names(card: Card) -> Card:
    """Leave out how long names of hidden topics end, where that of the first topic of the card ends so too."""
    first = next(_topics(card), "")
    rows = (replace(row, text=_short(row, first)) if row.is_hiding and first else row for row in card.rows)
    return replace(card, rows=tuple(rows))


def _short(row: Row, first: str) -> str:
    before, _, name = row.text.rpartition(" ")
    known, own = what_differs(first, name)
    ending = name.removeprefix(own)
    ends_alike = ending not in ("", name) and first == known + ending and known.count("-") == own.count("-")
    if len(name) <= LONG or not ends_alike or all(box.title != name for box in row.boxes):
        return row.text
    return f"{before} {own}{ending[0]}…"


def _topics(card: Card) -> Iterator[str]:
    return (row.box.title for row in card.rows if row.kind in (RowKind.TOPIC, RowKind.READS))


def _range(texts: Iterable[str]) -> str:
    """Join `5 steps` and `8 steps` to `5–8 steps`."""
    found = [
        (int(number.replace(",", "")), text.rpartition(number)[2]) for text in texts for number in _NUMBER.findall(text)
    ]
    (fewest, unit), (most, units) = min(found), max(found)
    return f"{fewest:,}{unit}" if fewest == most else f"{fewest:,}–{most:,}{units}"
