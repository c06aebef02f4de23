"""Lines for charts: sizes of topics, and what was wrong on the brokers, in stretches of time."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.topics.schemas import PARTITION
from topoviz.lag.transforms.windows import MICROSECONDS


def sizes_in_buckets(sizes: DataFrame, start: int, width: float, count: int) -> DataFrame:
    """Give the size of each topic in each stretch of `width` seconds; `partitions` says how many were looked at in it.

    ===== ====== ========== ==========
    topic bucket size_bytes partitions
    ===== ====== ========== ==========
    a     0      2000.0     4
    ===== ====== ========== ==========
    """
    each = sizes.groupBy(*PARTITION, _bucket(start, width, count).alias("bucket")).agg(
        F.avg("size_bytes").alias("size_bytes")
    )
    return each.groupBy("topic", "bucket").agg(
        F.sum("size_bytes").alias("size_bytes"), F.count("*").alias("partitions")
    )


def troubles_in_buckets(changes: DataFrame, start: int, width: float, count: int) -> DataFrame:
    """Give the most partitions out of sync, and without a leader, at one look in each stretch; and all leader moves.

    ====== === ======= ============
    bucket out offline leader_moves
    ====== === ======= ============
    0      4   0       2
    ====== === ======= ============
    """
    looks = changes.groupBy("timestamp").agg(
        F.count_if("is_out").alias("out"),
        F.count_if("is_offline").alias("offline"),
        F.count_if("is_leader_moved").alias("leader_moves"),
    )
    return looks.groupBy(_bucket(start, width, count).alias("bucket")).agg(
        F.max("out").alias("out"), F.max("offline").alias("offline"), F.sum("leader_moves").alias("leader_moves")
    )


def _bucket(start: int, width: float, count: int) -> Column:
    place = F.floor((F.unix_micros("timestamp") - F.lit(start)) / F.lit(width * MICROSECONDS)).cast("int")
    return F.least(place, F.lit(count - 1))
