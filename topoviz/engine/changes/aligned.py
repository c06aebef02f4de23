"""Two sequences laid beside each other: which items are the same ones, in the same order.

What is there once in both is lined up first (patience diff, by Bram Cohen), then what stands between such items. So it
stays near-linear, and repeated items do not pull others out of place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Final

_MOST_COMPARED: Final = 40_000
"""Stretches without unique items are compared item by item if both lengths multiply to no more than this."""

Pairs = Iterator[tuple[int, int]]


def aligned(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Give the places of items that are the same, in order on both sides."""
    found: list[tuple[int, int]] = []
    waiting = [(0, len(old), 0, len(new))]
    while waiting:
        from_old, to_old, from_new, to_new = waiting.pop()
        while from_old < to_old and from_new < to_new and old[from_old] == new[from_new]:
            found.append((from_old, from_new))
            from_old, from_new = from_old + 1, from_new + 1
        while from_old < to_old and from_new < to_new and old[to_old - 1] == new[to_new - 1]:
            to_old, to_new = to_old - 1, to_new - 1
            found.append((to_old, to_new))
        if from_old == to_old or from_new == to_new:
            continue
        fixed = _unique_in_order(old, range(from_old, to_old), new, range(from_new, to_new))
        if not fixed:
            found.extend(_compared(old, range(from_old, to_old), new, range(from_new, to_new)))
            continue
        for at_old, at_new in fixed:
            found.append((at_old, at_new))
            waiting.append((from_old, at_old, from_new, at_new))
            from_old, from_new = at_old + 1, at_new + 1
        waiting.append((from_old, to_old, from_new, to_new))
    return sorted(found)


def _unique_in_order(
    old: Sequence[Hashable], ours: range, new: Sequence[Hashable], theirs: range
) -> list[tuple[int, int]]:
    """Give items that are there once on both sides, as many as stand in the same order."""
    counts = Counter(old[place] for place in ours), Counter(new[place] for place in theirs)
    there = {new[place]: place for place in theirs if counts[1][new[place]] == 1}
    both = [(place, there[old[place]]) for place in ours if counts[0][old[place]] == 1 and old[place] in there]
    return _longest_increasing(both)


def _longest_increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    ends: list[int] = []
    tails: list[int] = []
    before: list[int | None] = []
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        if length == len(ends):
            ends.append(place)
            tails.append(index)
        else:
            ends[length], tails[length] = place, index
        before.append(tails[length - 1] if length else None)
    found: list[tuple[int, int]] = []
    last = tails[-1] if tails else None
    while last is not None:
        found.append(pairs[last])
        last = before[last]
    return found[::-1]


def _compared(old: Sequence[Hashable], ours: range, new: Sequence[Hashable], theirs: range) -> Pairs:
    """Line up a short stretch item by item: the longest common subsequence."""
    if len(ours) * len(theirs) > _MOST_COMPARED:
        return
    rows = [[0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for left in range(len(ours) - 1, -1, -1):
        for right in range(len(theirs) - 1, -1, -1):
            is_same = old[ours[left]] == new[theirs[right]]
            below, beside, across = rows[left + 1][right], rows[left][right + 1], rows[left + 1][right + 1]
            rows[left][right] = across + 1 if is_same else max(below, beside)
    left = right = 0
    while left < len(ours) and right < len(theirs):
        if old[ours[left]] == new[theirs[right]]:
            yield ours[left], theirs[right]
            left, right = left + 1, right + 1
        elif rows[left + 1][right] >= rows[left][right + 1]:
            left += 1
        else:
            right += 1
