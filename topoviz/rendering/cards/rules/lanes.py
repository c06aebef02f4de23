"""Parts of a large sub-topology that do nearly the same are lanes: one is shown, and how the others differ is said.

They are parts that no flow connects, such as the same work for several sources; only stores make one sub-topology of
them. Twins need to be alike step by step, lanes only have to have most of their steps in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from topoviz.rendering.cards.likeness import Likenesses
from topoviz.rendering.cards.model import STEPS, Card, Cards, Folding, Link, RowKind
from topoviz.rendering.cards.rules.twins import FEWEST_TWINS, also, doubts
from topoviz.rendering.picture import Box, Change, Kind
from topoviz.rendering.words import counted

LARGE: Final = 40
"""Steps of a sub-topology from which on it has lanes, whatever is opened in it; a smaller one is read at once."""

IN_COMMON: Final = 0.75
MOST_TRIED: Final = 20
"""Lanes of a sub-topology with which others are compared; the rest is shown as it is."""

MOST_TOLD: Final = 3
"""Differences in a line."""

_UNCHANGED: Final = frozenset({Change.NONE, Change.SAME})
_OWN_WORDS: Final = {"stateless": "step", "key-changing": "key changer", "stateful": "stateful step"}

_HAVE_PLURALS: Final = frozenset({*_OWN_WORDS.values(), "output", "source", "sink"})

Lane = Sequence[Card]
"""Cards of one frame that flows connect. The first has nothing of them above it: the head."""


def lanes(cards: Cards, folding: Folding) -> Cards:
    """Hide lanes behind the first one that is like them; a lane that has to be seen stands beside it."""
    steps = (box for card in cards.cards if card.group is not None for box in card.members if box.kind in STEPS)
    sizes = Counter(box.group for box in steps)
    large = {group for group, count in sizes.items() if count >= LARGE}
    if folding.is_whole or not large:
        return cards
    likenesses, tails = Likenesses(cards), cards.tails()
    changed: dict[str, Card | None] = {}
    moved: dict[str, str] = {}
    for first, *others in _alike(_lanes(cards, large), likenesses):
        if sum(lane[0].twins for lane in (first, *others)) < FEWEST_TWINS:
            continue
        lines = []
        for lane in others:
            boxes = _only_in(lane, first)
            if folding.opens(boxes):
                changed[lane[0].key] = replace(lane[0], opened=lane[0].opened | folding.keys_of(boxes))
                continue
            above = [cards.by_key[link.tail] for link in tails[lane[0].key] if not link.uses]
            difference = _difference(_steps(first, likenesses), _steps(lane, likenesses))
            lines.append((f"{_name(lane[0], above)}: {difference}{doubts(boxes)}", boxes))
            changed |= {card.key: None for card in lane}
            moved |= _moved(lane, first, likenesses)
        head, hidden = first[0], sum(lane[0].twins for lane in others if lane[0].key in moved)
        if hidden:
            changed[head.key] = replace(head, rows=(*head.rows, *also(lines)), twins=head.twins + hidden)
    return replace(cards, links=_kept(cards, moved, likenesses)).with_cards(changed, moved) if changed else cards


def _kept(cards: Cards, moved: Mapping[str, str], likenesses: Likenesses) -> tuple[Link, ...]:
    """Leave out what flows within hidden lanes, and ties to what the first lane does not have."""
    like = {key: likenesses.of_card(cards.by_key[key]) for key in (*moved.keys(), *moved.values())}
    unlike = {key for key, place in moved.items() if like[key] != like[place]}
    return tuple(
        link
        for link in cards.links
        if not (link.tail in moved and link.head in moved)
        and not (link.uses and (link.tail in unlike or link.head in unlike))
    )


def _lanes(cards: Cards, groups: Container[int | None]) -> list[Lane]:
    """Find what flows connect within each frame, in order; what changed between two pictures is no lane."""
    beside: dict[str, list[str]] = {card.key: [] for card in cards.cards if card.group in groups}
    has_above: set[str] = set()
    for link in cards.links:
        ends = (cards.by_key[link.tail], cards.by_key[link.head])
        if not link.uses and link.tail in beside and ends[0].group == ends[1].group:
            beside[link.tail].append(link.head)
            beside[link.head].append(link.tail)
            has_above.add(link.head)
    place = {key: index for index, key in enumerate(beside)}
    found: list[Lane] = []
    seen: set[str] = set()
    for start in beside:
        lane = [start] if start not in seen else []
        seen.add(start)
        for key in lane:
            new = [one for one in dict.fromkeys(beside[key]) if one not in seen]
            seen.update(new)
            lane += new
        if lane:
            found.append([cards.by_key[key] for key in sorted(lane, key=lambda key: (key in has_above, place[key]))])
    return [lane for lane in found if all(box.change in _UNCHANGED for card in lane for box in card.members)]


def _alike(found: Iterable[Lane], likenesses: Likenesses) -> list[list[Lane]]:
    """Put lanes together whose steps are nearly those of the first among them."""
    kinds: dict[int | None, list[tuple[Counter[str], list[Lane]]]] = {}
    for lane in found:
        steps = _steps(lane, likenesses)
        tried = kinds.setdefault(lane[0].group, [])
        alike = next((lanes for known, lanes in tried if _in_common(known, steps) >= IN_COMMON), None)
        if alike is not None:
            alike.append(lane)
        elif len(tried) < MOST_TRIED:
            tried.append((steps, [lane]))
    return [alike for tried in kinds.values() for _, alike in tried]


def _in_common(steps: Counter[str], others: Counter[str]) -> float:
    return (steps & others).total() / max(steps.total(), others.total(), 1)


def _steps(lane: Lane, likenesses: Likenesses) -> Counter[str]:
    """Count what the steps of a lane do. Of lanes that are a stack already, it is what one of them does."""
    found: Counter[str] = Counter()
    for card in lane:
        boxes = card.steps or tuple(box for row in card.rows if row.is_hiding for box in row.boxes)
        for box in boxes:
            if box.kind in STEPS:
                found[_words(box, likenesses)] += card.twins // lane[0].twins
    return found


def _words(box: Box, likenesses: Likenesses) -> str:
    if box.kind in (Kind.SOURCE, Kind.SINK):
        return box.kind.value
    words = likenesses.of_step(box).strip()
    return _OWN_WORDS.get(words, words)


def _only_in(lane: Lane, first: Lane) -> tuple[Box, ...]:
    """List what a lane has of its own, steps first: a topic may stand in many cards, a step opens this lane."""
    shown = {box.key for card in first for box in card.members}
    found = {box.key: box for card in lane for box in card.members if box.key not in shown}
    return tuple(sorted(found.values(), key=lambda box: box.kind not in STEPS))


def _moved(lane: Lane, first: Lane, likenesses: Likenesses) -> dict[str, str]:
    """Say where the links of a hidden lane go: to alike cards of the first lane, else to its head."""
    alike: dict[Hashable, list[str]] = {}
    for card in reversed(first):
        alike.setdefault(likenesses.of_card(card), []).append(card.key)
    found = {}
    for card in lane:
        same = alike.get(likenesses.of_card(card), [first[0].key])
        found[card.key] = same.pop() if len(same) > 1 else same[0]
    return found


def _name(head: Card, above: Iterable[Card]) -> str:
    """Call a lane by the topic that it reads, or by its first step; alike lanes in a stack by all their names."""
    topics = (row.box for card in (head, *above) for row in card.rows if row.kind is RowKind.TOPIC)
    names = [next(topics, head.members[0]).title, *(row.text for row in head.rows if row.is_hiding)]
    return ", ".join(names) if head.twins == len(names) else f"{names[0]} ×{head.twins}"


def _difference(steps: Counter[str], others: Counter[str]) -> str:
    """Say what steps a lane lacks and has besides."""
    parts = [(sign, count, words) for sign, found in (("−", steps - others), ("+", others - steps))
             for words, count in found.items()]  # fmt: skip
    said = [f"{sign}{_counted(count, words)}" for sign, count, words in parts[:MOST_TOLD]]
    for sign in "−+":
        rest = sum(count for its, count, _ in parts[MOST_TOLD:] if its == sign)
        said += [f"{sign}{counted(rest, 'other step')}"] if rest else []
    return ", ".join(said) or "the same"


def _counted(count: int, words: str) -> str:
    """Count steps; the names of methods have no plural."""
    return counted(count, words) if words in _HAVE_PLURALS else f"{count:,} {words}"
