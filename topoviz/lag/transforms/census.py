"""What there is in a history, before anything of it is put in order."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES


def census(judged: DataFrame) -> DataFrame:
    """Count the rows of each partition and its times, in microseconds since 1970, and bad rows by their reason.

    ============================ ===== ====== ========= ===== ===== =====
    reason                       group topic  partition rows  start end
    ============================ ===== ====== ========= ===== ===== =====
    null                         shop  orders 0         14400 …     …
    the time stamp is missing    null  null   null      3     …     …
    ============================ ===== ====== ========= ===== ===== =====
    """
    is_good = F.col("reason").isNull()
    micros = F.unix_micros("timestamp")
    return judged.groupBy("reason", *(F.when(is_good, F.col(name)).alias(name) for name in SERIES)).agg(
        F.count("*").alias("rows"), F.min(micros).alias("start"), F.max(micros).alias("end")
    )
