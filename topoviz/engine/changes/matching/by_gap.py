"""Pairs what stands in the same gap between paired things: there, what is alone of its kind on both sides is the same.

A gap is what hangs together without partners. Two gaps are the same where they touch the same pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from topoviz.engine.changes.matching.by_surroundings import alone
from topoviz.engine.changes.matching.colours import RADIUS, Colours
from topoviz.engine.changes.matching.graph import Graph
from topoviz.engine.changes.matching.pairs import Evidence, Pairing


def pair_by_gap(pairing: Pairing, old: Colours, new: Colours) -> bool:
    """Pair what is alone in its colour within a gap, the widest surroundings first; tells whether anything was."""
    before = len(pairing.pairs)
    for ours, theirs in gaps(pairing):
        for radius in range(RADIUS, -1, -1):
            for here, there in alone(ours, old.by_radius[radius], theirs, new.by_radius[radius]):
                pairing.pair(here, there, Evidence.NEIGHBOUR)
    return len(pairing.pairs) > before


def gaps(pairing: Pairing) -> list[tuple[list[int], list[int]]]:
    """Give the open things of both sides, gap by gap; what touches no pair is in none."""
    parts: dict[int, tuple[list[int], list[int]]] = {}
    roots = _Roots()
    sides = (
        (pairing.old, pairing.new_of, lambda place: place),
        (pairing.new, pairing.old_of, lambda place: pairing.old_of[place]),
    )
    members: list[tuple[int, int, int]] = []
    for side, (graph, partners, pair_of) in enumerate(sides):
        for component, touched in _components(graph, partners):
            touched_pairs = sorted({pair for pair in map(pair_of, touched) if pair is not None})
            if not touched_pairs:
                continue
            for pair in touched_pairs:
                roots.unite(touched_pairs[0], pair)
            members.extend((side, touched_pairs[0], place) for place in component)
    for side, pair, place in members:
        parts.setdefault(roots.root(pair), ([], []))[side].append(place)
    return [(sorted(ours), sorted(theirs)) for ours, theirs in parts.values() if ours and theirs]


def _components(graph: Graph, partners: list[int | None]) -> Iterable[tuple[list[int], set[int]]]:
    """Give what hangs together without partners, with the paired things that it touches."""
    seen: set[int] = set()
    for start, partner in enumerate(partners):
        if partner is not None or start in seen:
            continue
        seen.add(start)
        component, touched = [start], set()
        for place in component:
            for _, there in graph.links[place]:
                if partners[there] is not None:
                    touched.add(there)
                elif there not in seen:
                    seen.add(there)
                    component.append(there)
        yield component, touched


class _Roots:
    """Sets that grow together."""

    def __init__(self) -> None:
        self._above: defaultdict[int, int | None] = defaultdict(lambda: None)

    def root(self, one: int) -> int:
        while (above := self._above[one]) is not None:
            further = self._above[above]
            self._above[one] = above if further is None else further
            one = above
        return one

    def unite(self, one: int, other: int) -> None:
        one, other = self.root(one), self.root(other)
        if one != other:
            self._above[max(one, other)] = min(one, other)
