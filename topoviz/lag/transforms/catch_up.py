"""How long it takes until nothing is left to read."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def with_catch_up(measures: DataFrame) -> DataFrame:
    """Add the seconds until lag is gone, at the rates of the end of the history.

    ======== =================== =================== ================
    lag_last recent_consume_rate recent_produce_rate catch_up_seconds
    ======== =================== =================== ================
    600      40.0                30.0                60.0
    600      30.0                30.0                null
    0        30.0                30.0                0.0
    ======== =================== =================== ================
    """
    gain = F.col("recent_consume_rate") - F.col("recent_produce_rate")
    seconds = F.when(F.col("lag_last") == 0, F.lit(0.0)).when(gain > 0, F.col("lag_last") / gain)
    return measures.withColumn("catch_up_seconds", seconds)
