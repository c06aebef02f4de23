"""A partition gets far more records than the others of its topic, and lags for it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

from topoviz.lag.findings.about import finding_about
from topoviz.lag.findings.behind import falls_behind
from topoviz.lag.findings.words import number, percent
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_TIMES_THE_OTHERS: Final = 3.0
_LEAST_PARTITIONS: Final = 2
_WITH_ROOM: Final = 0.9
"""What comes for a partition leaves its thread time for others below this share of all that the thread reads."""

_ADVICE: Final = (
    "More instances do not help: one partition is one task. Look at the keys of the records; spread a frequent key "
    "over several, or choose another key."
)


def find_hot_partitions(
    partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]
) -> tuple[tuple[Finding, ...], tuple[PartitionLag, ...]]:
    """Look among `partitions`, held against all partitions of their topics; give findings and what they explain."""
    total = sum(one.lag_last or 0 for one in everything)
    found = []
    topics: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for one in everything:
        if one.produce_rate is not None:
            topics.setdefault((one.group, one.topic), []).append((one.partition, one.produce_rate))
    for one in partitions:
        if one.produce_rate is None or not falls_behind(one):
            continue
        others = [rate for place, rate in topics[one.group, one.topic] if place != one.partition]
        if len(others) + 1 < _LEAST_PARTITIONS or not others:
            continue
        if one.produce_rate >= _TIMES_THE_OTHERS * median(others):
            found.append((_finding(one, median(others), total, _read_by_thread(one, everything)), one))
    found.sort(key=lambda pair: (-(pair[1].lag_last or 0), pair[1].topic, pair[1].partition))
    return tuple(finding for finding, _ in found), tuple(one for _, one in found)


def _read_by_thread(one: PartitionLag, everything: Sequence[PartitionLag]) -> float:
    """Add up what the thread reads that has a partition; 0 where no client is named."""
    if one.client_id is None:
        return 0.0
    return sum(
        other.consume_rate or 0.0
        for other in everything
        if (other.group, other.client_id) == (one.group, one.client_id)
    )


def _advice(one: PartitionLag, by_thread: float) -> str:
    """Say what to do; a thread that reads more than comes for the partition would keep up with it alone."""
    came = one.produce_rate or 0.0
    if came >= _WITH_ROOM * by_thread:
        return _ADVICE
    return (
        f"Its thread reads {number(by_thread)} records a second of all that it has, and {number(came)} come for this "
        "partition: with fewer other tasks on that thread it keeps up. More threads, or tasks divided by their load, "
        "may do that; else spread the frequent keys over several."
    )


def _finding(one: PartitionLag, others: float, total: int, by_thread: float) -> Finding:
    assert one.produce_rate is not None
    share = (one.lag_last or 0) / total if total else 0.0
    times = one.produce_rate / others if others else 0.0
    place = f"partition {one.partition} of `{one.topic}`"
    holder, it = (f"Task {one.task}", place) if one.task is not None else (f"P{place[1:]}", "it")
    compared = (
        f"{number(round(times, 1))} times as many records as others of its topic"
        if others
        else "records, and the others of its topic none"
    )
    return finding_about(
        [one],
        FindingKind.HOT_PARTITION,
        f"{holder} holds {percent(share)} of the lag: {it} receives {compared}.",
        _advice(one, by_thread),
        {"lag_share": share, "produce_rate": one.produce_rate, "others_produce_rate": others},
    )
