"""Where a committed offset passed over a backlog that the group cannot have read in the time, by all that was seen."""

from __future__ import annotations

from typing import Final

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.around import LATE_SECONDS
from topoviz.lag.transforms.stalls import PAUSE_SECONDS
from topoviz.lag.transforms.windows import MICROSECONDS, in_time_order, seconds_between

NEAR_SECONDS: Final = 120
LEAST_SECONDS: Final = 60.0
LEAST_INTERVALS: Final = 5
AFTER_A_STALL: Final = 20.0
"""What stood still catches up faster than it usually reads; nobody saw how fast it can be."""

KEPT_UP: Final = 3.0
"""A pace of which a third is seen just before or after is that of a group which catches up."""

_LEAST_RATES: Final = 4
_LEAST_RECORDS: Final = 100.0


def with_neighbours(samples: DataFrame) -> DataFrame:
    """Add the greatest `near_rate` of consuming around each interval, and what stands right before it.

    Around are NEAR_SECONDS to either side, and the next interval to either side at least. `had_waited` says whether
    records waited long when the interval began, or the history is too young to tell. Only where no commit
    was seen for longer than PAUSE_SECONDS it was a stall.

    ========= ============ ========== ======= ========= ============== ==========
    timestamp consume_rate is_stalled is_late near_rate is_after_stall had_waited
    ========= ============ ========== ======= ========= ============== ==========
    10:11     10.0         false      false   0.0       false          false
    10:16     0.0          true       true    90.0      false          false
    10:21     90.0         false      false   10.0      true           true
    ========= ============ ========== ======= ========= ============== ==========
    """
    order = in_time_order()
    near = NEAR_SECONDS * MICROSECONDS
    before, after = order.rangeBetween(-near, -1), order.rangeBetween(1, near)
    first = F.first("timestamp").over(order.rowsBetween(Window.unboundedPreceding, Window.currentRow))
    rate, stalled = F.col("consume_rate"), F.col("is_stalled") & (F.col("commit_seconds") > PAUSE_SECONDS)
    return samples.withColumns(
        {
            "near_rate": F.greatest(
                F.max(rate).over(before), F.max(rate).over(after), F.lag(rate).over(order), F.lead(rate).over(order)
            ),
            "had_waited": F.coalesce(F.lag("is_late").over(order), F.lit(False))
            | F.coalesce(seconds_between(first, F.col("previous")) < LATE_SECONDS, F.lit(False)),
            "is_after_stall": F.coalesce(F.bool_or(stalled).over(before), F.lit(False))
            | F.coalesce(F.lag(stalled).over(order), F.lit(False)),
        }
    )


def with_commit_pace(samples: DataFrame) -> DataFrame:
    """Add what was consumed in a second, as `commit_pace`, to each sample in which anything was.

    What a commit brings was read since the commit before, which may be some samples ago.
    """
    pace = F.when(F.col("consumed") > 0, F.col("consumed") / F.col("commit_seconds"))
    return samples.withColumn("commit_pace", pace)


def commit_paces() -> tuple[Column, ...]:
    """Aggregate samples to the median of `commit_pace`, and how often there is any."""
    return F.percentile("commit_pace", 0.5).alias("commit_pace"), F.count("commit_pace").alias("commit_paces")


def with_pace(figures: DataFrame) -> DataFrame:
    """Give the usual pace of each partition in records a second, in place of the columns of commit_paces.

    ============ =========== ============    ==========
    produce_rate commit_pace commit_paces    usual_rate
    ============ =========== ============    ==========
    100.0        150.0       240          →  150.0
    100.0        900.0       3               100.0
    ============ =========== ============    ==========

    With fewer than four intervals in which anything was consumed the pace is that of producing.
    """
    pace = F.when(F.col("commit_paces") >= _LEAST_RATES, F.col("commit_pace")).otherwise(F.col("produce_rate"))
    return figures.withColumn("usual_rate", pace).drop("commit_pace", "commit_paces")


def passed_most() -> Column:
    """Aggregate samples to the most records that any interval can have passed over."""
    return F.max(_passed())


def may_have_jumps() -> Column:
    """Tell of a partition with `passed_most` in its figures whether any interval of it may be a jump."""
    return (F.col("usual_rate") > 0) & (F.col("passed_most") > _least_jump())


def _passed() -> Column:
    return F.least("consumed", "previous_lag")


def _least_jump() -> Column:
    """Give how many records are too many to have been read, beyond what was read in the time."""
    patience = F.greatest(F.lit(LEAST_SECONDS), F.col("interval_seconds") * LEAST_INTERVALS)
    return F.greatest(F.col("usual_rate") * patience, F.lit(_LEAST_RECORDS))


def jumps_of(samples: DataFrame, figures: DataFrame) -> DataFrame:
    """Give for each partition how many records it passed over, beyond what it would have read in that time.

    `figures` say the `usual_rate` of each and its `interval_seconds`, the median time between samples.

    ===== ========= ===== ============ ========= ==========
    topic partition jumps jump_records jump_from jump_until
    ===== ========= ===== ============ ========= ==========
    a     0         1     1080000      10:41:00  10:42:00
    ===== ========= ===== ============ ========= ==========

    Only what had waited long before the interval counts, so that a burst which is read at once is none. A jump is
    longer than the records of LEAST_SECONDS and of LEAST_INTERVALS more, and stands alone: a group that catches up
    reads as fast in the intervals beside it. After a stall it also has to be AFTER_A_STALL times the usual pace.
    """
    pace = F.col("usual_rate")
    passed = _passed() - pace * F.col("seconds")
    is_fast = ~F.col("is_after_stall") | (F.col("consume_rate") > pace * AFTER_A_STALL)
    is_alone = F.coalesce(F.col("near_rate"), F.lit(0.0)) * KEPT_UP < F.col("consume_rate")
    is_long: Column = (passed > _least_jump()) & (F.col("previous_lag") > 0)
    paces = figures.where(F.col("usual_rate") > 0).select(*SERIES, "usual_rate", "interval_seconds")
    paced = samples.join(F.broadcast(paces), on=list(SERIES))
    # Few partitions have any, and only their samples are put in order once more.
    suspected = paced.where(is_long & (F.col("consumed") > 0)).select(*SERIES).distinct()
    return (
        with_neighbours(paced.join(F.broadcast(suspected), on=list(SERIES)))
        .where(is_long & (F.col("consumed") > 0) & F.col("had_waited") & is_alone & is_fast)
        .groupBy(*SERIES)
        .agg(
            F.count("*").alias("jumps"),
            F.sum(F.round(F.col("consumed") - pace * F.col("seconds")).cast("long")).alias("jump_records"),
            F.min("previous").alias("jump_from"),
            F.max("timestamp").alias("jump_until"),
        )
    )
