"""How many records a sub-topology writes to a repartition topic for each that it reads."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def amplifications(placed: DataFrame, writes: DataFrame) -> DataFrame:
    """Hold what comes to each repartition topic against what the sub-topology reads that writes it.

    `placed` are measures of partitions with `sub_topology`, that which reads them; `writes` says which sub-topology
    writes which topic.

    ===== ======= ==================== =========== ============ =====
    group topic   written_by           read_rate   written_rate ratio
    ===== ======= ==================== =========== ============ =====
    shop  totals… 0                    900.0       2700.0       3.0
    ===== ======= ==================== =========== ============ =====

    Rates are records a second over all partitions; the marks that end transactions count as written.
    """
    reads = (
        placed.where(F.col("sub_topology").isNotNull())
        .groupBy("group", F.col("sub_topology").alias("written_by"))
        .agg(F.sum("consume_rate").alias("read_rate"))
    )
    written = placed.groupBy("group", "topic").agg(F.sum("produce_rate").alias("written_rate"))
    return (
        F.broadcast(writes)
        .join(written, on=["group", "topic"])
        .join(reads, on=["group", "written_by"])
        .withColumn("ratio", F.when(F.col("read_rate") > 0, F.col("written_rate") / F.col("read_rate")))
    )
