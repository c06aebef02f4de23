"""Samples of which something holds, put together where they follow each other."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES


def with_runs(chosen: DataFrame, *kinds: str) -> DataFrame:
    """Number the runs of chosen samples that follow each other in a partition, and are of one of the `kinds`.

    ===== ===    ===== === ===
    place lag    place lag run
    ===== ===    ===== === ===
    2     9   →  2     9   1
    3     12     3     12  1
    7     5      7     5   4
    ===== ===    ===== === ===

    `place` is that of with_around. Only what is chosen is put in order, which is little in most histories.
    """
    order = Window.partitionBy(*SERIES, *kinds).orderBy("place")
    return chosen.withColumn("run", F.col("place") - F.row_number().over(order))
