"""What was produced and consumed since the sample before."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.transforms.windows import in_time_order, seconds_between


def with_rates(samples: DataFrame, *within: str) -> DataFrame:
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
    `elapsed` is the seconds since the first sample of the partition, `previous` the time of the sample before;
    `previous_lag`, `previous_end` and `previous_committed` are what it had.
    """
    order = in_time_order(*within)
    near_torn = F.bool_or("is_torn").over(order.rowsBetween(-1, 1))
    before = samples.withColumns(
        {
            "previous": F.lag("timestamp").over(order),
            "previous_lag": F.lag("lag").over(order),
            "previous_end": F.lag("log_end_offset").over(order),
            "previous_committed": F.lag("committed_offset").over(order),
            "is_beside_torn": near_torn,
            "elapsed": seconds_between(F.first("timestamp").over(order), F.col("timestamp")),
        }
    )
    is_whole = ~F.col("is_beside_torn")
    grown = F.col("log_end_offset") - F.col("previous_end")
    moved = F.col("committed_offset") - F.col("previous_committed")
    changes = before.withColumns(
        {
            "seconds": seconds_between(F.col("previous"), F.col("timestamp")),
            "produced": F.when((grown >= 0) & is_whole, grown),
            "consumed": F.when((moved >= 0) & is_whole, moved),
            "is_end_reset": F.coalesce(grown < 0, F.lit(False)),
            "is_commit_reset": F.coalesce(moved < 0, F.lit(False)),
        }
    )
    return changes.withColumns(
        {
            "produce_rate": F.col("produced") / F.col("seconds"),
            "consume_rate": F.col("consumed") / F.col("seconds"),
        }
    )
