"""Adding up measures of partitions."""

from __future__ import annotations

from typing import Final

from pyspark.sql import Column
from pyspark.sql import functions as F

_ADD_UP: Final = (
    "lag_last",
    "lag_mean",
    "lag_slope",
    "produce_rate",
    "consume_rate",
    "recent_produce_rate",
    "recent_consume_rate",
)


def sums() -> list[Column]:
    """Aggregate measures: lags, slopes and rates add up, of stalls the longest is taken.

    What is not known of one partition is left out of the sum.
    """
    return [*(F.sum(name).alias(name) for name in _ADD_UP), F.max("stall_seconds").alias("stall_seconds")]
