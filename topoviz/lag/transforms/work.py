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

    Spark puts every row in order where a text is to be kept beside numbers, so owners are told apart first.
    """
    place = F.floor((F.unix_micros("timestamp") - F.lit(start)) / F.lit(width * MICROSECONDS)).cast("int")
    of_owners = (
        samples.withColumn("bucket", F.least(place, F.lit(count - 1)))
        .groupBy(*SERIES, "bucket", "client_id")
        .agg(
            F.max("timestamp").alias("until"),
            *(F.sum(name).alias(name) for name in ("produced", "consumed")),
            *(F.sum(F.when(F.col(name).isNotNull(), F.col("seconds"))).alias(f"{name}_seconds") for name in
              ("produced", "consumed")),
            F.sum(F.col("lag").cast("double")).alias("lag"),
            F.count("lag").alias("lags"),
            F.min("lag").alias("least"),
        )
    )  # fmt: skip
    return of_owners.groupBy(*SERIES, "bucket").agg(
        F.max_by("client_id", "until").alias("owner"),
        (F.sum("produced") / F.sum("produced_seconds")).alias("came"),
        (F.sum("consumed") / F.sum("consumed_seconds")).alias("read"),
        F.try_divide(F.sum("lag"), F.sum("lags")).alias("waiting"),
        F.min("least").alias("least_waiting"),
    )
