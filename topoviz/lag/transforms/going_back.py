"""Offsets that go back: a group that was rewound, a topic that was made anew, a clock that was set back."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES


def going_back_of(samples: DataFrame) -> DataFrame:
    """Give for each partition how far offsets went back, each at the time of the largest step.

    ===== ========= ======= ============== =========== ============ ===== ==== ========= ==========
    topic partition rewinds rewind_records rewind_from rewind_until anews torn torn_from torn_until
    ===== ========= ======= ============== =========== ============ ===== ==== ========= ==========
    a     0         1       36000          10:04:00    10:05:00     0     0    null      null
    ===== ========= ======= ============== =========== ============ ===== ==== ========= ==========

    `rewinds` counts the steps back of the committed offset, `rewind_*` is the greatest of them; `anews` counts those of
    the end of the log, `anew_from` and `anew_until` are the time of the greatest: `anew_end` is the end before it,
    `anew_lag` what waited then, and `anew_records` the end after it. `torn` counts the samples that are
    torn, which are none of either.
    """
    is_whole = ~F.col("is_beside_torn")
    back = F.col("previous_committed") - F.col("committed_offset")
    fallen = F.col("previous_end") - F.col("log_end_offset")
    is_anew = is_whole & F.col("is_end_reset")
    is_rewind = is_whole & F.col("is_commit_reset")
    rewind = F.struct(back.alias("records"), F.col("previous").alias("from"), F.col("timestamp").alias("until"))
    anew = F.struct(
        fallen.alias("fallen"),
        F.col("previous").alias("from"),
        F.col("timestamp").alias("until"),
        F.col("previous_end").alias("end"),
        F.col("log_end_offset").alias("records"),
        F.col("previous_lag").alias("lag"),
    )
    found = samples.where(F.col("is_torn") | F.col("is_end_reset") | F.col("is_commit_reset")).groupBy(*SERIES)
    measured = found.agg(
        F.count_if(is_rewind).alias("rewinds"),
        F.max(F.when(is_rewind, rewind)).alias("rewind"),
        F.count_if(is_anew).alias("anews"),
        F.max(F.when(is_anew, anew)).alias("anew"),
        F.count_if("is_torn").alias("torn"),
        F.min(F.when(F.col("is_torn"), F.col("timestamp"))).alias("torn_from"),
        F.max(F.when(F.col("is_torn"), F.col("timestamp"))).alias("torn_until"),
    )
    return measured.select(
        *SERIES,
        "rewinds",
        *(F.col(f"rewind.{name}").alias(f"rewind_{name}") for name in ("records", "from", "until")),
        "anews",
        *(F.col(f"anew.{name}").alias(f"anew_{name}") for name in ("from", "until", "end", "records", "lag")),
        "torn",
        "torn_from",
        "torn_until",
    )
