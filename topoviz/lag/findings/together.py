"""What happens to several partitions of a group at the same time is one thing, and told once; many are summed up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from topoviz.lag.report.finding import Finding
from topoviz.lag.report.partitions import PartitionLag

Time = Callable[[PartitionLag], tuple[float, float]]
_MOST: Final = 5
"""So many are told one by one."""


def stretch(start: float | None, until: float | None) -> tuple[float, float]:
    """Give from when to when something was, of a partition where it was: both ends are known then, or neither is."""
    assert start is not None and until is not None  # noqa: PT018 - both or neither
    return start, until


def whole_stretch(partitions: Sequence[PartitionLag], time: Time) -> tuple[float, float]:
    """Give from when on it was on the first of these, and until when on the last."""
    return min(time(one)[0] for one in partitions), max(time(one)[1] for one in partitions)


def at_the_same_time(partitions: Sequence[PartitionLag], time: Time) -> list[list[PartitionLag]]:
    """Put partitions of one group together whose times lie for the greater part within the longest; longest first."""
    left = sorted(partitions, key=lambda one: (time(one)[0] - time(one)[1], time(one)[0], one.topic, one.partition))
    found: list[list[PartitionLag]] = []
    for one in left:
        start, end = time(one)
        for others in found:
            first = others[0]
            overlap = min(end, time(first)[1]) - max(start, time(first)[0])
            if first.group == one.group and overlap > (end - start) / 2:
                others.append(one)
                break
        else:
            found.append([one])
    return [sorted(each, key=lambda one: (one.topic, one.partition)) for each in found]


def first_and_rest(
    groups: Sequence[Sequence[PartitionLag]],
    finding: Callable[[Sequence[PartitionLag]], Finding],
    the_rest: Callable[[Sequence[PartitionLag]], Finding],
) -> tuple[Finding, ...]:
    """Give a finding for each of the first groups, and one for all partitions of the others, if there are any."""
    rest = [one for group in groups[_MOST:] for one in group]
    return (*map(finding, groups[:_MOST]), *([the_rest(rest)] if rest else []))
