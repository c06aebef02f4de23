"""Partitions change their owner again and again, though no instance comes or goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import finding_about
from topoviz.lag.findings.behind import falls_behind
from topoviz.lag.findings.words import duration, moments, number
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import Rebalance

_LEAST: Final = 3
"""A task that is warmed up elsewhere moves once (KIP-441), and one that goes home again twice; neither repeats."""

_ADVICE: Final = (
    "No instance came or went, so members lose their place and join again, or work is shared out anew without need. "
    "Look in the logs of the instances at these times for `consumer poll timeout has expired` (a batch takes longer "
    "than `max.poll.interval.ms`: fewer `max.poll.records`, or quicker processing) and for `session timed out` or "
    "`Attempt to heartbeat failed` (pauses for garbage collection, too little processor time, the network)."
)


def find_rebalances(
    partitions: Sequence[PartitionLag], rebalances: Sequence[Rebalance]
) -> tuple[tuple[Finding, ...], tuple[PartitionLag, ...]]:
    """Give a finding for each group in which partitions went to and fro, and the partitions that did."""
    findings: list[Finding] = []
    disturbed: list[PartitionLag] = []
    for group in sorted({one.group for one in rebalances}):
        own = [one for one in rebalances if one.group == group and not one.joined and not one.left]
        moved = [one for one in partitions if one.group == group and one.moves >= _LEAST]
        if len(own) < _LEAST or not moved:
            continue
        findings.append(_finding(group, own, moved))
        disturbed.extend(moved)
    return tuple(findings), tuple(disturbed)


def _finding(group: str, rebalances: Sequence[Rebalance], moved: Sequence[PartitionLag]) -> Finding:
    first, last = moments(rebalances[0].until, rebalances[-1].until)
    count = len(rebalances)
    distance = (rebalances[-1].until - rebalances[0].until) / (count - 1)
    numbers = {"rebalances": float(count), "every_seconds": distance, "partitions": float(len(moved))}
    held_up = [one for one in moved if one.pauses]
    cost = ""
    if held_up:
        mean = sum(one.pause_seconds or 0.0 for one in held_up) / sum(one.pauses for one in held_up)
        most = max(one.pauses for one in held_up)
        cost = f" Up to {most} times records waited meanwhile, for {duration(mean)} on average."
        numbers["pause_seconds"] = mean
    else:
        waited = max(((one.lag_max or 0) / one.produce_rate for one in moved if one.produce_rate), default=0.0)
        cost = f" Records waited for {duration(waited)} at most." if waited else ""
    behind = [one for one in moved if falls_behind(one)]
    if behind:
        slope = sum(one.lag_slope or 0.0 for one in behind)
        cost += f" Lag grows by {number(slope)} records a second."
        numbers["lag_slope"] = slope
    return finding_about(
        moved,
        FindingKind.REBALANCES,
        f"Group `{group}` shared its partitions out anew {count} times between {first} and {last}, about every "
        f"{duration(distance)}, though no instance came or went: {len(moved)} partitions changed their owner up to "
        f"{max(one.moves for one in moved)} times.{cost}",
        _ADVICE,
        numbers,
        (rebalances[0].start, rebalances[-1].until),
    )
