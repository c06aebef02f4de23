"""In an overview, sub-topologies that lead one to one into another are one card, and alike ones are one card ×N.

A chain is read from the top down, `5 → topic → 6`. Alike are chains of the same shape that get their records from the
same places and give them to the same places; what they are called and how many steps they have may differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.model import Card, Cards, Folding, Level, Row, RowKind
from topoviz.rendering.picture import Box, Kind

LONGEST: Final = 5
"""Sub-topologies in one card; a longer chain goes on in the next card."""

LISTED: Final = 8
"""Alike chains that have a line each before the rest is counted."""


def chains(cards: Cards, folding: Folding) -> Cards:
    """Join and stack the cards of sub-topologies, and the topics between them, until nothing changes."""
    if folding.level is not Level.OVERVIEW:
        return cards
    before = None
    while cards is not before:
        before = cards
        cards = _stacked(_joined(cards), folding)
    return cards


def _is_of_overview(card: Card) -> bool:
    """Tell whether a card holds whole sub-topologies, or topics between them, and nothing else."""
    return card.group is None and all(
        row.box.kind is Kind.SUB_TOPOLOGY for row in card.rows if row.kind is RowKind.STEP
    ) and not any(row.kind is RowKind.STORE for row in card.rows)  # fmt: skip


# --- chains -----------------------------------------------------------------------------------------------------------


def _joined(cards: Cards) -> Cards:
    after = _following(cards)
    behind_another = set(after.values())
    changed: dict[str, Card | None] = {}
    moved: dict[str, str] = {}
    for first in after:
        if first in behind_another:
            continue
        chain = [first]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
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


def _stacked(cards: Cards, folding: Folding) -> Cards:
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
    heads, tails = cards.heads(), cards.tails()
    found: dict[Hashable, list[Card]] = {}
    for card in cards.cards:
        if card.twins > 1 or not _is_of_overview(card):
            continue
        above = frozenset(link.tail for link in tails[card.key])
        below = frozenset(link.head for link in heads[card.key])
        # What is linked to nothing has only its steps to be alike by.
        within = () if above or below else _steps(card)
        found.setdefault((_shape(card), above, below, within), []).append(card)
    return found.values()


def _shape(card: Card) -> tuple[object, ...]:
    """Give what alike cards have in common: their sub-topologies and topics in order, what is said of any and loops."""
    shape: list[object] = []
    for row in card.rows:
        if row.kind in (RowKind.STEP, RowKind.TOPIC):
            is_global = any(box.kind is Kind.GLOBAL_STORE for box in row.behind)
            shape.append((row.box.kind, row.box.is_unsure, bool(row.box.facts), is_global))
        elif not row.text.startswith(str(shape[-1])):
            # How many topics are read or written makes no difference.
            shape.append(row.text)
    return tuple(shape)


def _steps(card: Card) -> frozenset[tuple[object, int]]:
    """Count the steps within by what they do; what sources and sinks are called is only where records come from."""
    inside = (box for row in card.rows for box in row.behind if box.data_node is not None)
    return frozenset(Counter(box.kind if box.kind in (Kind.SOURCE, Kind.SINK) else box.title for box in inside).items())


def _named(card: Card) -> Iterator[Box]:
    return (row.box for row in card.rows if row.kind in (RowKind.STEP, RowKind.TOPIC))


def _stack(first: Card, others: list[Card]) -> Card:
    steps = [[row.box for row in card.rows if row.kind is RowKind.STEP] for card in (first, *others)]
    numbers = {boxes[0].key: _range(box.number for box in boxes) for boxes in zip(*steps, strict=True)}
    facts = {boxes[0].key: _range(fact for box in boxes for fact in box.facts) for boxes in zip(*steps, strict=True)}
    rows = []
    for row in first.rows:
        if row.kind is RowKind.STEP:
            fact = facts[row.box.key]
            box = replace(row.box, number=numbers[row.box.key], facts=(fact,) if fact else ())
            rows.append(replace(row, boxes=(box,)))
        else:
            rows.append(row)
    also = [_also(card, first) for card in others[:LISTED]]
    if len(others) > LISTED:
        also.append(Row(RowKind.ALSO, _hidden(others[LISTED:]), f"and {len(others) - LISTED} more"))
    return replace(first, rows=(*rows, *also), twins=1 + len(others))


def _hidden(others: Iterable[Card]) -> tuple[Box, ...]:
    """List what stacked cards stand for, first what is named: its key takes the stack apart and opens nothing else."""
    return tuple(dict.fromkeys(box for card in others for box in (*_named(card), *card.hidden)))


def _also(card: Card, first: Card) -> Row:
    """Name a chain by its sub-topologies and the first topic that it has for itself, or by that alone."""
    names = [box.title.removeprefix("Sub-topology ") for box in card.steps]
    known = set(_topics(first))
    own = next((title for title in _topics(card) if title not in known), "")
    return Row(RowKind.ALSO, _hidden([card]), f"also {': '.join(filter(None, [' → '.join(names), own]))}")


def _topics(card: Card) -> Iterator[str]:
    return (row.box.title for row in card.rows if row.kind in (RowKind.TOPIC, RowKind.READS))


def _range(texts: Iterable[str]) -> str:
    """Join `5 steps` and `8 steps` to `5–8 steps`."""
    numbers = sorted({int(text.split()[0].replace(",", "")): text for text in texts}.items())
    if len(numbers) < 2:
        return "".join(text for _, text in numbers)
    return f"{numbers[0][0]:,}–{numbers[-1][1]}"
