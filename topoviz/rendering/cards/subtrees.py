"""What hangs below each card: everything that records reach only through it.

In a graph that splits and merges, that is the tree of dominators.
Lengauer and Tarjan, A fast algorithm for finding dominators in a flowgraph; without circles one pass is enough.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from topoviz.rendering.cards.model import Cards


@dataclass(frozen=True)
class Subtrees:
    """Cards below each other: `order` has every card before those below it.

    `form_of` is the same number for two cards where the subtrees below them are alike, with the names of what lies
    outside left open.
    """

    order: Sequence[str]
    form_of: Mapping[str, int]
    _below: Mapping[str, Sequence[str]]

    def of(self, key: str) -> list[str]:
        """List a subtree from its top; those of two alike cards have the alike at the same places."""
        found, waiting = [], [key]
        while waiting:
            found.append(waiting.pop())
            waiting.extend(reversed(self._below[found[-1]]))
        return found


def subtrees(cards: Cards, likeness: Mapping[str, Hashable]) -> Subtrees:
    """Find the subtrees of a graph; `likeness` is equal for cards that are alike. What stands in circles has none."""
    heads: dict[str, list[str]] = {card.key: [] for card in cards.cards}
    tails: dict[str, list[str]] = {card.key: [] for card in cards.cards}
    for link in cards.links:
        if not link.uses:
            heads[link.tail].append(link.head)
            tails[link.head].append(link.tail)
    order = _order(heads, tails)
    above = _above(order, tails)
    below: dict[str, list[str]] = {key: [] for key in order}
    depth: dict[str, int] = {}
    for key in order:
        top = above[key]
        depth[key] = depth[top] + 1 if top is not None else 0
        if top is not None:
            below[top].append(key)
    numbers: dict[Hashable, int] = {}
    forms: dict[str, int] = {}

    def numbered(what: Hashable) -> int:
        return numbers.setdefault(what, len(numbers))

    for key in reversed(order):
        below[key].sort(key=forms.__getitem__)
        # A link to what does not hang below this card is known by how far up it leads and by what it leads to.
        ways = [
            (depth[key] - depth[head], numbered(likeness[head]))
            for head in heads[key]
            if above.get(head) != key and head in depth
        ]
        form = (likeness[key], tuple(forms[one] for one in below[key]), tuple(sorted(ways)))
        forms[key] = numbered(form)
    return Subtrees(order, forms, below)


def _order(heads: Mapping[str, Sequence[str]], tails: Mapping[str, Sequence[str]]) -> list[str]:
    left = {key: len(found) for key, found in tails.items()}
    ready = deque(key for key, count in left.items() if not count)
    order: list[str] = []
    while ready:
        order.append(ready.popleft())
        for head in heads[order[-1]]:
            left[head] -= 1
            if not left[head]:
                ready.append(head)
    return order


def _above(order: Sequence[str], tails: Mapping[str, Sequence[str]]) -> dict[str, str | None]:
    """Map each card to the nearest one through which all flows to it lead."""
    above: dict[str, str | None] = {}
    depth: dict[str | None, int] = {None: -1}
    for key in order:
        common, *others = tails[key] or (None,)
        for tail in others:
            common = _nearest_above_both(common, tail, above, depth)
        above[key] = common
        depth[key] = depth[common] + 1
    return above


def _nearest_above_both(
    one: str | None, other: str | None, above: Mapping[str, str | None], depth: Mapping[str | None, int]
) -> str | None:
    while one != other:
        if depth[one] < depth[other]:
            one, other = other, one
        assert one is not None
        one = above[one]
    return one
