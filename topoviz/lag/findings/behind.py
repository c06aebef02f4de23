"""When a partition counts as falling behind, by the numbers of its whole history."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.sight import cadence
from topoviz.lag.report.partitions import PartitionLag

LEAST_SECONDS: Final = 60.0
LEAST_INTERVALS: Final = 5
KEEPS_UP: Final = 0.97
"""A partition keeps up when it consumes at least this share of what is produced."""

LEAST_RECORDS: Final = 100
"""Fewer may wait for ever: the marks of transactions count as records, and nobody commits behind the last of them."""

FEWEST: Final = 10
"""Fewer are no growth: that a single record waits, where one comes in minutes, says nothing of the pace."""

_COMMITS: Final = 1.25
"""What comes from commit to commit waits for the next one, and a little more where commits come unevenly."""

STEADY: Final = 0.8
"""Lag that goes along a line, by this share of its changes, grows; bursts and commits make it go up and down."""


def is_worked_off(one: PartitionLag) -> bool:
    """Tell whether what waits gets less, and long enough so to bring it to an end: a burst, and not too little."""
    if one.lag_last is None or one.catch_up_seconds is None:
        return False
    came, read = one.recent_produce_rate or 0.0, one.recent_consume_rate or 0.0
    return (one.lag_max or 0) - one.lag_last > patience(one) * came and read * KEEPS_UP > came


def falls_behind(one: PartitionLag) -> bool:
    """Tell whether lag grew by more than a minute's records, and more than five samples' worth, with no end of it.

    Where it grows steadily the records of one sample are enough: that is as far as commits and samples can be apart.
    """
    if is_worked_off(one) or (one.lag_last or 0) < FEWEST:
        return False
    least = max(LEAST_SECONDS, cadence(one)) if _grows_steadily(one) else patience(one)
    return _seconds_short(one) > least


def may_fall_behind(one: PartitionLag) -> bool:
    """Tell whether lag grew by too little yet to tell it from commits that come ever later, or from a burst."""
    least = max(LEAST_SECONDS, cadence(one))
    if (one.lag_last or 0) <= LEAST_RECORDS or is_worked_off(one):
        return False
    return _seconds_short(one) > (least / 2 if _grows_steadily(one) else least)


def unseen_shortfall(one: PartitionLag) -> float:
    """Give the share of what comes by which a partition can read too little without being seen to fall behind."""
    span = one.last_seen - one.first_seen
    return max(1 - KEEPS_UP, max(LEAST_SECONDS, cadence(one)) / span) if span > 0 else 1.0


def _grows_steadily(one: PartitionLag) -> bool:
    return (one.lag_steadiness or 0) >= STEADY


def _seconds_short(one: PartitionLag) -> float:
    """Give the seconds of records by which lag has grown and that still wait; none where the partition keeps up."""
    if one.lag_slope is None or not one.produce_rate or one.consume_rate is None:
        return 0.0
    if one.consume_rate >= KEEPS_UP * one.produce_rate:
        return 0.0
    grown = one.lag_slope * (one.last_seen - one.first_seen)
    return min(grown, one.lag_last or 0) / one.produce_rate


def patience(one: PartitionLag) -> float:
    """Give the seconds of records that may wait without meaning anything; in less time than that nothing shows."""
    return max(LEAST_SECONDS, LEAST_INTERVALS * (one.interval_seconds or 0), _COMMITS * cadence(one))
