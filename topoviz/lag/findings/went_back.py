"""The committed offset went back: records are read a second time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import about_the_rest, finding_about
from topoviz.lag.findings.together import at_the_same_time, first_and_rest, stretch, whole_stretch
from topoviz.lag.findings.words import moments, number, subjects
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_ADVICE: Final = (
    "If somebody set the offsets (`kafka-consumer-groups.sh --reset-offsets`, the application reset tool), that was "
    "asked for. If not, look for `Resetting offset` in the logs: offsets had expired or were deleted, and "
    "`auto.offset.reset=earliest` began again. What these records did is done twice: rows written to other systems, "
    "and counts in stores that were not reset too."
)


def find_went_back(partitions: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Give a finding for each time at which committed offsets went back while the log stayed."""
    groups = at_the_same_time([one for one in partitions if one.rewinds and not _is_made_anew(one)], _time)
    return first_and_rest(groups, lambda group: _finding(group, partitions), _the_rest)


def _is_made_anew(one: PartitionLag) -> bool:
    """Tell whether the log itself went back before, which takes the offset with it."""
    return one.anew_from is not None and one.anew_from <= _time(one)[0]


def _time(one: PartitionLag) -> tuple[float, float]:
    return stretch(one.rewind_from, one.rewind_until)


def _finding(group: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> Finding:
    start, end = whole_stretch(group, _time)
    first, last = moments(start, end)
    records = sum(one.rewind_records or 0 for one in group)
    times = max(one.rewinds for one in group)
    again = "" if times == 1 else f" It is the farthest of {times} such steps."
    what, together = ("The committed offset", "") if len(group) == 1 else ("The committed offsets", " together")
    return finding_about(
        group,
        FindingKind.WENT_BACK,
        f"{what} of {_named(group, everything)} went back by {number(records)} records{together} between {first} and "
        f"{last}: these are read again.{again}",
        _ADVICE,
        {"rewind_records": float(records), "rewind_from": start, "rewind_until": end, "rewinds": float(times)},
    )


def _named(group: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> str:
    named = subjects(group, everything)
    return f"{named[0].lower()}{named[1:]}"


def _the_rest(partitions: Sequence[PartitionLag]) -> Finding:
    return about_the_rest(
        partitions,
        FindingKind.WENT_BACK,
        f"The committed offsets of {len(partitions)} more partitions went back at other times.",
        _ADVICE,
    )
