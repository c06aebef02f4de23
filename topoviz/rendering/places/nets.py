"""Which lines are drawn as one: all that leave one spot, or else all that arrive at one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Net = Hashable


def nets_of(lines: Mapping[Key, tuple[Hashable, Hashable]]) -> dict[Key, Net]:
    """Give each line, known by what it leaves and what it arrives at, the net that it belongs to.

    What leaves together must not be joined with what leaves elsewhere: nobody could tell where a flow goes.
    """
    heads: dict[Hashable, set[Hashable]] = defaultdict(set)
    for tail, head in lines.values():
        heads[tail].add(head)
    return {key: ("from", tail) if len(heads[tail]) > 1 else ("to", head) for key, (tail, head) in lines.items()}


def connected(count: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Group what is connected, in order."""
    above = list(range(count))

    def top(index: int) -> int:
        while above[index] != index:
            above[index] = above[above[index]]
            index = above[index]
        return index

    for one, other in pairs:
        first, second = sorted((top(one), top(other)))
        above[second] = first
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(count):
        groups[top(index)].append(index)
    return list(groups.values())
