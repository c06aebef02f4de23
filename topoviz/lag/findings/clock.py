"""The clock of whoever took the samples was set back, so that their times are mixed up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.words import moments, reference, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_LEAST: Final = 2
"""One sample may be late by itself, as where an end of the log was asked for early."""

_ADVICE: Final = (
    "Take samples with a clock that is kept by NTP, or with UTC times where local time goes back in autumn. Nothing of "
    "that time counts in rates and stalls here; the rest does."
)


def find_clock(partitions: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Give one finding for each group in whose samples time went back."""
    groups: dict[str, list[PartitionLag]] = {}
    for one in partitions:
        if one.torn >= _LEAST:
            groups.setdefault(one.group, []).append(one)
    return tuple(_finding(group, torn) for group, torn in sorted(groups.items()))


def _finding(group: str, torn: Sequence[PartitionLag]) -> Finding:
    start, end = min(one.torn_from or 0.0 for one in torn), max(one.torn_until or 0.0 for one in torn)
    first, last = moments(start, end)
    return Finding(
        FindingKind.NOT_KNOWN,
        f"Samples of group `{group}` between {first} and {last} contradict each other: ends of logs go back and forth, "
        "as when a clock was set back, or two collectors with different clocks were put together.",
        _ADVICE,
        tasks_of(torn),
        tuple(map(reference, torn)),
        numbers={"torn_from": start, "torn_until": end, "partitions": float(len(torn))},
    )
