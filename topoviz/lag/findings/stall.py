"""A task stood still: there was something to read, and nothing was committed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import about_the_rest, finding_about
from topoviz.lag.findings.readers import read_others_too
from topoviz.lag.findings.retention import may_be_deleted
from topoviz.lag.findings.sight import least_stall
from topoviz.lag.findings.together import at_the_same_time, stretch
from topoviz.lag.findings.words import duration, moment, number, reference, subjects, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_MOST: Final = 5
_EXPLAINS: Final = 0.5
_ADVICE: Final = (
    "Look in the log of the instance at that time for a rebalance, an exception, a long restore of a state store or a "
    "call that hangs; compare the time with max.poll.interval.ms."
)


_OF_SOME: Final = (
    "The thread goes on with its other partitions, so it does not hang. Look for a transaction that never ended, at "
    "which readers of committed records wait (`kafka-transactions.sh find-hanging`), for a record that is tried again "
    "and again, and whether the task waits for another of its topics (`max.task.idle.ms`)."
)


_OF_ALL: Final = (
    "All of it stands still, so look at what all share first: whether instances run and have partitions "
    "(`kafka-consumer-groups.sh --describe --members`), whether they rebalance or restore state, the broker that "
    "coordinates the group, a service that all call. Readers of committed records also wait where a transaction of "
    "whoever writes these topics never ended."
)


def find_stalls(
    partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]
) -> tuple[tuple[Finding, ...], tuple[PartitionLag, ...]]:
    """Look among `partitions`; give findings, the longest stall first, and the partitions whose lag they explain."""
    stalled = [one for one in partitions if is_long(one)]
    groups = at_the_same_time(stalled, stall_time)
    findings = [_finding(group, everything) for group in groups[:_MOST]]
    if rest := groups[_MOST:]:
        findings.append(_the_rest(rest))
    return tuple(findings), tuple(one for one in stalled if _explains(one))


def is_long(one: PartitionLag) -> bool:
    """Tell whether the longest stall is no chance; the samples there are have to do."""
    return (one.stall_wait_seconds or 0) >= least_stall(one) and (one.stall_produced or 0) > 0


def stall_time(one: PartitionLag) -> tuple[float, float]:
    """Give from when to when the longest stall lasted, of a partition that has one."""
    return stretch(one.stall_from, one.stall_until)


def _explains(one: PartitionLag) -> bool:
    """Tell whether the stall is what the lag at the end comes from, so that nothing else has to be the cause."""
    return (one.stall_produced or 0) >= _EXPLAINS * (one.lag_last or 0)


def _finding(group: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> Finding:
    one = max(group, key=lambda each: each.stall_seconds or 0)
    assert one.stall_seconds is not None
    start, end = stall_time(one)
    produced = sum(each.stall_produced or 0 for each in group)
    length = duration(one.stall_seconds)
    still = f"is standing still since {moment(start)}, for {length} at the end" if end == one.last_seen else (
        f"stood still for at least {length} from {moment(start)}"
    )  # fmt: skip
    if len(set(tasks_of(group)) or set(map(reference, group))) > 1:
        still = still.replace("is standing", "are standing")
    is_all = end == one.last_seen and len(group) == sum(each.group == one.group for each in everything) > 1
    is_part = read_others_too(group, everything)
    return finding_about(
        group,
        FindingKind.STALL,
        f"{subjects(group, everything)} {still}: nothing was committed while {number(produced)} records came.",
        (_OF_ALL if is_all else _OF_SOME if is_part else _ADVICE)
        + may_be_deleted(one.stall_wait_seconds or 0, {each.topic for each in group}),
        {"stall_seconds": one.stall_seconds, "stall_from": start, "produced": float(produced)},
    )


def _the_rest(groups: Sequence[Sequence[PartitionLag]]) -> Finding:
    partitions = [one for group in groups for one in group]
    shortest = min(max(one.stall_seconds or 0 for one in group) for group in groups)
    return about_the_rest(
        partitions,
        FindingKind.STALL,
        f"{number(len(partitions))} more partitions stood still at other times, for {duration(shortest)} or longer.",
        _ADVICE,
        {"stall_seconds": shortest},
    )
