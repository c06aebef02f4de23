"""Whether the topics that one task reads wait together."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def correlations(buckets: DataFrame) -> DataFrame:
    """Give for each two topics of a sub-topology how the lags of the same task's partitions go along with each other.

    `buckets` are those of in_buckets, with `sub_topology` kept.

    ============ ====== ======== ===== ===========
    sub_topology topic  other    tasks correlation
    ============ ====== ======== ===== ===========
    0            clicks orders   4     0.91
    ============ ====== ======== ===== ===========

    `correlation` is the median over the tasks of Pearson's coefficient of the two lags over time; null where one of
    them never changes.
    """
    lags = buckets.select("group", "sub_topology", "partition", "topic", "bucket", "lag")
    others = lags.select(
        "group", "sub_topology", "partition", F.col("topic").alias("other"), "bucket", F.col("lag").alias("other_lag")
    )
    pairs = lags.join(others, on=["group", "sub_topology", "partition", "bucket"]).where(
        F.col("topic") < F.col("other")
    )
    of_tasks = pairs.groupBy("group", "sub_topology", "topic", "other", "partition").agg(
        F.corr("lag", "other_lag").alias("correlation")
    )
    known = F.when(~F.isnan("correlation"), F.col("correlation"))
    return of_tasks.groupBy("group", "sub_topology", "topic", "other").agg(
        F.count("*").cast("int").alias("tasks"), F.percentile(known, 0.5).alias("correlation")
    )
