"""How a day goes: what comes, is read and waits at each hour, over the days of a history."""

from __future__ import annotations

from typing import Final

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.cells import mean_lag, rate

HOUR_SECONDS: Final = 3600
_HOURS: Final = 24
_LEAST_SEEN: Final = 0.5
"""An hour of a day counts when its samples cover half of it, and all partitions are in it that are in most."""


def hours_of(cells: DataFrame, kind: str) -> DataFrame:
    """Add up the partitions of each group in each hour; `since` counts the hours since 1970 in UTC.

    `cells` are those of in_cells, and `kind` names its stretches of an hour.

    ===== ====== ============ ============ ======= =======
    group since  produce_rate consume_rate lag     lag_max
    ===== ====== ============ ============ ======= =======
    shop  492250 900.0        880.0        40000.0 45000
    ===== ====== ============ ============ ======= =======

    `lag` is the mean, `lag_max` the sum of what each partition had at most.
    """
    each = (
        cells.groupBy(*SERIES, F.col(kind).alias("since"))
        .agg(
            rate("produced").alias("produce_rate"),
            rate("consumed").alias("consume_rate"),
            mean_lag().alias("lag"),
            F.max("most").alias("lag_max"),
            F.sum("seconds").alias("seen"),
        )
        .where(F.col("seen") >= _LEAST_SEEN * HOUR_SECONDS)
    )
    sums = each.groupBy("group", "since").agg(
        *(F.sum(name).alias(name) for name in ("produce_rate", "consume_rate", "lag", "lag_max")),
        F.count("*").alias("partitions"),
    )
    most = F.max("partitions").over(Window.partitionBy("group"))
    return sums.withColumn("most", most).where(F.col("partitions") == F.col("most")).drop("partitions", "most")


def days_of(hours: DataFrame) -> DataFrame:
    """Give the hours of a day, each as the mean over its days; of lag the most too.

    ===== ==== ==== ============ ================ ============ ======= =======
    group hour days produce_rate produce_rate_max consume_rate lag     lag_max
    ===== ==== ==== ============ ================ ============ ======= =======
    shop  10   7    900.0        1200.0           880.0        40000.0 91000
    ===== ==== ==== ============ ================ ============ ======= =======
    """
    return (
        hours.withColumn("hour", (F.col("since") % _HOURS).cast("int"))
        .groupBy("group", "hour")
        .agg(
            F.count("*").cast("int").alias("days"),
            F.avg("produce_rate").alias("produce_rate"),
            F.max("produce_rate").alias("produce_rate_max"),
            F.avg("consume_rate").alias("consume_rate"),
            F.avg("lag").alias("lag_mean"),
            F.max("lag_max").alias("lag_max"),
        )
    )
