"""What can be said of each partition and task: a finding speaks of it, too little is known, or all is well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from topoviz.lag.findings.behind import may_fall_behind
from topoviz.lag.findings.gone import is_gone
from topoviz.lag.findings.sight import cadence, has_gap, is_beyond_end, is_without_offset
from topoviz.lag.findings.words import duration, moment, number, percent, reference, rounded_up
from topoviz.lag.report.finding import Finding, FindingKind, Verdict
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.tasks import TaskLag
from topoviz.lag.transforms.stalls import MARKS

LEAST_SECONDS: Final = 600.0
LEAST_INTERVALS: Final = 5
LEAST_SEEN: Final = 0.8
_IDLE: Final = "nothing was written and nothing was read"
"""Why nothing is said of partitions that lack nothing by themselves, where a finding says so of all."""

_NO_PROBLEM: Final = (
    FindingKind.NOT_KNOWN,
    FindingKind.FINE,
    FindingKind.BROKER_AWAY,
    FindingKind.LEADER_MOVES,
    FindingKind.SIZE_SKEW,
    FindingKind.GROWTH,
)
"""What by itself makes nothing a problem: good to know, and seen on every cluster."""

Spans = Mapping[str, tuple[float, float]]


def spans_of(partitions: Sequence[PartitionLag]) -> Spans:
    """Give from when to when each group was looked at."""
    spans: dict[str, tuple[float, float]] = {}
    for one in partitions:
        start, end = spans.get(one.group, (one.first_seen, one.last_seen))
        spans[one.group] = (min(start, one.first_seen), max(end, one.last_seen))
    return spans


def unknown_because(one: PartitionLag, spans: Spans) -> str | None:
    """Say why nothing can be said of a partition, or None: it was seen for long enough, without many gaps."""
    if one.lag_last is None:
        return "nothing was committed" if one.uncommitted == one.samples else "nothing is committed at the end"
    if one.lag_slope is None or one.interval_seconds is None:
        return "there is one sample" if one.samples == 1 else f"there are {one.samples} samples"
    if is_short(one):
        return f"it was looked at for {duration(one.last_seen - one.first_seen)}, {one.samples} samples"
    missing = _missing(one, spans)
    if missing > 1 - LEAST_SEEN:
        gap = f", {duration(one.gap_seconds or 0)} from {moment(one.gap_from or 0)}" if has_gap(one) else ""
        return f"samples are missing for {percent(missing)} of the time{gap}"
    if is_without_offset(one):
        start, end = one.uncommitted_from or 0, one.uncommitted_until or 0
        return f"nothing is committed for {duration(end - start)} from {moment(start)}"
    if is_beyond_end(one):
        return (
            f"its committed offset lies beyond the end of the log, by up to {number(one.beyond_records or 0)} records"
        )
    if one.commits == 0 and one.lag_last > MARKS:
        return f"{number(one.lag_last)} records wait, and nothing came or was read"
    if may_fall_behind(one):
        return "lag grew, for too short a time to say whether it goes on"
    return None


def is_short(one: PartitionLag) -> bool:
    """Tell whether a partition was looked at for too short a time to say how its lag goes."""
    return one.lag_slope is None or one.last_seen - one.first_seen < least_seconds(one)


def least_seconds(one: PartitionLag) -> float:
    """Give the seconds that a partition has to be looked at before anything counts as well."""
    return max(LEAST_SECONDS, LEAST_INTERVALS * cadence(one))


def judged_partitions(partitions: Sequence[PartitionLag], findings: Sequence[Finding]) -> tuple[PartitionLag, ...]:
    """Give each partition its verdict; those that the topology does not read have none."""
    spoken_of = {ref for one in findings if one.kind not in _NO_PROBLEM for ref in one.partitions}
    not_known = {ref for one in findings if one.kind is FindingKind.NOT_KNOWN for ref in one.partitions}
    has_places = any(one.task is not None for one in partitions)
    spans = spans_of(partitions)
    end = max((one.last_seen for one in partitions), default=0.0)
    judged = []
    for one in partitions:
        if has_places and one.task is None:
            judged.append(one)
        elif reference(one) in spoken_of:
            judged.append(replace(one, verdict=Verdict.PROBLEM))
        else:
            gone = f"it is in no sample after {moment(one.last_seen)}" if is_gone(one, end) else None
            reason = gone or unknown_because(one, spans) or (_IDLE if reference(one) in not_known else None)
            judged.append(replace(one, verdict=Verdict.UNKNOWN if reason else Verdict.FINE, unknown_because=reason))
    return tuple(judged)


def judged_tasks(tasks: Sequence[TaskLag], judged: Sequence[PartitionLag]) -> tuple[TaskLag, ...]:
    """Give each task the worst verdict of its partitions."""
    own: dict[str, list[PartitionLag]] = {}
    for one in judged:
        if one.task is not None:
            own.setdefault(one.task, []).append(one)
    return tuple(_with_worst(task, own.get(task.task, ())) for task in tasks)


def verdict_of(findings: Sequence[Finding]) -> Verdict:
    """Give the verdict of the whole: fine only where nothing else was found."""
    if any(one.kind not in _NO_PROBLEM for one in findings):
        return Verdict.PROBLEM
    return Verdict.UNKNOWN if any(one.kind is FindingKind.NOT_KNOWN for one in findings) else Verdict.FINE


def more_needed(partitions: Sequence[PartitionLag]) -> str:
    """Say for how long samples have to be taken until all of these can be judged."""
    return rounded_up(max(map(least_seconds, partitions)))


def _with_worst(task: TaskLag, partitions: Sequence[PartitionLag]) -> TaskLag:
    for verdict in (Verdict.PROBLEM, Verdict.UNKNOWN):
        for one in partitions:
            if one.verdict is verdict:
                return replace(task, verdict=verdict, unknown_because=one.unknown_because)
    return replace(task, verdict=Verdict.FINE)


def _missing(one: PartitionLag, spans: Spans) -> float:
    """Give the share of its group's time without samples of this partition."""
    start, end = spans[one.group]
    interval = one.interval_seconds or 0.0
    return max(0.0, 1 - one.samples * interval / (end - start + interval)) if end > start else 0.0
