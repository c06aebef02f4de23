"""How many partitions topics have, and when that changed."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F


def counts_of(facts: DataFrame) -> DataFrame:
    """Give how many partitions each topic has, by what was said of it first and last, and by the highest one seen.

    ===== ===== ===== ==== =========== ========== ====== =======
    topic start end   rows count_first count_last counts highest
    ===== ===== ===== ==== =========== ========== ====== =======
    a     10:00 12:00 1200 4           6          2      5
    ===== ===== ===== ==== =========== ========== ====== =======

    `rows` counts the facts of it, from `start` to `end` in microseconds since 1970, `counts` the different ones.
    """
    micros = F.unix_micros("timestamp")
    said = F.when(F.col("partition_count").isNotNull(), F.col("timestamp"))
    return facts.groupBy("topic").agg(
        F.min(micros).alias("start"),
        F.max(micros).alias("end"),
        F.count("*").alias("rows"),
        F.count_distinct("partition_count").alias("counts"),
        F.min_by("partition_count", said).alias("count_first"),
        F.max_by("partition_count", said).alias("count_last"),
        F.max("partition").alias("highest"),
    )


def count_changes_of(facts: DataFrame) -> DataFrame:
    """Give when a topic has another number of partitions than in the look before that said one.

    ===== ====== ===== ===== =====
    topic before after start until
    ===== ====== ===== ===== =====
    a     4      6     10:11 10:12
    ===== ====== ===== ===== =====
    """
    looks = (
        facts.where(F.col("partition_count").isNotNull())
        .groupBy("topic", "timestamp")
        .agg(F.max("partition_count").alias("after"))
    )
    order = Window.partitionBy("topic").orderBy(F.unix_micros("timestamp"))
    before = looks.withColumns({"before": F.lag("after").over(order), "start": F.lag("timestamp").over(order)})
    return before.where(F.col("before") != F.col("after")).withColumnRenamed("timestamp", "until")
