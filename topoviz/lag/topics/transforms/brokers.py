"""What happened to brokers: when their copies were not in sync, and which leaders moved from one to another."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.topics.schemas import PARTITION


def absences_of(changes: DataFrame) -> DataFrame:
    """Give the times in which copies on a broker were out of sync, times that touch taken together.

    ====== ===== ===== ========== ===== ======= =====
    broker start until partitions own   offline below
    ====== ===== ===== ========== ===== ======= =====
    3      10:12 10:19 40         4     0       2
    ====== ===== ===== ========== ===== ======= =====

    `changes` has gone through with_changes, with `is_own` beside: a topic of the application. `own` counts partitions
    of such, `offline` and `below` those that had no leader, or too few copies in sync, in that time.
    """
    earlier = Window.partitionBy("broker").orderBy(F.unix_micros("timestamp"))
    missing = changes.where(F.size(F.array_except("replicas", "in_sync")) > 0).withColumn(
        "broker", F.explode(F.array_except("replicas", "in_sync"))
    )
    reaches = F.max(F.unix_micros("until")).over(earlier.rangeBetween(Window.unboundedPreceding, -1))
    begins = F.coalesce(F.unix_micros("timestamp") > reaches, F.lit(True)).cast("int")
    numbered = missing.withColumn("begins", begins).withColumn(
        "number", F.sum("begins").over(earlier.rangeBetween(Window.unboundedPreceding, Window.currentRow))
    )
    which = F.struct(*PARTITION)
    return numbered.groupBy("broker", "number").agg(
        F.min("timestamp").alias("start"),
        F.max("until").alias("until"),
        F.count_distinct(which).alias("partitions"),
        F.count_distinct(F.when(F.col("is_own"), which)).alias("own"),
        F.count_distinct(F.when(F.col("is_offline"), which)).alias("offline"),
        F.count_distinct(F.when(F.col("is_below"), which)).alias("below"),
        F.count_distinct(F.when(F.col("is_offline") & F.col("is_own"), which)).alias("own_offline"),
        F.count_distinct(F.when(F.col("is_below") & F.col("is_own"), which)).alias("own_below"),
    )


def leader_moves_of(changes: DataFrame) -> DataFrame:
    """Give how many partitions another broker leads than in the look before, by that look and both brokers.

    ===== ===== ====== ===== ========== ===
    start until before after partitions own
    ===== ===== ====== ===== ========== ===
    10:11 10:12 3      1     20         2
    ===== ===== ====== ===== ========== ===
    """
    moved = changes.where("is_leader_moved").withColumnsRenamed({"leader_before": "before", "leader": "after"})
    return moved.groupBy(F.col("timestamp").alias("until"), "before", "after").agg(
        F.min("previous").alias("start"),
        F.count("*").alias("partitions"),
        F.count_if("is_own").alias("own"),
    )
