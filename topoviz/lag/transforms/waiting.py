"""How long the first record that is not read yet has been waiting at the end of a history."""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from topoviz.lag.transforms.windows import MICROSECONDS


def waiting_seconds() -> Column:
    """Aggregate samples to the seconds since all that was there then is read: 60 here.

    ========= ============== ================ ==============
    timestamp log_end_offset committed_offset committed_last
    ========= ============== ================ ==============
    10:00:00  100            80               110
    10:01:00  110            90               110
    10:02:00  140            110              110
    ========= ============== ================ ==============

    The first record that waits came after that, so that it has waited for no longer, and for a sample's distance less
    at most. 0 where nothing waits; null where nothing is committed, or where it came before the first sample.
    """
    was_read = F.col("log_end_offset") <= F.col("committed_last")
    reached = F.max(F.when(was_read, F.unix_micros("timestamp")))
    seconds = (F.max(F.unix_micros("timestamp")) - reached) / F.lit(float(MICROSECONDS))
    return F.when(F.max_by("lag", "timestamp") == 0, F.lit(0.0)).otherwise(seconds)


def most_waiting_seconds() -> Column:
    """Aggregate samples to how long the first record waited when lag was largest, at most.

    0 where nothing ever waited; null where that record came before the first sample.
    """
    at = F.unix_micros("timestamp")
    was_read = (F.col("log_end_offset") <= F.col("committed_most")) & (at <= F.col("most_at"))
    seconds = (F.max("most_at") - F.max(F.when(was_read, at))) / F.lit(float(MICROSECONDS))
    return F.when(F.max("lag") == 0, F.lit(0.0)).otherwise(seconds)
