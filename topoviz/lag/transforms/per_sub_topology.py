"""Measures of tasks, added up for each sub-topology, with their skew."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.transforms.skew import skew, with_ranks
from topoviz.lag.transforms.sums import sums


def per_sub_topology(tasks: DataFrame) -> DataFrame:
    """Add up the tasks of each sub-topology; it has caught up when its slowest task has.

    ============ ========= ========    ============ ===== ========
    sub_topology partition lag_last    sub_topology tasks lag_last
    ============ ========= ========    ============ ===== ========
    0            0         10       →  0            2     15
    0            1         5
    ============ ========= ========    ============ ===== ========
    """
    slowest = F.when(F.count("catch_up_seconds") == F.count("*"), F.max("catch_up_seconds"))
    return (
        with_ranks(tasks)
        .groupBy("sub_topology")
        .agg(F.count("*").alias("tasks"), *sums(), slowest.alias("catch_up_seconds"), *skew())
    )
