"""What came, was read and waited of each partition in equal stretches of time, and who had it."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.windows import MICROSECONDS


def work_of(samples: DataFrame, start: int, width: float, count: int) -> DataFrame:
    """Give for each partition and stretch of `width` seconds its rates, its lag and its owner at the end of it.

    `start` is in microseconds since 1970. Rates are over the time since the sample before, which may have been in
    another stretch.

    ========= ========= ===== === ======    ====== ====== ======== ============
    timestamp client_id lag   …             bucket owner  came     least_waiting
    ========= ========= ===== === ======    ====== ====== ======== ============
    10:00:10  a         10             →    0      a      5.0      10
    10:00:50  a         20
    ========= ========= ===== === ======    ====== ====== ======== ============
    """
    place = F.floor((F.unix_micros("timestamp") - F.lit(start)) / F.lit(width * MICROSECONDS)).cast("int")
    return (
        samples.withColumn("bucket", F.least(place, F.lit(count - 1)))
        .groupBy(*SERIES, "bucket")
        .agg(
            F.max_by("client_id", "timestamp").alias("owner"),
            (F.sum("produced") / F.sum(F.when(F.col("produced").isNotNull(), F.col("seconds")))).alias("came"),
            (F.sum("consumed") / F.sum(F.when(F.col("consumed").isNotNull(), F.col("seconds")))).alias("read"),
            F.avg("lag").alias("waiting"),
            F.min("lag").alias("least_waiting"),
        )
    )
