"""Committed offsets lie beyond the end of the log, where no record is."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.lag.findings.about import finding_about
from topoviz.lag.findings.sight import is_beyond_end
from topoviz.lag.findings.words import moments, number, reference, subjects
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_ADVICE = (
    "Look whether the topic was deleted and made anew, whether a broker came back without its last records, and "
    "whether both offsets come from the same cluster. A group that runs is set to where `auto.offset.reset` says as "
    "soon as it reads there; one that stands at such an offset does not read. Set its offsets with "
    "`kafka-consumer-groups.sh --reset-offsets` once you know from where it should read."
)


def find_beyond_end(partitions: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Give one finding for each group that has such partitions."""
    groups: dict[str, list[PartitionLag]] = {}
    for one in partitions:
        if is_beyond_end(one):
            groups.setdefault(one.group, []).append(one)
    return tuple(_finding(group, partitions) for _, group in sorted(groups.items()))


def _finding(group: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> Finding:
    start, end = min(one.beyond_from or 0 for one in group), max(one.beyond_until or 0 for one in group)
    first, last = moments(start, end)
    most = max(one.beyond_records or 0 for one in group)
    has = "has a committed offset" if len(set(map(reference, group))) == 1 else "have committed offsets"
    return finding_about(
        group,
        FindingKind.NOT_KNOWN,
        f"{subjects(group, everything)} {has} beyond the end of the log from {first} to {last}, by "
        f"up to {number(most)} records: nothing waits by the numbers, and what is really read is not known.",
        _ADVICE,
        {"beyond_from": start, "beyond_until": end, "beyond_records": float(most)},
    )
