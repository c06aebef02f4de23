"""Stalls: times during which there was something to read and nothing was committed."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.windows import in_time_order


def with_stalls(samples: DataFrame) -> DataFrame:
    """Number the stalls of each partition; intervals that follow each other without a commit are one stall.

    ========= === ======== ========== =====
    timestamp lag consumed is_stalled stall
    ========= === ======== ========== =====
    10:00:00  5   null     false      1
    10:00:10  9   0        true       1
    10:00:20  12  0        true       1
    10:00:30  2   14       false      2
    ========= === ======== ========== =====
    """
    is_stalled = F.coalesce((F.col("consumed") == 0) & (F.col("previous_lag") > 0), F.lit(False))
    return samples.withColumn("is_stalled", is_stalled).withColumn(
        "stall", F.sum(F.when(F.col("is_stalled"), 0).otherwise(1)).over(in_time_order())
    )


def longest_stalls(samples: DataFrame) -> DataFrame:
    """Give the longest stall of each partition that has one, the earliest of equals.

    ===== ========= ============= ========== =========== ============== ======
    topic partition stall_seconds stall_from stall_until stall_produced stalls
    ===== ========= ============= ========== =========== ============== ======
    a     0         20.0          10:00:00   10:00:20    7              1
    ===== ========= ============= ========== =========== ============== ======
    """
    each = (
        samples.where("is_stalled")
        .groupBy(*SERIES, "stall")
        .agg(
            F.sum("seconds").alias("stall_seconds"),
            F.min("previous").alias("stall_from"),
            F.max("timestamp").alias("stall_until"),
            F.coalesce(F.sum("produced"), F.lit(0)).alias("stall_produced"),
        )
    )
    ranked = F.struct("stall_seconds", (-F.unix_micros("stall_from")).alias("rank"), "stall_from", "stall_until",
                      "stall_produced")  # fmt: skip
    return (
        each.groupBy(*SERIES)
        .agg(F.max(ranked).alias("longest"), F.count("*").alias("stalls"))
        .select(
            *SERIES,
            *(F.col(f"longest.{name}") for name in ("stall_seconds", "stall_from", "stall_until", "stall_produced")),
            "stalls",
        )
    )
