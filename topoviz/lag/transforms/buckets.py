"""Samples put into equal stretches of time, for charts."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.cells import mean_lag, rate


def in_buckets(cells: DataFrame, kind: str) -> DataFrame:
    """Give for each partition and stretch of a kind its mean lag and its rates; `cells` are those of in_cells.

    ===== ===    ======    ====== ==== ============
    lines lag    lags      bucket lag  produce_rate
    ===== ===    ======    ====== ==== ============
    0     10     1      →  0      15.0 5.0
    0     20     1
    ===== ===    ======    ====== ==== ============
    """
    return cells.groupBy(*SERIES, F.col(kind).alias("bucket")).agg(
        mean_lag().alias("lag"), rate("produced").alias("produce_rate"), rate("consumed").alias("consume_rate")
    )
