"""A partition gets far more records than the others of its topic, and lags for it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

from topoviz.lag.findings.about import finding_about
from topoviz.lag.findings.behind import falls_behind
from topoviz.lag.findings.words import number
from topoviz.lag.report import Finding, FindingKind, PartitionLag

_TIMES_THE_OTHERS: Final = 3.0
_LEAST_PARTITIONS: Final = 2
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
    for one in partitions:
        others = [
            other.produce_rate
            for other in everything
            if other.produce_rate is not None
            and (other.group, other.topic) == (one.group, one.topic)
            and other.partition != one.partition
        ]
        if len(others) + 1 < _LEAST_PARTITIONS or not others or one.produce_rate is None or not falls_behind(one):
            continue
        if one.produce_rate >= _TIMES_THE_OTHERS * median(others):
            found.append((_finding(one, median(others), total), one))
    found.sort(key=lambda pair: (-(pair[1].lag_last or 0), pair[1].topic, pair[1].partition))
    return tuple(finding for finding, _ in found), tuple(one for _, one in found)


def _finding(one: PartitionLag, others: float, total: int) -> Finding:
    assert one.produce_rate is not None
    share = (one.lag_last or 0) / total if total else 0.0
    times = one.produce_rate / others if others else 0.0
    holder = f"Task {one.task} holds" if one.task is not None else f"Partition {one.partition} of `{one.topic}` holds"
    compared = (
        f"{number(round(times, 1))} times as many records as others of its topic"
        if others
        else "records, and the others of its topic none"
    )
    return finding_about(
        [one],
        FindingKind.HOT_PARTITION,
        f"{holder} {share:.0%} of the lag: partition {one.partition} of `{one.topic}` receives {compared}.".replace(
            "%", " %"
        ),
        _ADVICE,
        {"lag_share": share, "produce_rate": one.produce_rate, "others_produce_rate": others},
    )
