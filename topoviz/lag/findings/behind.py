"""When a partition counts as falling behind, by the numbers of its whole history."""

from __future__ import annotations

from typing import Final

from topoviz.lag.report import PartitionLag

LEAST_SECONDS: Final = 60.0
LEAST_INTERVALS: Final = 5
KEEPS_UP: Final = 0.97
"""A partition keeps up when it consumes at least this share of what is produced."""


def falls_behind(one: PartitionLag) -> bool:
    """Tell whether lag grew by more than a minute's records, and more than five samples' worth, with no end of it."""
    if one.lag_slope is None or not one.produce_rate or one.consume_rate is None:
        return False
    least = patience(one)
    grown = one.lag_slope * (one.last_seen - one.first_seen)
    return (
        grown > least * one.produce_rate
        and one.consume_rate < KEEPS_UP * one.produce_rate
        and (one.lag_last or 0) > least * one.produce_rate
    )


def patience(one: PartitionLag) -> float:
    """Give the seconds of records that may wait without meaning anything; in less time than that nothing shows."""
    return max(LEAST_SECONDS, LEAST_INTERVALS * (one.interval_seconds or 0))
