"""When the group stood still: there was something to read, and nothing was committed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.java_lookups import made_once
from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.runs import with_runs
from topoviz.lag.transforms.windows import in_time_order, seconds_between

MARKS: Final = 1
"""So many records may wait for ever: the mark that ends a transaction counts as one, and nobody commits behind it."""

PAUSE_SECONDS: Final = 65.0
"""A pause counts when its first record waited longer: a restart takes its half minute, and the next commit another."""

PAUSE_INTERVALS: Final = 2
"""One interval without a commit may be chance: commits and samples can both come every half minute."""

_LONGEST: Final = ("stall_seconds", "stall_from", "stall_until", "stall_produced", "stall_wait_seconds")


def with_stalls(samples: DataFrame) -> DataFrame:
    """Say of each interval whether nothing was committed in it while records waited.

    ========= === ======== ==========
    timestamp lag consumed is_stalled
    ========= === ======== ==========
    10:00:00  5   null     false
    10:00:10  9   0        true
    10:00:20  12  0        true
    10:00:30  2   14       false
    ========= === ======== ==========
    """
    return samples.withColumns({**stall_columns()})


@made_once
def stall_columns() -> Mapping[str, Column]:
    """Give the column that with_stalls adds."""
    return {"is_stalled": F.coalesce((F.col("consumed") == 0) & (F.col("previous_lag") > MARKS), F.lit(False))}


def with_commit_seconds(samples: DataFrame) -> DataFrame:
    """Add the time since the commit before, over the intervals in which the group stood still.

    ========= ========== ==============
    timestamp is_stalled commit_seconds
    ========= ========== ==============
    10:00:00  false      null
    10:00:10  true       10.0
    10:00:20  false      20.0
    10:00:30  false      10.0
    ========= ========== ==============
    """
    return samples.withColumns({**_commit_columns()})


@made_once
def _commit_columns() -> Mapping[str, Column]:
    moved = F.when(~F.col("is_stalled"), F.col("timestamp"))
    earlier = in_time_order().rowsBetween(Window.unboundedPreceding, -1)
    committed = F.last(moved, ignorenulls=True).over(earlier)
    return {"commit_seconds": seconds_between(committed, F.col("timestamp"))}


def stalls_of(samples: DataFrame) -> DataFrame:
    """Give the longest stall of each partition that has one, the earliest of equals, and its pauses taken together.

    ===== ========= ============= ========== =========== ============== ================== ======
    topic partition stall_seconds stall_from stall_until stall_produced stall_wait_seconds stalls
    ===== ========= ============= ========== =========== ============== ================== ======
    a     0         20.0          10:00:00   10:00:20    7              30.0               1
    ===== ========= ============= ========== =========== ============== ================== ======

    Intervals that follow each other without a commit are one stall. `stall_seconds` is from sample to sample. What
    stands still stops between two samples: `stall_wait_seconds` adds how long the records that waited at the first of
    them had been there, the interval before at most. Pauses are the stalls of PAUSE_INTERVALS and more whose first
    record waited for more than PAUSE_SECONDS.
    """
    each = (
        with_runs(samples.where("is_stalled"))
        .groupBy(*SERIES, "run")
        .agg(
            F.sum("seconds").alias("stall_seconds"),
            F.min("previous").alias("stall_from"),
            F.max("timestamp").alias("stall_until"),
            F.coalesce(F.sum("produced"), F.lit(0)).alias("stall_produced"),
            F.count("*").alias("intervals"),
            F.min_by(F.struct("previous_lag", "previous_seconds"), "timestamp").alias("before"),
        )
    )
    came_before = F.col("before.previous_lag") * F.try_divide("stall_seconds", "stall_produced")
    waited = F.least(F.col("before.previous_seconds"), came_before)
    # The least of a time and nothing is the time; without a time before, nothing is known of it.
    waited = F.when(F.col("before.previous_seconds").isNotNull() & came_before.isNotNull(), waited).otherwise(0.0)
    each = each.withColumn("stall_wait_seconds", F.col("stall_seconds") + waited)
    is_pause = (
        (F.col("stall_wait_seconds") > PAUSE_SECONDS)
        & (F.col("intervals") >= PAUSE_INTERVALS)
        & (F.col("stall_produced") > 0)
    )
    ranked = F.struct("stall_seconds", (-F.unix_micros("stall_from")).alias("rank"), *_LONGEST[1:])
    return (
        each.groupBy(*SERIES)
        .agg(
            F.max(ranked).alias("longest"),
            F.count("*").alias("stalls"),
            F.sum("stall_seconds").alias("stalled_seconds"),
            F.count_if(is_pause).alias("pauses"),
            F.sum(F.when(is_pause, F.col("stall_wait_seconds"))).alias("pause_seconds"),
            F.min(F.when(is_pause, F.col("stall_from"))).alias("pauses_from"),
            F.max(F.when(is_pause, F.col("stall_until"))).alias("pauses_until"),
        )
        .select("*", *(F.col(f"longest.{name}").alias(name) for name in _LONGEST))
        .drop("longest")
    )
