"""What there is in a history: the rows of each partition and their times, and bad rows by their reason."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES


def census(seen: DataFrame) -> DataFrame:
    """Count the rows of each partition, those that tell of an instant once more, those whose end is smaller than the
    one before, and its times.

    `seen` has gone through with_past. Times are in microseconds since 1970.

    ===== ====== ========= ===== ===== ====== ===== =====
    group topic  partition rows  again fallen start end
    ===== ====== ========= ===== ===== ====== ===== =====
    shop  orders 0         14400 0     0      …     …
    ===== ====== ========= ===== ===== ====== ===== =====
    """
    micros = F.unix_micros("timestamp")
    return seen.groupBy(*SERIES).agg(
        F.count("*").alias("rows"),
        F.count_if(F.col("previous") == F.col("timestamp")).alias("again"),
        F.count_if(F.col("log_end_offset") < F.col("previous_end")).alias("fallen"),
        F.min(micros).alias("start"),
        F.max(micros).alias("end"),
    )


def reasons(judged: DataFrame) -> DataFrame:
    """Count the bad rows by their `reason`, as `rows`."""
    return judged.where(F.col("reason").isNotNull()).groupBy("reason").agg(F.count("*").alias("rows"))
