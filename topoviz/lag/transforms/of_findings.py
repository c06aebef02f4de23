"""The lag and the rates of what each finding is about, over time, and how they go at the end."""

from __future__ import annotations

from typing import Final

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.windows import MICROSECONDS

BLOCKS: Final = 8
"""The end of a history is cut into so many stretches, whose mean lags show how it goes and how evenly."""


def of_findings(samples: DataFrame, chosen: DataFrame) -> DataFrame:
    """Give the samples of what each finding is about; `chosen` says which partitions of a topic, null for all.

    ======= ===== ====== ========== ==========
    finding group topic  partitions trend_from
    ======= ===== ====== ========== ==========
    0       shop  orders [2, 5]     …
    1       shop  orders null       …
    ======= ===== ====== ========== ==========
    """
    is_in = F.col("partitions").isNull() | F.array_contains("partitions", F.col("partition"))
    return samples.join(F.broadcast(chosen), on=["group", "topic"]).where(is_in).drop("partitions")


def trends_of(samples: DataFrame) -> DataFrame:
    """Give for each finding how its lag went from `trend_from` on, in BLOCKS stretches of `trend_width` seconds.

    `samples` has gone through of_findings; `trend_from` is in microseconds since 1970.

    ======= ====== ======== ========= ======= ============
    finding blocks growth   deviation lag     produce_rate
    ======= ====== ======== ========= ======= ============
    0       7      5400.0   310.0     90000.0 900.0
    ======= ====== ======== ========= ======= ============

    `growth` is the mean of how much the mean lag changes from one stretch to the next, in records, `deviation` its
    standard deviation, `blocks` the number of such changes, and `lag` the mean of the last stretch. A stretch in which
    a partition has no lag counts for none, so that a partition that is missing does not look like records that were
    read.
    """
    place = F.floor((F.unix_micros("timestamp") - F.col("trend_from")) / (F.col("trend_width") * MICROSECONDS))
    inside = samples.withColumn("block", F.least(place, F.lit(BLOCKS - 1)).cast("int")).where(F.col("block") >= 0)
    each = inside.groupBy("finding", *SERIES, "block").agg(
        F.avg("lag").alias("lag"), F.sum("produced").alias("produced"), F.sum("seconds").alias("seconds")
    )
    blocks = each.groupBy("finding", "block").agg(
        F.sum("lag").alias("lag"),
        F.count("lag").alias("known"),
        F.sum(F.try_divide("produced", "seconds")).alias("produce_rate"),
    )
    whole = F.max("known").over(Window.partitionBy("finding"))
    order = Window.partitionBy("finding").orderBy("block")
    changes = (
        blocks.withColumn("whole", whole)
        .where(F.col("known") == F.col("whole"))
        .withColumns(
            {
                "change": F.col("lag") - F.lag("lag").over(order),
                "step": F.col("block") - F.lag("block").over(order),
            }
        )
    )
    is_next = F.col("step") == 1
    return changes.groupBy("finding").agg(
        F.count_if(is_next).cast("int").alias("blocks"),
        F.avg(F.when(is_next, F.col("change"))).alias("growth"),
        F.stddev_samp(F.when(is_next, F.col("change"))).alias("deviation"),
        F.max_by("lag", "block").alias("lag"),
        F.max("block").alias("last_block"),
        F.avg("produce_rate").alias("produce_rate"),
    )
