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
    """Aggregate measures: lags, slopes and rates add up, of stalls and waits the longest is taken.

    What is not known of one partition is left out of the sum; where one waits for longer than is known, the wait is not
    known.
    """
    is_older = F.col("waiting_seconds").isNull() & (F.col("lag_last") > 0)
    waiting = F.when(F.count_if(is_older) == 0, F.max("waiting_seconds")).alias("waiting_seconds")
    return [*(F.sum(name).alias(name) for name in _ADD_UP), F.max("stall_seconds").alias("stall_seconds"), waiting]
