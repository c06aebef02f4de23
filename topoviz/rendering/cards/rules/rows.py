"""A card shows few rows: of a long run the first and the last step, and between them what must not be overlooked.

Steps that change the key, use a store, are not certain or are part of what changed are never hidden. The topics of a
step go with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from topoviz.rendering.cards.model import Card, Cards, Folding, Row, RowKind
from topoviz.rendering.picture import Box, Change, Kind
from topoviz.rendering.words import counted

MOST: Final = 5
"""Steps in a card, and topics or stores of one step; with more, some are hidden behind one row."""
FEWEST_HIDDEN: Final = 3
"""Rows behind one."""
_LISTED: Final = {RowKind.TOPIC: "topic", RowKind.STORE: "store", RowKind.READS: "store"}
_SUB_TOPOLOGY: Final = "sub-topology"
_AS_IT_WAS: Final = frozenset({Change.NONE, Change.SAME})

Part = tuple[Row, ...]
"""A step with what it has, or rows that belong to no step."""


def rows(cards: Cards, folding: Folding) -> Cards:
    """Hide rows of cards that have too many; a row that hides what is asked for is opened."""
    if folding.is_whole:
        return cards
    changed: dict[str, Card | None] = {}
    for card in cards.cards:
        opening = _Opening(folding)
        shown = _steps(_parts(card.rows), opening)
        changed[card.key] = replace(card, rows=tuple(shown), opened=card.opened | opening.opened)
    return cards.with_cards(changed)


@dataclass(slots=True)
class _Opening:
    """Decides what stands behind one row, and remembers what is seen only because somebody opened it."""

    folding: Folding
    opened: frozenset[str] = frozenset()

    def behind_one(self, found: Iterable[Row], word: str) -> list[Row]:
        """Put one row in the place of several; for one or two it would gain too little."""
        hidden = list(found)
        boxes = tuple(box for row in hidden for box in row.boxes)
        number = sum(row.kind is RowKind.STEP for row in hidden) or len(hidden)
        if len(hidden) < FEWEST_HIDDEN:
            return hidden
        if self.folding.opens(boxes):
            self.opened |= self.folding.keys_of(boxes)
            return hidden
        unsure = sum(box.is_unsure for box in boxes)
        doubt = f", {unsure} not certain" if unsure else ""
        text = f"… {number:,} more {counted(number, word).partition(' ')[2]}{doubt}"
        return [Row(RowKind.MORE, boxes, text, tuple(box for row in hidden for box in row.behind))]


def _parts(all_rows: tuple[Row, ...]) -> list[Part]:
    """Divide rows by steps: what stands above the first belongs to it, anything else to the step before it."""
    parts: list[list[Row]] = [[]]
    for row in all_rows:
        is_next = row.kind is RowKind.STEP and _step_of(parts[-1]) is not None
        if is_next or (row.is_hiding and not (parts[-1] and parts[-1][-1].is_hiding)):
            parts.append([])
        parts[-1].append(row)
    return [tuple(part) for part in parts if part]


def _steps(parts: list[Part], opening: _Opening) -> Iterator[Row]:
    steps = [index for index, part in enumerate(parts) if _step_of(part) is not None]
    ends = {steps[0], steps[-1]} if len(steps) > MOST else {*steps}
    for may_hide, some in groupby(range(len(parts)), key=lambda index: index not in ends and _may_hide(parts[index])):
        found = [row for index in some for row in _lists(parts[index], opening)]
        yield from opening.behind_one(found, _word(found)) if may_hide else found


def _lists(part: Part, opening: _Opening) -> Iterator[Row]:
    """Shorten the topics and the stores of one step."""
    if _word(list(part)) == _SUB_TOPOLOGY:
        # It names few of its topics, and counts the rest.
        yield from part
        return
    for kind, some in groupby(part, key=lambda row: row.kind):
        found = list(some)
        if kind in _LISTED and len(found) > MOST:
            yield from found[: MOST - 1]
            yield from opening.behind_one(found[MOST - 1 :], _LISTED[kind])
        else:
            yield from found


def _step_of(part: Iterable[Row]) -> Box | None:
    return next((row.box for row in part if row.kind is RowKind.STEP), None)


def _may_hide(part: Part) -> bool:
    """Tell whether nobody misses a step at a glance."""
    step = _step_of(part)
    return (
        step is not None
        and not step.changes_key
        and all(row.kind in (RowKind.STEP, RowKind.TOPIC) for row in part)
        and not any(box.is_unsure or box.change not in _AS_IT_WAS for row in part for box in row.boxes)
    )


def _word(found: list[Row]) -> str:
    step = _step_of(found)
    return _SUB_TOPOLOGY if step is not None and step.kind is Kind.SUB_TOPOLOGY else "step"
