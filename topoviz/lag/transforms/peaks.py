"""When records waited long: those that were there minutes ago are not read yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.java_lookups import made_once
from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.runs import with_runs
from topoviz.lag.transforms.stalls import MARKS
from topoviz.lag.transforms.windows import MICROSECONDS

PEAK_SECONDS: Final = 600.0
"""So long must it last without an end to be told; a burst that is read within minutes is what a log is for."""

_PEAK: Final = ("peak_from", "peak_until", "peak_at", "peak_lag", "peak_onset", "peak_over")


def with_lateness(samples: DataFrame) -> DataFrame:
    """Tell of each sample whether a record waits that was there LATE_SECONDS before, and whether the group keeps
    up.

    ========= ============== ================ ======== ======== ======= =======
    timestamp log_end_offset committed_offset late_end kept_end is_late is_kept
    ========= ============== ================ ======== ======== ======= =======
    10:00:00  100            90               null     null     false   false
    10:03:00  400            100              null     100      false   true
    10:05:00  600            100              100      400      false   false
    10:08:00  900            105              400      600      true    false
    10:11:00  990            905              600      900      false   true
    ========= ============== ================ ======== ======== ======= =======

    At 10:08 the end was 400 five minutes before, and 105 is before it; at 10:11 nothing waits that was there two
    minutes before. An end that went back since says nothing, and the MARKS of transactions wait for nobody.
    """
    return samples.withColumns({**lateness_columns()})


@made_once
def lateness_columns() -> Mapping[str, Column]:
    """Give the columns that with_lateness adds."""
    late, kept = F.col("late_end"), F.col("kept_end")
    reached = F.col("committed_offset") + MARKS
    is_late = (reached < late) & (late <= F.col("log_end_offset"))
    is_kept = (reached >= kept) & (kept <= F.col("log_end_offset"))
    return {"is_late": F.coalesce(is_late, F.lit(False)), "is_kept": F.coalesce(is_kept, F.lit(False))}


def peaks_of(samples: DataFrame) -> DataFrame:
    """Give for each partition how often records waited long for PEAK_SECONDS or more, and the longest such time.

    ===== ========= ===== ========= ========== ======== ======== ========== =========
    topic partition peaks peak_from peak_until peak_at  peak_lag peak_onset peak_over
    ===== ========= ===== ========= ========== ======== ======== ========== =========
    a     0         1     10:20:00  11:05:00   10:58:00 54000    10:12:00   11:07:00
    ===== ========= ===== ========= ========== ======== ======== ========== =========

    The amount is the greatest lag of that time. The earliest of equals is taken. `peak_onset` is the last sample before
    it at which the group kept up, `peak_over` the first after it; null where none is seen.
    """
    seconds = (F.unix_micros("peak_until") - F.unix_micros("peak_from")) / F.lit(float(MICROSECONDS))
    is_late = F.col("is_late")
    most = F.struct("lag", (-F.unix_micros("timestamp")).alias("first"))
    each = (
        with_runs(samples.where(~F.col("is_kept")))
        .groupBy(*SERIES, "run")
        .agg(
            F.min(F.when(is_late, F.col("timestamp"))).alias("peak_from"),
            F.max(F.when(is_late, F.col("timestamp"))).alias("peak_until"),
            F.max_by("timestamp", F.when(is_late, most)).alias("peak_at"),
            F.max(F.when(is_late, F.col("lag"))).alias("peak_lag"),
            F.when(F.count("previous") == F.count("*"), F.min("previous")).alias("peak_onset"),
            F.when(F.count("next") == F.count("*"), F.max("next")).alias("peak_over"),
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
