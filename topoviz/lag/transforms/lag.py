"""The lag of each sample."""

from __future__ import annotations

from collections.abc import Mapping

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.java_lookups import made_once


def with_lag(samples: DataFrame) -> DataFrame:
    """Add how many records the group has still to read.

    ============== ================ ==== ============= ==========================================
    log_end_offset committed_offset lag  is_beyond_end why
    ============== ================ ==== ============= ==========================================
    120            100              20   false
    120            null             null false         nothing is committed, so it is not known
    90             100              0    true          the topic was cut short or made anew
    ============== ================ ==== ============= ==========================================
    """
    return samples.withColumns({**lag_columns()})


@made_once
def lag_columns() -> Mapping[str, Column]:
    """Give the columns that with_lag adds."""
    behind = F.col("log_end_offset") - F.col("committed_offset")
    return {
        "lag": F.when(behind < 0, F.lit(0).cast("long")).otherwise(behind),
        "is_beyond_end": F.coalesce(behind < 0, F.lit(False)),
    }
