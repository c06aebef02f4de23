"""The end of a log went back: the topic was deleted and made anew, or a broker lost its last records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import about_the_rest, finding_about
from topoviz.lag.findings.together import at_the_same_time, first_and_rest, stretch, whole_stretch
from topoviz.lag.findings.words import listed, moments, number
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_SMALL: Final = 0.5
"""A log that keeps more than this share of its end was cut, and not made anew."""

_ANEW: Final = (
    "What waited is gone, and what was written before the group found its place in the new log may be skipped: a "
    "reader whose offset is beyond the end begins where `auto.offset.reset` says. If nobody deleted the topic, look "
    "whether both offsets come from the same cluster. Stores keep what they had from the old records."
)
_CUT: Final = (
    "Look for an unclean leader election at that time (`unclean.leader.election.enable`, the log of the controller): "
    "records that were acknowledged are gone, and what was made of them is not."
)


def find_made_anew(partitions: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Give a finding for each time at which logs went back, those that began anew apart from those that were cut."""
    back = [one for one in partitions if one.anews]
    return tuple(
        finding
        for is_cut in (False, True)
        for finding in first_and_rest(
            at_the_same_time([one for one in back if _is_cut(one) is is_cut], _time),
            _finding,
            _the_rest,
        )
    )


def _is_cut(one: PartitionLag) -> bool:
    return (one.anew_records or 0) > _SMALL * (one.anew_end or 0)


def _advice(partitions: Sequence[PartitionLag]) -> str:
    """Give the advice for partitions that were all cut, or all made anew."""
    return _CUT if _is_cut(partitions[0]) else _ANEW


def _time(one: PartitionLag) -> tuple[float, float]:
    return stretch(one.anew_from, one.anew_until)


def _finding(group: Sequence[PartitionLag]) -> Finding:
    start, end = whole_stretch(group, _time)
    first, last = moments(start, end)
    before, after = sum(one.anew_end or 0 for one in group), sum(one.anew_records or 0 for one in group)
    waited = sum(one.anew_lag or 0 for one in group)
    topics = sorted({one.topic for one in group})
    named, logs = listed([f"`{topic}`" for topic in topics], most=3), "log" if len(group) == 1 else "logs"
    if _is_cut(group[0]):
        what = f"{'Topic' if len(topics) == 1 else 'Topics'} {named} lost the last {number(before - after)} records"
        how = f"the end of the {logs} went back from {number(before)} to {number(after)}"
    else:
        what = f"Topic {named} was made anew" if len(topics) == 1 else f"Topics {named} were made anew"
        how = f"the {logs} ended at {number(before)} before, and at {number(after)} after it"
    lost = f", and {number(waited)} records that waited are gone" if waited and not _is_cut(group[0]) else ""
    return finding_about(
        group,
        FindingKind.MADE_ANEW,
        f"{what} between {first} and {last}: {how}{lost}.",
        _advice(group),
        {"anew_from": start, "anew_until": end, "end_before": float(before), "end_after": float(after)},
    )


def _the_rest(partitions: Sequence[PartitionLag]) -> Finding:
    return about_the_rest(
        partitions,
        FindingKind.MADE_ANEW,
        f"The logs of {len(partitions)} more partitions went back at other times.",
        _advice(partitions),
    )
