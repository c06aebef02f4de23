"""Instances come and are gone soon after, again and again."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

from topoviz.lag.findings.place import partitions_in_words
from topoviz.lag.findings.stall import is_long
from topoviz.lag.findings.words import duration, moments, reference, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import InstanceLag, Rebalance

_LEAST: Final = 4
_SHORT_SECONDS: Final = 3600.0
"""An instance that a deployment or a scaler takes away again has mostly run for longer."""

_ADVICE: Final = (
    "Look why they end: the last lines of their logs and the exit code (137 is the memory limit of a container), the "
    "probes of the platform, and `StreamsUncaughtExceptionHandler`, with which one bad record ends one instance after "
    "the other. Each start restores state and shares the tasks out anew."
)


_LIVES: Final = 2.0
"""What does not move on over so many lives of an instance is what ends it, or is ended by it each time."""

_STUCK: Final = (
    "The record at its committed offset may be what ends each of them: look at it with `kafka-console-consumer.sh "
    "--partition … --offset …`, and let a `DeserializationExceptionHandler` or `ProcessingExceptionHandler` pass over "
    "such records."
)


def find_restarts(
    partitions: Sequence[PartitionLag], instances: Sequence[InstanceLag], rebalances: Sequence[Rebalance]
) -> tuple[tuple[Finding, ...], tuple[PartitionLag, ...]]:
    """Give a finding for each group whose instances lived for a short time only, and the partitions that moved."""
    findings: list[Finding] = []
    disturbed: list[PartitionLag] = []
    for group in sorted({one.group for one in instances}):
        short = _short_lived([one for one in instances if one.group == group])
        times = [one.until for one in rebalances if one.group == group and one.left]
        moved = [one for one in partitions if one.group == group and one.moves]
        if len({one.last_seen for one in short}) < _LEAST or len(times) < _LEAST or not moved:
            continue
        findings.append(_finding(group, short, times, moved, partitions))
        disturbed.extend(moved)
    return tuple(findings), tuple(disturbed)


def _short_lived(instances: Sequence[InstanceLag]) -> list[InstanceLag]:
    """Give those that came and went while somebody looked."""
    begin, end = min(one.first_seen for one in instances), max(one.last_seen for one in instances)
    return [
        one
        for one in instances
        if begin < one.first_seen and one.last_seen < end and one.last_seen - one.first_seen < _SHORT_SECONDS
    ]


def _finding(
    group: str,
    short: Sequence[InstanceLag],
    times: Sequence[float],
    moved: Sequence[PartitionLag],
    partitions: Sequence[PartitionLag],
) -> Finding:
    first, last = moments(min(times), max(times))
    lived = median(one.last_seen - one.first_seen for one in short)
    stuck = [one for one in moved if is_long(one) and (one.stall_seconds or 0.0) >= _LIVES * lived]
    meanwhile, advice = "", _ADVICE
    if stuck and len(stuck) < len(moved):
        length = duration(max(one.stall_seconds or 0.0 for one in stuck))
        did = "did" if len(stuck) > 1 else "alone did"
        places = partitions_in_words(stuck, partitions)
        meanwhile = f" {places[0].upper()}{places[1:]} {did} not move on for {length} meanwhile."
        advice = f"{_STUCK} {_ADVICE}"
    return Finding(
        FindingKind.RESTARTS,
        f"Instances of group `{group}` ended {len(times)} times between {first} and {last}, and others began anew in "
        f"their place: {len(short)} of them lived for about {duration(lived)}.{meanwhile}",
        advice,
        tasks_of(moved),
        tuple(map(reference, moved)),
        tuple(one.process for one in short[:_LEAST]),
        {"restarts": float(len(times)), "instances": float(len(short)), "lived_seconds": lived},
        min(times),
        max(times),
    )
