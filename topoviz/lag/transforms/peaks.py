"""When records waited long: those that were there minutes ago are not read yet."""

from __future__ import annotations

from typing import Final

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.stalls import MARKS
from topoviz.lag.transforms.windows import MICROSECONDS, in_time_order

LATE_SECONDS: Final = 300
PEAK_SECONDS: Final = 600.0
"""So long must it last without an end to be told; a burst that is read within minutes is what a log is for."""

_PEAK: Final = ("peak_from", "peak_until", "peak_at", "peak_lag")


def with_lateness(samples: DataFrame) -> DataFrame:
    """Tell of each sample whether a record waits that was there LATE_SECONDS before, and number such times.

    ========= ============== ================ ======= ====
    timestamp log_end_offset committed_offset is_late late
    ========= ============== ================ ======= ====
    10:00:00  100            90               false   1
    10:03:00  400            90               false   2
    10:05:00  600            95               true    2
    10:08:00  900            500              false   3
    ========= ============== ================ ======= ====

    At 10:05 the end was 100 five minutes before, and 95 is before it; at 10:08 it was 400. An end that went back since
    says nothing, and the MARKS of transactions wait for nobody.
    """
    order = in_time_order()
    then = F.last("log_end_offset").over(order.rangeBetween(Window.unboundedPreceding, -LATE_SECONDS * MICROSECONDS))
    is_late = (F.col("committed_offset") + MARKS < then) & (then <= F.col("log_end_offset"))
    return samples.withColumn("is_late", F.coalesce(is_late, F.lit(False))).withColumn(
        "late", F.sum(F.when(F.col("is_late"), 0).otherwise(1)).over(order)
    )


def peaks_of(samples: DataFrame) -> DataFrame:
    """Give for each partition how often records waited long for PEAK_SECONDS or more, and the longest such time.

    ===== ========= ===== ========= ========== ======== ========
    topic partition peaks peak_from peak_until peak_at  peak_lag
    ===== ========= ===== ========= ========== ======== ========
    a     0         1     10:20:00  11:05:00   10:58:00 54000
    ===== ========= ===== ========= ========== ======== ========

    The amount is the greatest lag of that time. The earliest of equals is taken.
    """
    seconds = (F.unix_micros("peak_until") - F.unix_micros("peak_from")) / F.lit(float(MICROSECONDS))
    each = (
        samples.where("is_late")
        .groupBy(*SERIES, "late")
        .agg(
            F.min("timestamp").alias("peak_from"),
            F.max("timestamp").alias("peak_until"),
            F.max_by("timestamp", F.struct("lag", (-F.unix_micros("timestamp")).alias("first"))).alias("peak_at"),
            F.max("lag").alias("peak_lag"),
        )
        .withColumn("peak_seconds", seconds)
        .where(F.col("peak_seconds") >= PEAK_SECONDS)
    )
    ranked = F.struct("peak_seconds", (-F.unix_micros("peak_from")).alias("rank"), *_PEAK)
    return (
        each.groupBy(*SERIES)
        .agg(F.max(ranked).alias("longest"), F.count("*").alias("peaks"))
        .select(*SERIES, "peaks", *(F.col(f"longest.{name}").alias(name) for name in _PEAK))
    )
