"""Steps in a row that keep no state become one card with a row each, for nothing happens between them.

A source may begin a run and a sink may end it, with their topics. A step with a store of its own stays alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.in_a_row import in_a_row
from topoviz.rendering.cards.model import Card, Cards, Folding, RowKind
from topoviz.rendering.picture import Change, Kind

_WITHOUT_STATE: Final = frozenset({Kind.STATELESS, Kind.KEY_CHANGING})
_BEGINS: Final = _WITHOUT_STATE | {Kind.SOURCE}
_ENDS: Final = _WITHOUT_STATE | {Kind.SINK}
_COMPARED_ALONE: Final = frozenset({Change.CHANGED, Change.MOVED, Change.NEW, Change.GONE})


def runs(cards: Cards, _: Folding) -> Cards:
    """Join each card with the only one that it flows into, where that has no other flow in."""
    changed: dict[str, Card | None] = {}
    moved: dict[str, str] = {}
    for run in in_a_row(_following(cards)):
        changed |= dict.fromkeys(run)
        changed[run[0]] = _joined([cards.by_key[key] for key in run])
        moved |= dict.fromkeys(run, run[0])
    return cards.with_cards(changed, moved) if changed else cards


def _following(cards: Cards) -> Mapping[str, str]:
    """Map each card of a run to the next one."""
    heads: dict[str, list[str]] = {}
    tails: dict[str, list[str]] = {}
    for link in cards.links:
        if not link.uses:
            heads.setdefault(link.tail, []).append(link.head)
            tails.setdefault(link.head, []).append(link.tail)
    return {
        tail: found[0]
        for tail, found in heads.items()
        if len(found) == 1 == len(tails[found[0]]) and _can_join(cards.by_key[tail], cards.by_key[found[0]])
    }


def _can_join(card: Card, below: Card) -> bool:
    return (
        card.group == below.group
        and card.twins == below.twins
        and _is_run(card)
        and _is_run(below)
        and card.steps[-1].kind in _BEGINS
        and below.steps[0].kind in _ENDS
    )


def _is_run(card: Card) -> bool:
    """Tell whether a card may stand in a run, at one of its ends or within it."""
    steps = card.steps
    return (
        bool(steps)
        and steps[0].kind in _BEGINS | _ENDS
        and steps[-1].kind in _BEGINS | _ENDS
        and all(step.kind in _WITHOUT_STATE for step in steps[1:-1])
        and not any(row.kind is RowKind.STORE for row in card.rows)
        and not any(box.change in _COMPARED_ALONE for box in card.members)
    )


def _joined(run: Iterable[Card]) -> Card:
    """Put the rows of cards into the first one; what they hide is told below them all."""
    cards = tuple(run)
    rows = [row for card in cards for row in card.rows]
    return replace(
        cards[0],
        rows=(
            *(row for row in rows if row.kind is not RowKind.ALSO),
            *(row for row in rows if row.kind is RowKind.ALSO),
        ),
        behind=tuple(box for card in cards for box in card.behind),
        opened=frozenset().union(*(card.opened for card in cards)),
    )
