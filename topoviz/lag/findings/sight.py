"""What samples can show: from which length on a pause stands in them, whatever the moment at which it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.words import duration, moment, rounded_up
from topoviz.lag.report.lag_report import Sight
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.transforms.stalls import MARKS, PAUSE_SECONDS

STALL_SECONDS: Final = 150.0
STALL_INTERVALS: Final = 2.5
_PAUSE_INTERVALS: Final = 2.0
_LEAST_COMMITS: Final = 6
_GAP_INTERVALS: Final = 3.5
_DAY: Final = 86_400.0
_APART_SECONDS: Final = 10.0
"""The two offsets of a sample are asked for one after the other, and may be as far apart as this."""


def cadence(one: PartitionLag) -> float:
    """Give the seconds after which a group that reads shows it: from sample to sample, or from commit to commit.

    Where most commits come after an interval without one, the commits are rarer than the samples.
    """
    interval = one.interval_seconds or 0.0
    if one.commits >= _LEAST_COMMITS and 2 * one.stalls > one.commits:
        return interval + (one.stalled_seconds or 0.0) / one.commits
    return interval


def commits_rarely(one: PartitionLag) -> bool:
    """Tell whether commits are rarer than samples."""
    return cadence(one) > (one.interval_seconds or 0.0)


def least_stall(one: PartitionLag) -> float:
    """Give the seconds from which on the wait of a stall is more than chance."""
    return max(STALL_SECONDS, STALL_INTERVALS * cadence(one))


def shortest_stall(one: PartitionLag) -> float:
    """Give the length from which on a single stall is found: of its time up to one interval may not be seen."""
    return least_stall(one) + (one.interval_seconds or 0.0)


def least_pause(one: PartitionLag) -> float:
    """Give the seconds from which on waits that come back are more than short pauses and the next commit after them."""
    commit = cadence(one) if commits_rarely(one) else 0.0
    return max(PAUSE_SECONDS + commit, _PAUSE_INTERVALS * cadence(one))


def shortest_pause(one: PartitionLag) -> float:
    """Give the length from which on pauses that come back are found: each of them waits for its next commit too."""
    return max(PAUSE_SECONDS, _PAUSE_INTERVALS * cadence(one)) + (one.interval_seconds or 0.0)


def has_gap(one: PartitionLag) -> bool:
    """Tell whether samples are missing for so long that it is no chance."""
    return (one.gap_seconds or 0.0) > _GAP_INTERVALS * max(one.interval_seconds or 0.0, 1.0)


def is_without_offset(one: PartitionLag) -> bool:
    """Tell whether nothing was committed for so long that a stall in that time would have been told."""
    return one.uncommitted_from is not None and (one.uncommitted_until or 0) - one.uncommitted_from >= least_stall(one)


def is_beyond_end(one: PartitionLag) -> bool:
    """Tell whether the committed offset was beyond the end for so long, and too far for an end that was asked early."""
    if one.beyond_from is None or (one.beyond_until or 0) - one.beyond_from < least_stall(one):
        return False
    return (one.beyond_records or 0) > max(MARKS, _APART_SECONDS * (one.produce_rate or 0))


def sight_of(partitions: Sequence[PartitionLag], start: float, end: float, interval_seconds: float | None) -> Sight:
    """Say what a history of these partitions cannot show; the worst of them counts."""
    sampled = [one for one in partitions if one.interval_seconds]
    shortest = max(map(shortest_pause, sampled), default=None)
    gaps = [one for one in sampled if has_gap(one)]
    widest = max(gaps, key=lambda one: one.gap_seconds or 0.0, default=None)
    return Sight(
        interval_seconds,
        shortest,
        None if widest is None else widest.gap_seconds,
        None if widest is None else widest.gap_from,
        (
            *_short_pauses(sampled, shortest),
            *_gaps(gaps, widest, len(partitions)),
            *_other_times(end - start),
        ),
    )


def _short_pauses(sampled: Sequence[PartitionLag], shortest: float | None) -> tuple[str, ...]:
    if shortest is None:
        return ("With one sample of each partition nothing shows that takes time: rates, pauses, lag that grows.",)
    one = max(sampled, key=cadence)
    what = "Commits come" if commits_rarely(one) else "There is a sample"
    tail = "" if commits_rarely(one) else "; more frequent samples would show them"
    return (f"{what} every {duration(cadence(one))}: pauses shorter than {rounded_up(shortest)} may not show{tail}.",)


def _gaps(gaps: Sequence[PartitionLag], widest: PartitionLag | None, partitions: int) -> tuple[str, ...]:
    if widest is None or widest.gap_seconds is None or widest.gap_from is None:
        return ()
    where = "" if len(gaps) == partitions else f" on {len(gaps)} of {partitions} partitions"
    longest = f"{duration(widest.gap_seconds)} from {moment(widest.gap_from)}"
    return (f"Samples are missing{where}, for {longest} at most: what began and ended in that time does not show.",)


def _other_times(seconds: float) -> tuple[str, ...]:
    if seconds >= _DAY or seconds <= 0:
        return ()
    return (f"The history is {duration(seconds)} long: what happens at other times of the day is not in it.",)
