"""The history does not tell whether lag grows: nothing was ever committed, or it is too short."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.lag.findings.behind import patience
from topoviz.lag.findings.words import number, reference, tasks_of
from topoviz.lag.report import Finding, FindingKind, PartitionLag


def find_not_known(partitions: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Say of how many partitions nothing can be said: falling behind shows only after some time and samples."""
    known = [one for one in partitions if one.lag_last is not None]
    if not known:
        return (_nothing_committed(partitions),)
    short = [one for one in known if one.lag_slope is None or one.last_seen - one.first_seen < patience(one)]
    return (_too_short(short, known),) if short else ()


def _nothing_committed(partitions: Sequence[PartitionLag]) -> Finding:
    return Finding(
        FindingKind.NOT_KNOWN,
        "Nothing was ever committed, so no lag is known.",
        "Look whether the group runs and commits.",
        numbers={"partitions": float(len(partitions))},
    )


def _too_short(short: Sequence[PartitionLag], known: Sequence[PartitionLag]) -> Finding:
    lag = sum(one.lag_last or 0 for one in known)
    return Finding(
        FindingKind.NOT_KNOWN,
        f"The history is too short to tell whether lag grows on {len(short)} of {len(known)} partitions; at the end "
        f"{number(lag)} records were left to read.",
        "Take samples for a quarter of an hour at least, and look at that history.",
        tasks_of(short),
        tuple(map(reference, short)),
        numbers={"lag_last": float(lag), "partitions": float(len(short)), "of_partitions": float(len(known))},
    )
