"""Who leads each partition and which copies are in sync, from look to look."""

from __future__ import annotations

from typing import Final

from pyspark.sql import Column, DataFrame, Window, WindowSpec
from pyspark.sql import functions as F

from topoviz.lag.topics.schemas import NO_LEADER, PARTITION
from topoviz.lag.transforms.windows import MICROSECONDS, seconds_between

STATES: Final = ("offline", "out", "below")
"""Nobody leads; a copy is not in sync; fewer copies are in sync than producers with `acks=all` ask for."""

NEAR_INTERVALS: Final = 2.5
"""What is seen in a look lasts until the next one, if that comes within so many usual distances."""


def layouts_of(facts: DataFrame) -> DataFrame:
    """Keep the looks that say who leads, or which copies are in sync."""
    return facts.where(F.col("leader").isNotNull() | F.col("in_sync").isNotNull())


def usual_seconds(layouts: DataFrame) -> DataFrame:
    """Give the usual distance between two looks at each topic, null where there is one look alone, and their number.

    ===== ======= ===== =====
    topic seconds looks last
    ===== ======= ===== =====
    a     60.0    121   12:00
    ===== ======= ===== =====

    Who lists the partitions in trouble alone sees a topic now and then: of such, looks at all topics count too.
    """
    each = layouts.groupBy("topic", F.unix_micros("timestamp").alias("micros")).agg(
        F.bool_or(F.col("partition_count").isNotNull()).alias("is_listed")
    )
    apart = F.col("micros") - F.lag("micros").over(Window.partitionBy("topic").orderBy("micros"))
    of_topics = (
        each.withColumn("apart", apart / MICROSECONDS)
        .groupBy("topic")
        .agg(
            F.percentile("apart", 0.5).alias("own"),
            F.bool_and("is_listed").alias("is_listed"),
            F.count("*").alias("looks"),
            F.max("micros").alias("last"),
        )
    )
    times = layouts.select(F.unix_micros("timestamp").alias("micros")).distinct()
    any_apart = F.col("micros") - F.lag("micros").over(Window.orderBy("micros"))
    of_all = times.select((any_apart / MICROSECONDS).alias("apart")).agg(F.percentile("apart", 0.5).alias("any"))
    seconds = F.when(F.col("is_listed"), F.col("own")).otherwise(F.least("own", "any"))
    return of_topics.join(F.broadcast(of_all)).select("topic", seconds.alias("seconds"), "looks", "last")


def with_changes(layouts: DataFrame, usual: DataFrame) -> DataFrame:
    """Add what the look before says, and until when what is seen now lasts.

    ========= ====== ======== ======= =============== ======== ========== ======
    timestamp leader replicas in_sync is_leader_moved is_out   is_offline until
    ========= ====== ======== ======= =============== ======== ========== ======
    10:00     1      1, 2     1, 2    false           false    false      10:01
    10:01     2      1, 2     2       true            true     false      10:02
    10:02     none   1, 2             false           true     true       10:02
    ========= ====== ======== ======= =============== ======== ========== ======

    A leader that comes back after nobody led is compared with the last one. `usual` are distances by topic. `until`
    is the next look, or this one where that is more than NEAR_INTERVALS away: what happened in such a gap is not
    known. The states are null where the row does not say what decides.
    """
    order = _in_time_order()
    before = order.rowsBetween(Window.unboundedPreceding, -1)
    led = F.when(F.col("leader") != NO_LEADER, F.col("leader"))
    following = F.lead("timestamp").over(order)
    is_near = seconds_between(F.col("timestamp"), following) <= F.col("seconds") * NEAR_INTERVALS
    return (
        layouts.join(F.broadcast(usual.select("topic", "seconds")), on="topic")
        .withColumns(
            {
                "previous": F.lag("timestamp").over(order),
                "leader_before": F.last(led, ignorenulls=True).over(before),
                "replicas_before": F.last("replicas", ignorenulls=True).over(before),
                "topic_id_before": F.last("topic_id", ignorenulls=True).over(before),
                "until": F.when(is_near, following).otherwise(F.col("timestamp")),
                "is_offline": F.col("leader") == NO_LEADER,
                "is_out": F.size("in_sync") < F.size("replicas"),
                "is_below": F.size("in_sync") < F.col("min_in_sync"),
            }
        )
        .withColumns(
            {
                "is_leader_moved": _known((F.col("leader") != NO_LEADER) & (F.col("leader") != F.col("leader_before"))),
                "is_reassigned": _known(F.array_sort("replicas") != F.array_sort("replicas_before")),
                "is_anew": _known(F.col("topic_id") != F.col("topic_id_before")),
                "seconds_seen": seconds_between(F.col("timestamp"), F.col("until")),
            }
        )
        .withColumns(
            {
                f"is_{state}_again": _known(F.col(f"is_{state}"))
                & ~_known(F.lag(f"is_{state}").over(order) & (F.lag("until").over(order) == F.col("timestamp")))
                for state in STATES
            }
        )
    )


def measure_layouts(changes: DataFrame) -> DataFrame:
    """Give one row for each partition: who leads it at the end, how often that changed, and each state's times.

    `offline`, `out` and `below` count how often it came to that; `…_seconds` is how long in all, `…_from` and `…_until`
    from the first look with it to the first without it after the last, and `is_…_last` whether the last look has it.
    """
    states: list[Column] = []
    for state in STATES:
        is_so = _known(F.col(f"is_{state}"))
        states += [
            F.count_if(F.col(f"is_{state}_again")).alias(state),
            F.sum(F.when(is_so, F.col("seconds_seen"))).alias(f"{state}_seconds"),
            F.min(F.when(is_so, F.col("timestamp"))).alias(f"{state}_from"),
            F.max(F.when(is_so, F.col("until"))).alias(f"{state}_until"),
            F.max_by(is_so, "timestamp").alias(f"is_{state}_last"),
        ]
    return changes.groupBy(*PARTITION).agg(
        F.count("*").alias("layout_looks"),
        F.min("timestamp").alias("layout_first"),
        F.max("timestamp").alias("layout_last"),
        F.max_by("leader", "timestamp").alias("leader"),
        F.max_by("replicas", "timestamp").alias("replicas"),
        F.max_by("in_sync", "timestamp").alias("in_sync"),
        F.max_by("min_in_sync", "timestamp").alias("min_in_sync"),
        F.count_if("is_leader_moved").alias("leader_moves"),
        F.max(F.when(F.col("is_leader_moved"), F.col("timestamp"))).alias("leader_moved_last"),
        F.count_if("is_reassigned").alias("reassignments"),
        F.count_if("is_anew").alias("anews"),
        F.max(F.when(F.col("is_anew"), F.col("timestamp"))).alias("anew_last"),
        *states,
    )


def _in_time_order() -> WindowSpec:
    return Window.partitionBy(*PARTITION).orderBy(F.unix_micros("timestamp"))


def _known(condition: Column) -> Column:
    return F.coalesce(condition, F.lit(False))
