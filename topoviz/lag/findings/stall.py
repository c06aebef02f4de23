"""A task stood still: there was something to read, and nothing was committed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.words import clock, duration, number, reference, subject, tasks_of
from topoviz.lag.report import Finding, FindingKind, PartitionLag

_LEAST_SECONDS: Final = 180.0
_LEAST_INTERVALS: Final = 6
_MOST: Final = 5
_ADVICE: Final = (
    "Look in the log of the instance at that time for a rebalance, an exception, a long restore of a state store or a "
    "call that hangs; compare the time with max.poll.interval.ms."
)


def find_stalls(partitions: Sequence[PartitionLag]) -> tuple[tuple[Finding, ...], tuple[PartitionLag, ...]]:
    """Give findings, the longest stall first, and the partitions they explain."""
    stalled = [one for one in partitions if _is_long(one)]
    by_subject: dict[str, list[PartitionLag]] = {}
    for one in stalled:
        by_subject.setdefault(f"{one.group} {subject(one)}", []).append(one)
    groups = sorted(by_subject.values(), key=lambda group: (-_longest(group).stall_seconds, _longest(group).stall_from))  # type: ignore[operator]
    findings = [_finding(group) for group in groups[:_MOST]]
    if rest := groups[_MOST:]:
        findings.append(_the_rest(rest))
    return tuple(findings), tuple(stalled)


def _is_long(one: PartitionLag) -> bool:
    least = max(_LEAST_SECONDS, _LEAST_INTERVALS * (one.interval_seconds or 0))
    return one.stall_seconds is not None and one.stall_seconds >= least and (one.stall_produced or 0) > 0


def _longest(group: Sequence[PartitionLag]) -> PartitionLag:
    return max(group, key=lambda one: one.stall_seconds or 0)


def _finding(group: Sequence[PartitionLag]) -> Finding:
    one = _longest(group)
    assert one.stall_seconds is not None and one.stall_from is not None  # noqa: PT018 - both or neither
    produced = sum(each.stall_produced or 0 for each in group)
    return Finding(
        FindingKind.STALL,
        f"{subject(one)} stood still for {duration(one.stall_seconds)} from {clock(one.stall_from)} UTC: nothing was "
        f"committed while {number(produced)} records came.",
        _ADVICE,
        tasks_of(group),
        tuple(map(reference, group)),
        (one.client_id,) if one.client_id else (),
        {"stall_seconds": one.stall_seconds, "stall_from": one.stall_from, "produced": float(produced)},
    )


def _the_rest(groups: Sequence[Sequence[PartitionLag]]) -> Finding:
    partitions = [one for group in groups for one in group]
    shortest = min(_longest(group).stall_seconds or 0 for group in groups)
    return Finding(
        FindingKind.STALL,
        f"{len(groups)} more stood still too, each for {duration(shortest)} or longer.",
        _ADVICE,
        tasks_of(partitions),
        tuple(map(reference, partitions)),
        numbers={"more": float(len(groups)), "stall_seconds": shortest},
    )
