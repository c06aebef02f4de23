"""When the partitions of a group went to other members, and who came or went at that time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.lag.report.threads import InstanceLag, Rebalance

_TOGETHER_SECONDS: Final = 60.0
_TOGETHER_INTERVALS: Final = 1.5
"""Partitions that go to others within so long do so in one rebalance; a cooperative one takes two rounds."""


@dataclass(frozen=True, slots=True)
class Moved:
    """So many partitions of a group have another member at `until`, in seconds since 1970, than at `start`."""

    group: str
    start: float
    until: float
    partitions: int


def rebalances_of(
    moves: Iterable[Moved], instances: Sequence[InstanceLag], interval_seconds: float | None
) -> tuple[Rebalance, ...]:
    """Put moves together that belong to one rebalance, in order of time."""
    together = max(_TOGETHER_SECONDS, _TOGETHER_INTERVALS * (interval_seconds or 0.0))
    found: list[Moved] = []
    last: dict[str, int] = {}
    for one in sorted(moves, key=lambda move: (move.until, move.group)):
        place = last.get(one.group)
        if place is not None and one.until - found[place].until <= together:
            before = found[place]
            partitions = max(before.partitions, one.partitions)
            found[place] = Moved(one.group, before.start, one.until, partitions)
            continue
        last[one.group] = len(found)
        found.append(one)
    own: dict[str, list[InstanceLag]] = {}
    for instance in instances:
        own.setdefault(instance.group, []).append(instance)
    return tuple(_rebalance(one, own.get(one.group, ()), interval_seconds or 0.0) for one in found)


def _rebalance(moved: Moved, instances: Sequence[InstanceLag], slack: float) -> Rebalance:
    """Say who came and went; who was there in the first samples did not come, and in the last did not go."""
    begin = min((one.first_seen for one in instances), default=0.0) + slack
    end = max((one.last_seen for one in instances), default=0.0) - slack
    since = moved.start - slack
    return Rebalance(
        moved.group,
        moved.start,
        moved.until,
        moved.partitions,
        tuple(one.process for one in instances if begin < one.first_seen and since <= one.first_seen <= moved.until),
        tuple(one.process for one in instances if one.last_seen < end and since <= one.last_seen <= moved.until),
    )
