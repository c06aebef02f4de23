"""Samples put into equal stretches of time, for charts."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.windows import MICROSECONDS


def in_buckets(samples: DataFrame, start: int, width: float, count: int, *kept: str) -> DataFrame:
    """Give for each partition and stretch of `width` seconds its mean lag and its rates; `kept` columns stay.

    `start` is in microseconds since 1970.

    ========= ===== ===    ====== ==== ============
    timestamp lag   …      bucket lag  produce_rate
    ========= ===== ===    ====== ==== ============
    10:00:10  10        →  0      15.0 5.0
    10:00:50  20
    ========= ===== ===    ====== ==== ============
    """
    place = F.floor((F.unix_micros("timestamp") - F.lit(start)) / F.lit(width * MICROSECONDS)).cast("int")
    return (
        samples.withColumn("bucket", F.least(place, F.lit(count - 1)))
        .groupBy(*SERIES, *kept, "bucket")
        .agg(
            F.avg("lag").alias("lag"),
            (F.sum("produced") / F.sum(F.when(F.col("produced").isNotNull(), F.col("seconds")))).alias("produce_rate"),
            (F.sum("consumed") / F.sum(F.when(F.col("consumed").isNotNull(), F.col("seconds")))).alias("consume_rate"),
        )
    )
