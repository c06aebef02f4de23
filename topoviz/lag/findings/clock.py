"""The clock of whoever took the samples was set back, so that their times are mixed up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from topoviz.lag.findings.words import moments, reference, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_LEAST: Final = 2
"""One sample may be late by itself, as where an end of the log was asked for early."""

_STEPS: Final = (("anew", "anews"), ("rewind", "rewinds"), ("jump", "jumps"))
"""What may come of mixed times alone: what the fields of its time begin with, and the field that counts it."""

_BESIDE_SECONDS: Final = 300.0
_BESIDE_INTERVALS: Final = 12.0
"""So near to samples that are torn, others are mixed up too: at ten seconds several of one clock may follow each other,
and an end that is seen once in so many samples is not known to be the larger one."""

_ADVICE: Final = (
    "Take samples with a clock that is kept by NTP, or with UTC times where local time goes back in autumn. Nothing of "
    "that time counts in rates and stalls here; the rest does."
)


def find_clock(partitions: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Give one finding for each group in whose samples time went back."""
    return tuple(_finding(group, torn) for group, torn in sorted(_torn_groups(partitions).items()))


def outside_mixed_times(partitions: Sequence[PartitionLag]) -> tuple[PartitionLag, ...]:
    """Take away steps of offsets that lie where samples of the group contradict each other: find_clock tells of those.

    Of each kind a partition has the time of its greatest step alone; with that the smaller ones go.
    """
    torn = _torn_groups(partitions)
    return tuple(_outside(one, torn[one.group]) if one.group in torn else one for one in partitions)


def _torn_groups(partitions: Sequence[PartitionLag]) -> dict[str, list[PartitionLag]]:
    groups: dict[str, list[PartitionLag]] = {}
    for one in partitions:
        if one.torn >= _LEAST:
            groups.setdefault(one.group, []).append(one)
    return groups


def _outside(one: PartitionLag, torn: Sequence[PartitionLag]) -> PartitionLag:
    start, end = _torn_time(torn)
    beside = max(_BESIDE_SECONDS, _BESIDE_INTERVALS * (one.interval_seconds or 0.0))
    for step, count in _STEPS:
        since, until = getattr(one, f"{step}_from"), getattr(one, f"{step}_until")
        if since is not None and until is not None and start - beside <= since and until <= end + beside:
            none: dict[str, Any] = {count: 0, f"{step}_from": None, f"{step}_until": None}
            one = replace(one, **none)
    return one


def _torn_time(torn: Sequence[PartitionLag]) -> tuple[float, float]:
    return min(one.torn_from or 0.0 for one in torn), max(one.torn_until or 0.0 for one in torn)


def _finding(group: str, torn: Sequence[PartitionLag]) -> Finding:
    start, end = _torn_time(torn)
    first, last = moments(start, end)
    return Finding(
        FindingKind.NOT_KNOWN,
        f"Samples of group `{group}` between {first} and {last} contradict each other: ends of logs go back and forth, "
        "as when a clock was set back, or two collectors with different clocks were put together. "
        "Whether records were lost or read again within minutes of that time is not known.",
        _ADVICE,
        tasks_of(torn),
        tuple(map(reference, torn)),
        numbers={"torn_from": start, "torn_until": end, "partitions": float(len(torn))},
    )
