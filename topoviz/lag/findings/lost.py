"""Committed offsets passed over records that the group can hardly have read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import about_the_rest, finding_about
from topoviz.lag.findings.together import at_the_same_time, first_and_rest, stretch, whole_stretch
from topoviz.lag.findings.words import about, moments, number, subjects
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_ADVICE: Final = (
    "Two things look like this: records were deleted before they were read, because retention passed the group; or "
    "somebody set its offsets, as `kafka-consumer-groups.sh --reset-offsets --to-latest` does. Look in the log of the "
    "instance at that time for `is out of range for partition`, and compare the topic's retention with how long "
    "records waited. If neither was the case, the group did read them, much faster than at any other time."
)


def find_lost(partitions: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Give a finding for each time at which offsets jumped, the longest first."""
    groups = at_the_same_time([one for one in partitions if one.jumps], _time)
    return first_and_rest(groups, lambda group: _finding(group, partitions), _the_rest)


def _time(one: PartitionLag) -> tuple[float, float]:
    return stretch(one.jump_from, one.jump_until)


def _finding(group: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> Finding:
    start, end = whole_stretch(group, _time)
    first, last = moments(start, end)
    amounts = sorted(one.jump_records or 0 for one in group)
    usual = sum(one.usual_rate or 0 for one in group) / len(group)
    jumps = max(one.jumps for one in group)
    if len(group) == 1:
        lost = f"about {about(amounts[0])} records"
    else:
        least, most = about(amounts[0]), about(amounts[-1])
        each = least if least == most else f"{least} to {most}"
        lost = f"about {about(sum(amounts))} records, {each} of each of {len(group)} partitions"
    times = "" if jumps == 1 else f" in {jumps} jumps"
    return finding_about(
        group,
        FindingKind.POSSIBLY_LOST,
        f"{subjects(group, everything)} possibly lost {lost}: between {first} and {last} the "
        f"committed offset passed over them{times}, while usually {number(usual)} records a second"
        f"{' and partition' if len(group) > 1 else ''} are read.",
        _ADVICE,
        {"jump_records": float(sum(amounts)), "jump_from": start, "jump_until": end, "usual_rate": usual},
    )


def _the_rest(partitions: Sequence[PartitionLag]) -> Finding:
    amount = sum(one.jump_records or 0 for one in partitions)
    return about_the_rest(
        partitions,
        FindingKind.POSSIBLY_LOST,
        f"{len(partitions)} more partitions possibly lost about {about(amount)} records at other times.",
        _ADVICE,
        {"jump_records": float(amount)},
    )
