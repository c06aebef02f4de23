"""Measures of partitions, added up for each task."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.transforms.catch_up import with_catch_up
from topoviz.lag.transforms.sums import sums


def per_task(placed: DataFrame) -> DataFrame:
    """Add up the partitions that one task reads: partition 3 of every source topic of sub-topology 1 is task 1_3.

    ============ ===== ========= ========    ============ ========= ========
    sub_topology topic partition lag_last    sub_topology partition lag_last
    ============ ===== ========= ========    ============ ========= ========
    1            a     3         10       →  1            3         15
    1            b     3         5
    ============ ===== ========= ========    ============ ========= ========

    `unknown_lags` counts the partitions without a last lag, `client_id` is the last by name.
    """
    tasks = placed.groupBy("sub_topology", "partition").agg(
        F.count("*").alias("partitions"),
        *sums(),
        F.max("client_id").alias("client_id"),
        F.count_if(F.col("lag_last").isNull()).alias("unknown_lags"),
    )
    return with_catch_up(tasks)
