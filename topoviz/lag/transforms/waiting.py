"""How long the first record that is not read yet has been waiting at the end of a history."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.transforms.windows import MICROSECONDS, in_time_order


def with_last_commit(samples: DataFrame) -> DataFrame:
    """Add to each sample what is committed in the last one, and in the first of those with the most lag, and its time.

    ========= ============== ================ ============== ============== =======
    timestamp log_end_offset committed_offset committed_last committed_most most_at
    ========= ============== ================ ============== ============== =======
    10:00:00  100            80               110            110            …
    10:01:00  110            90               110            110            …
    10:02:00  140            110              110            110            …
    ========= ============== ================ ============== ============== =======

    `most_at` is in microseconds since 1970.
    """
    whole = in_time_order().rowsBetween(Window.unboundedPreceding, Window.unboundedFollowing)
    at = F.unix_micros("timestamp")
    most = F.max(F.when(F.col("lag") > 0, F.struct("lag", (-at).alias("first"), "committed_offset"))).over(whole)
    return (
        samples.withColumns({"committed_last": F.last("committed_offset").over(whole), "most": most})
        .withColumns({"committed_most": F.col("most.committed_offset"), "most_at": -F.col("most.first")})
        .drop("most")
    )


def waiting_seconds() -> Column:
    """Aggregate samples of with_last_commit to the seconds since all that was there then is read; 60 in that example.

    The first record that waits came after that, so that it has waited for no longer, and for a sample's distance less
    at most. 0 where nothing waits; null where nothing is committed, or where it came before the first sample.
    """
    was_read = F.col("log_end_offset") <= F.col("committed_last")
    reached = F.max(F.when(was_read, F.unix_micros("timestamp")))
    seconds = (F.max(F.unix_micros("timestamp")) - reached) / F.lit(float(MICROSECONDS))
    return F.when(F.max_by("lag", "timestamp") == 0, F.lit(0.0)).otherwise(seconds)


def most_waiting_seconds() -> Column:
    """Aggregate samples of with_last_commit to how long the first record waited when lag was largest, at most.

    0 where nothing ever waited; null where that record came before the first sample.
    """
    at = F.unix_micros("timestamp")
    was_read = (F.col("log_end_offset") <= F.col("committed_most")) & (at <= F.col("most_at"))
    seconds = (F.max("most_at") - F.max(F.when(was_read, at))) / F.lit(float(MICROSECONDS))
    return F.when(F.max("lag") == 0, F.lit(0.0)).otherwise(seconds)
