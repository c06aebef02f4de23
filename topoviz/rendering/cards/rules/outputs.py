"""Many unlike ends of one card are one card with a line each: side by side they would be wider than any screen.

Alike ones are twins already, and share a line. An end is a step or a run into which only that one card flows, and which
flows into nothing; what keeps a store or loops back stays beside it, and so does a whole sub-topology.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.model import KEY_SIGN, Card, Cards, Folding, Row, RowKind
from topoviz.rendering.cards.rules.twins import also
from topoviz.rendering.picture import Box, Change, Kind

FEWEST_OUTPUTS: Final = 5
_OF_AN_END: Final = frozenset({RowKind.STEP, RowKind.TOPIC, RowKind.ALSO})
_UNCHANGED: Final = frozenset({Change.NONE, Change.SAME})


def outputs(cards: Cards, folding: Folding) -> Cards:
    """Put the ends below each card into one, if they are many."""
    if folding.is_whole:
        return cards
    changed: dict[str, Card | None] = {}
    moved: dict[str, str] = {}
    for above, ends in _ends(cards).items():
        if len(ends) < FEWEST_OUTPUTS:
            continue
        hidden = [box for end in ends for box in end.members]
        if folding.opens(hidden):
            found = folding.keys_of(hidden)
            changed |= {end.key: replace(end, opened=end.opened | found) for end in ends}
            continue
        first = ends[0]
        changed |= dict.fromkeys(end.key for end in ends)
        changed[first.key] = _as_one(ends, cards.by_key[above].twins)
        moved |= {end.key: first.key for end in ends}
    return cards.with_cards(changed, moved) if changed else cards


def _ends(cards: Cards) -> dict[str, list[Card]]:
    """Map the key of each card to the ends below it, in order."""
    heads, tails = cards.heads(), cards.tails()
    found: dict[str, list[Card]] = {}
    for card in cards.cards:
        into = tails[card.key]
        if len(into) != 1 or into[0].uses or heads[card.key]:
            continue
        above = cards.by_key[into[0].tail]
        if (
            above.group == card.group
            and {row.kind for row in card.rows} <= _OF_AN_END
            and all(step.kind is not Kind.SUB_TOPOLOGY for step in card.steps)
            and all(box.change in _UNCHANGED for box in card.members)
        ):
            found.setdefault(above.key, []).append(card)
    return found


def _as_one(ends: list[Card], twins: int) -> Card:
    """Give each end a line; where the card above them has twins, they have as many at least."""
    lines = [(_line(end, end.twins // twins), (*end.steps, *_topics(end), *end.hidden)) for end in ends]
    count = sum(end.twins for end in ends) // twins
    return replace(
        ends[0],
        rows=(Row(RowKind.NOTE, text=f"{count:,} outputs"), *also(lines)),
        twins=twins,
        behind=(),
        opened=frozenset().union(*(end.opened for end in ends)),
    )


def _line(end: Card, times: int) -> str:
    """Say how an end begins, and where it writes or how it ends."""
    sign = f"{KEY_SIGN} " if any(step.changes_key for step in end.steps) else ""
    alike = f" ×{times}" if times > 1 else ""
    titles = [step.title for step in end.steps]
    topics = ", ".join(topic.title for topic in _topics(end))
    if topics:
        return f"{sign}{f'{titles[0]} → ' if len(titles) > 1 else ''}{topics}{alike}"
    return f"{sign}{titles[0]} … {titles[-1]}{alike}" if len(titles) > 2 else f"{sign}{', '.join(titles)}{alike}"


def _topics(end: Card) -> tuple[Box, ...]:
    return tuple(row.box for row in end.rows if row.kind is RowKind.TOPIC)
