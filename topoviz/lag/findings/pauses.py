"""A task stands still again and again, each time for too short to matter alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import about_the_rest, finding_about
from topoviz.lag.findings.sight import least_pause
from topoviz.lag.findings.together import at_the_same_time, first_and_rest, stretch
from topoviz.lag.findings.words import duration, moments, subjects
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_LEAST: Final = 3
_ALIKE: Final = 2.0
"""Of times that come back none is so much longer than the others; one that is, is told for itself."""

_ADVICE: Final = (
    "Look for what comes at the same distance in the logs of the instances: rebalances, garbage collection, a "
    "punctuation that takes long, a store that is written out, a call with a timeout."
)


def find_pauses(partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Look among `partitions` for what paused three times and more, those that paused most first.

    The time between two commits is no pause, so that of rare commits nothing can be told.
    """
    paused = [one for one in partitions if pauses_often(one)]
    groups = at_the_same_time(paused, _time)
    groups.sort(key=lambda group: -max(one.pause_seconds or 0 for one in group))
    return first_and_rest(groups, lambda group: _finding(group, everything), _the_rest)


def pauses_often(one: PartitionLag) -> bool:
    """Tell whether a partition stood still three times and more, each time for about as long."""
    if one.pauses < _LEAST or _mean(one) < least_pause(one):
        return False
    return (one.stall_wait_seconds or 0.0) <= _ALIKE * _mean(one)


def _time(one: PartitionLag) -> tuple[float, float]:
    return stretch(one.pauses_from, one.pauses_until)


def _mean(one: PartitionLag) -> float:
    return (one.pause_seconds or 0.0) / one.pauses


def _finding(group: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> Finding:
    one = max(group, key=lambda each: (each.pauses, each.pause_seconds or 0))
    start, end = _time(one)
    first, last = moments(start, end)
    mean = _mean(one)
    distance = (end - start - mean) / (one.pauses - 1)
    return finding_about(
        group,
        FindingKind.PAUSES,
        f"{subjects(group, everything)} paused {one.pauses} times or more between {first} and {last}, "
        f"about every {duration(distance)}, for {duration(mean)} on average: records waited and nothing was committed.",
        _ADVICE,
        {"pauses": float(one.pauses), "pause_seconds": mean, "every_seconds": distance},
    )


def _the_rest(partitions: Sequence[PartitionLag]) -> Finding:
    return about_the_rest(
        partitions,
        FindingKind.PAUSES,
        f"{len(partitions)} more partitions paused three times or more.",
        _ADVICE,
    )
