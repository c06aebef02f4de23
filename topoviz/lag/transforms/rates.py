"""What was produced and consumed since the sample before."""

from __future__ import annotations

from collections.abc import Mapping

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.java_lookups import made_once
from topoviz.lag.transforms.windows import seconds_between


def with_rates(samples: DataFrame) -> DataFrame:
    """Add the seconds since the sample before, the records since then, and the same by second.

    ========= ============== ================ ======= ======== ======== ============ ============
    timestamp log_end_offset committed_offset seconds produced consumed produce_rate consume_rate
    ========= ============== ================ ======= ======== ======== ============ ============
    10:00:00  100            90               null    null     null     null         null
    10:00:10  150            100              10.0    50       10       5.0          1.0
    10:00:20  20             10               10.0    null     null     null         null
    ========= ============== ================ ======= ======== ======== ============ ============

    An offset that goes back was set anew: nothing is known of that interval, and `is_end_reset` or
    `is_commit_reset` says so; nor is anything known beside a sample that `is_torn`, which `is_beside_torn` says.
    `previous_lag` is what waited at the sample before, and `previous_seconds` the time from the one before that to it.
    `samples` has gone through with_around.
    """
    return samples.withColumns({**change_columns()}).withColumns({**rate_columns()})


@made_once
def change_columns() -> Mapping[str, Column]:
    """Give the columns that with_rates adds, but for the rates, which are reckoned from these."""
    is_whole = ~F.col("is_beside_torn")
    grown = F.col("log_end_offset") - F.col("previous_end")
    moved = F.col("committed_offset") - F.col("previous_committed")
    waited = F.col("previous_end") - F.col("previous_committed")
    return {
        "seconds": seconds_between(F.col("previous"), F.col("timestamp")),
        "previous_seconds": seconds_between(F.col("previous_by_two"), F.col("previous")),
        "previous_lag": F.when(waited < 0, F.lit(0).cast("long")).otherwise(waited),
        "produced": F.when((grown >= 0) & is_whole, grown),
        "consumed": F.when((moved >= 0) & is_whole, moved),
        "is_end_reset": F.coalesce(grown < 0, F.lit(False)),
        "is_commit_reset": F.coalesce(moved < 0, F.lit(False)),
    }


@made_once
def rate_columns() -> Mapping[str, Column]:
    """Give the rates that with_rates adds."""
    return {
        "produce_rate": F.col("produced") / F.col("seconds"),
        "consume_rate": F.col("consumed") / F.col("seconds"),
    }
