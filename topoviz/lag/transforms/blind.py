"""Times in which lag cannot be known: nothing is committed, or the committed offset lies beyond the end of the log."""

from __future__ import annotations

from typing import Final

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.runs import with_runs

_MEASURES: Final = ("from", "until", "records")


def blind_times_of(samples: DataFrame) -> DataFrame:
    """Give for each partition the longest time of either kind, the earliest of equals.

    ===== ========= ================ ================= =================== =========== ============ ==============
    topic partition uncommitted_from uncommitted_until uncommitted_records beyond_from beyond_until beyond_records
    ===== ========= ================ ================= =================== =========== ============ ==============
    a     0         10:00:00         10:03:00          50                  10:02:00    10:03:00     130
    ===== ========= ================ ================= =================== =========== ============ ==============

    A time goes from the sample before it to the sample after it. `uncommitted_records` came meanwhile;
    `beyond_records` is how far the committed offset was beyond the end at most.
    """
    blind = F.when(F.col("committed_offset").isNull(), "uncommitted").when(F.col("is_beyond_end"), "beyond")
    start, end = F.coalesce("previous", "timestamp"), F.coalesce("next", "timestamp")
    beyond = F.max(F.col("committed_offset") - F.col("log_end_offset"))
    times = (
        with_runs(samples.withColumn("blind", blind).where(F.col("blind").isNotNull()), "blind")
        .groupBy(*SERIES, "blind", "run")
        .agg(
            F.min(start).alias("from"),
            F.max(end).alias("until"),
            F.coalesce(beyond, F.sum("produced"), F.lit(0)).alias("records"),
        )
    )
    first = F.unix_micros("from")
    ranked = F.struct((F.unix_micros("until") - first).alias("length"), (-first).alias("rank"), *_MEASURES)
    kinds = ("uncommitted", "beyond")
    longest = times.groupBy(*SERIES).agg(*(F.max(F.when(F.col("blind") == kind, ranked)).alias(kind) for kind in kinds))
    return longest.select(
        *SERIES, *(F.col(f"{kind}.{name}").alias(f"{kind}_{name}") for kind in kinds for name in _MEASURES)
    )
