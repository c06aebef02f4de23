"""What may have happened to partitions, by their figures alone: where it cannot have, nobody looks for it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.transforms.jumps import may_have_jumps, passed_most


class Event(StrEnum):
    """Kinds of events, each of which takes a pass over all samples to find."""

    STALL = "stall"
    PEAK = "peak"
    JUMP = "jump"
    BLIND = "blind"
    GOING_BACK = "going back"


MEASURES: Final[Mapping[Event, Mapping[str, str]]] = {
    Event.STALL: {
        **dict.fromkeys(("stalls", "pauses", "stall_produced"), "long"),
        **dict.fromkeys(("stalled_seconds", "pause_seconds", "stall_seconds", "stall_wait_seconds"), "double"),
        **dict.fromkeys(("pauses_from", "pauses_until", "stall_from", "stall_until"), "timestamp"),
    },
    Event.PEAK: {
        **dict.fromkeys(("peaks", "peak_lag"), "long"),
        **dict.fromkeys(("peak_from", "peak_until", "peak_at", "peak_onset", "peak_over"), "timestamp"),
    },
    Event.JUMP: {
        **dict.fromkeys(("jumps", "jump_records"), "long"),
        **dict.fromkeys(("jump_from", "jump_until"), "timestamp"),
    },
    Event.BLIND: {
        **dict.fromkeys(("uncommitted_records", "beyond_records"), "long"),
        **dict.fromkeys(("uncommitted_from", "uncommitted_until", "beyond_from", "beyond_until"), "timestamp"),
    },
    Event.GOING_BACK: {
        **dict.fromkeys(("rewinds", "rewind_records", "anews", "anew_end", "anew_records", "anew_lag", "torn"), "long"),
        **dict.fromkeys(
            ("rewind_from", "rewind_until", "anew_from", "anew_until", "torn_from", "torn_until"), "timestamp"
        ),
    },
}
"""What is measured of each kind of event, beside the columns of SERIES, and the types of that."""

SIGNS: Final = ("stalled", "late", "mixed_up", "passed_most")
"""The columns of signs."""


def signs() -> tuple[Column, ...]:
    """Aggregate samples to what figures do not say of events in any case."""
    return (
        F.count_if("is_stalled").alias("stalled"),
        F.count_if("is_late").alias("late"),
        F.count_if("is_torn").alias("mixed_up"),
        passed_most().alias("passed_most"),
    )


def may_have_happened(figures: DataFrame) -> frozenset[Event]:
    """Collect the kinds of which any sample of any partition may tell; what is in it need not have happened."""
    went_back = F.col("end_resets") + F.col("commit_resets") + F.col("mixed_up")
    may = {
        Event.STALL: F.col("stalled") > 0,
        Event.PEAK: F.col("late") > 0,
        Event.JUMP: may_have_jumps(),
        Event.BLIND: F.col("uncommitted") + F.col("beyond_end") > 0,
        Event.GOING_BACK: went_back > 0,
    }
    rows = figures.select(*(condition.alias(kind.name) for kind, condition in may.items())).collect()
    return frozenset(kind for kind in Event if any(row[kind.name] for row in rows))
