"""Records waited long for some time, and at the end they do no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import about_the_rest, finding_about
from topoviz.lag.findings.together import at_the_same_time, first_and_rest, stretch, whole_stretch
from topoviz.lag.findings.words import duration, moments, number, reference, subjects
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_ADVICE: Final = (
    "It is over. Look what was different at that time: more records than usual, an instance that was missing or slow, "
    "a service that answered late; the charts below show which."
)


def find_past_peaks(partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Look among `partitions` for peaks that are over, the longest first, and how many there were."""
    groups = at_the_same_time([one for one in partitions if one.peaks and not is_late_at_end(one)], peak_time)
    return first_and_rest(groups, lambda group: _finding(group, everything), _the_rest)


def is_late_at_end(one: PartitionLag) -> bool:
    """Tell whether records still wait long in the last sample."""
    return one.peak_until is not None and one.peak_until >= one.last_seen


def peak_time(one: PartitionLag) -> tuple[float, float]:
    """Give from when to when the longest peak lasted, of a partition that has one."""
    return stretch(one.peak_from, one.peak_until)


def whole_peak(one: PartitionLag) -> tuple[float, float]:
    """Give from when to when a partition that has a peak did not keep up, as far as it is seen."""
    start, end = peak_time(one)
    return one.peak_onset or start, one.peak_over or end


def _finding(group: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> Finding:
    start, end = whole_stretch(group, peak_time)
    onset, over = whole_stretch(group, whole_peak)
    first, last = moments(onset, over)
    most = max(group, key=lambda one: one.peak_lag or 0)
    assert most.peak_at is not None
    each = " on the worst partition" if len(group) > 1 else ""
    peaks = max(one.peaks for one in group)
    again = "" if peaks == 1 else f" It is the longest of {peaks} such times."
    return finding_about(
        group,
        FindingKind.PAST_PEAK,
        f"{subjects(group, everything)} {'was' if len(set(map(reference, group))) == 1 else 'were'} behind for "
        f"{duration(over - onset)}, from {first} to {last}: for {duration(end - start)} records waited longer than "
        f"five minutes, up to {number(most.peak_lag or 0)} of them{each} at {moments(most.peak_at, over)[0]}, "
        f"and fewer from then on.{again}",
        _ADVICE,
        {"peak_lag": float(most.peak_lag or 0), "peak_from": start, "peak_until": end, "peaks": float(peaks)},
    )


def _the_rest(partitions: Sequence[PartitionLag]) -> Finding:
    return about_the_rest(
        partitions,
        FindingKind.PAST_PEAK,
        f"{len(partitions)} more partitions were behind at other times.",
        _ADVICE,
    )
