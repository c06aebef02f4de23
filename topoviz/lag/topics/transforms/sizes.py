"""How large partitions are, and how fast they grow."""

from __future__ import annotations

from typing import Final

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.topics.schemas import PARTITION
from topoviz.lag.transforms.windows import MICROSECONDS

DAY: Final = 86_400.0
PARTS: Final = 4
"""A history is cut into so many parts of equal length; how fast a topic grew in each says how sure its growth is."""


def sizes_of(facts: DataFrame) -> DataFrame:
    """Give the size of each partition at each look: that of its largest copy, and of all copies together.

    ========= ===== ========= ========== ==========
    timestamp topic partition size_bytes disk_bytes
    ========= ===== ========= ========== ==========
    10:00     a     0         500        990
    ========= ===== ========= ========== ==========

    Each broker deletes and compacts by itself, so copies differ; a copy that is being made in another directory counts
    on disk alone. `disk_bytes` is null where no broker is named.
    """
    copy = F.when(~F.col("is_future"), F.col("size_bytes"))
    on_brokers = F.when(F.col("broker").isNotNull(), F.col("size_bytes"))
    return (
        facts.where(F.col("size_bytes").isNotNull())
        .groupBy(*PARTITION, "timestamp")
        .agg(F.max(copy).alias("size_bytes"), F.sum(on_brokers).alias("disk_bytes"))
        .where(F.col("size_bytes").isNotNull())
    )


def measure_sizes(sizes: DataFrame) -> DataFrame:
    """Give one row for each partition: its size at the end, and how it came to it.

    ========= ===== ========== =========== =========== ===========
    partition looks size_bytes bytes_a_day grown_bytes freed_bytes
    ========= ===== ========== =========== =========== ===========
    0         60    500        12000.0     700         250
    ========= ===== ========== =========== =========== ===========

    `bytes_a_day` is the straight line that fits best. `grown_bytes` adds up all steps up, `freed_bytes` all steps down:
    what was deleted by age, or by compaction.
    """
    order = Window.partitionBy(*PARTITION).orderBy(F.unix_micros("timestamp"))
    step = F.col("size_bytes") - F.lag("size_bytes").over(order)
    seconds = F.unix_micros("timestamp") / F.lit(MICROSECONDS)
    begin = F.min(seconds).over(Window.partitionBy(*PARTITION))
    return (
        sizes.withColumns({"step": step, "elapsed": seconds - begin})
        .groupBy(*PARTITION)
        .agg(
            F.count("*").alias("size_looks"),
            F.min("timestamp").alias("size_first"),
            F.max("timestamp").alias("size_last"),
            F.max_by("size_bytes", "timestamp").alias("size_bytes"),
            F.max_by("disk_bytes", "timestamp").alias("disk_bytes"),
            F.max("size_bytes").alias("size_bytes_max"),
            (F.regr_slope("size_bytes", "elapsed") * DAY).alias("bytes_a_day"),
            F.coalesce(F.sum(F.greatest("step", F.lit(0))), F.lit(0)).alias("grown_bytes"),
            F.coalesce(F.sum(F.greatest(-F.col("step"), F.lit(0))), F.lit(0)).alias("freed_bytes"),
        )
    )


def growth_in_parts(sizes: DataFrame, start: int, end: int) -> DataFrame:
    """Give how fast each topic grew in each of PARTS of the time, which goes from `start` to `end` in microseconds.

    ===== ==== =========== ==========
    topic part bytes_a_day partitions
    ===== ==== =========== ==========
    a     0    12000.0     4
    ===== ==== =========== ==========

    `partitions` counts those with two looks or more in that part, which are in the sum.
    """
    micros = F.unix_micros("timestamp")
    part = F.floor((micros - F.lit(start)) * PARTS / F.lit(end - start + 1)).cast("int")
    seconds = (micros - F.lit(start)) / F.lit(MICROSECONDS)
    slopes = (
        sizes.groupBy(*PARTITION, part.alias("part"))
        .agg((F.regr_slope("size_bytes", seconds) * DAY).alias("bytes_a_day"))
        .where(F.col("bytes_a_day").isNotNull())
    )
    return slopes.groupBy("topic", "part").agg(
        F.sum("bytes_a_day").alias("bytes_a_day"), F.count("*").alias("partitions")
    )


def skew_of_sizes(measures: DataFrame) -> DataFrame:
    """Give for each topic its size, its largest partition, and the median of all; measures are those of partitions.

    ===== ========== ======= ============= ============
    topic size_bytes largest largest_bytes median_bytes
    ===== ========== ======= ============= ============
    a     2000       3       1400          200.0
    ===== ========== ======= ============= ============
    """
    first = F.struct("size_bytes", -F.col("partition"))
    return measures.groupBy("topic").agg(
        F.sum("size_bytes").alias("size_bytes"),
        F.sum("disk_bytes").alias("disk_bytes"),
        F.when(F.count("bytes_a_day") == F.count("*"), F.sum("bytes_a_day")).alias("bytes_a_day"),
        F.max_by("partition", first).alias("largest"),
        F.max("size_bytes").alias("largest_bytes"),
        F.percentile("size_bytes", 0.5).alias("median_bytes"),
        F.count("*").alias("sized"),
        F.max("size_looks").alias("size_looks"),
        F.min(F.unix_micros("size_first")).alias("start"),
        F.max(F.unix_micros("size_last")).alias("end"),
        F.sum("grown_bytes").alias("grown_bytes"),
        F.sum("freed_bytes").alias("freed_bytes"),
    )
