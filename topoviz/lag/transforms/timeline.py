"""Lines for charts: how lag and rates go over time."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def timeline(buckets: DataFrame, *keys: str) -> DataFrame:
    """Add up the partitions of each key in each stretch of time; `partitions` says how many had a sample in it.

    ============ ========= ====== ====    ============ ====== ==== ==========
    sub_topology partition bucket lag     sub_topology bucket lag  partitions
    ============ ========= ====== ====    ============ ====== ==== ==========
    0            0         0      10.0 →  0            0      15.0 2
    0            1         0      5.0
    ============ ========= ====== ====    ============ ====== ==== ==========
    """
    return buckets.groupBy(*keys, "bucket").agg(
        F.sum("lag").alias("lag"),
        F.sum("produce_rate").alias("produce_rate"),
        F.sum("consume_rate").alias("consume_rate"),
        F.count("*").alias("partitions"),
    )
