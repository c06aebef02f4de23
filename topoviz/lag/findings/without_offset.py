"""For some time nothing is committed, so that nobody knows what waited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import about_the_rest, finding_about
from topoviz.lag.findings.sight import is_without_offset
from topoviz.lag.findings.together import at_the_same_time, first_and_rest, stretch, whole_stretch
from topoviz.lag.findings.words import duration, moments, number, reference, subjects
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_ADVICE: Final = (
    "Look whether the group ran at that time, and whether its offsets were deleted or had expired "
    "(`offsets.retention.minutes`). Without a committed offset it begins where `auto.offset.reset` says: with `latest` "
    "what came meanwhile is not read, with `earliest` everything is read again. A partition that never had a record "
    "has no offset either, and needs none."
)


def find_without_offset(partitions: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Give a finding for each such time, the longest first; where nothing was ever committed another one says so."""
    if all(one.uncommitted == one.samples for one in partitions):
        return ()
    groups = at_the_same_time([one for one in partitions if is_without_offset(one)], _time)
    return first_and_rest(groups, lambda group: _finding(group, partitions), _the_rest)


def _time(one: PartitionLag) -> tuple[float, float]:
    return stretch(one.uncommitted_from, one.uncommitted_until)


def _finding(group: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> Finding:
    start, end = whole_stretch(group, _time)
    first, last = moments(start, end)
    came = sum(one.uncommitted_records or 0 for one in group)
    has = "has" if len(set(map(reference, group))) == 1 else "have"
    return finding_about(
        group,
        FindingKind.NOT_KNOWN,
        f"{subjects(group, everything)} {has} no committed offset for {duration(end - start)}, from {first} to {last}, "
        f"while {number(came)} records came: whether they waited or were read is not known.",
        _ADVICE,
        {"uncommitted_from": start, "uncommitted_until": end, "uncommitted_records": float(came)},
    )


def _the_rest(partitions: Sequence[PartitionLag]) -> Finding:
    return about_the_rest(
        partitions,
        FindingKind.NOT_KNOWN,
        f"{len(partitions)} more partitions have no committed offset at other times.",
        _ADVICE,
    )
