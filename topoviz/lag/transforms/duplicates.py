"""Rows that tell of the same partition at the same instant."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.transforms.windows import IN_ORDER, with_micros


def with_duplicate_mark(rows: DataFrame) -> DataFrame:
    """Mark every row but the first of the same instant, group, topic and partition.

    ========= ===== ========= ============== =============
    timestamp topic partition log_end_offset is_duplicate
    ========= ===== ========= ============== =============
    10:00:00  a     0         100            false
    10:00:00  a     0         101            true
    10:00:10  a     0         120            false
    ========= ===== ========= ============== =============

    The first is the one that comes first in the files, then the one with the smaller offsets.
    """
    order = Window.partitionBy(*IN_ORDER).orderBy("micros", "file", "line", "log_end_offset", "committed_offset")
    return with_micros(rows).withColumn("is_duplicate", F.lag("micros").over(order).eqNullSafe(F.col("micros")))
