"""What came, was read and waited of each partition in equal stretches of time, and who had it."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.cells import mean_lag, rate


def work_of(cells: DataFrame, kind: str) -> DataFrame:
    """Give for each partition and stretch of a kind its rates, its lag and its owner at the end of it.

    `cells` are those of in_cells. Rates are over the time since the sample before, which may have been in another
    stretch.

    ==== ========= ===== === ======    ====== ====== ======== ============
    work client_id until lag …         bucket owner  came     least_waiting
    ==== ========= ===== === ======    ====== ====== ======== ============
    0    a         10:00 10         →  0      b      5.0      10
    0    b         10:01 20
    ==== ========= ===== === ======    ====== ====== ======== ============
    """
    return cells.groupBy(*SERIES, F.col(kind).alias("bucket")).agg(
        F.max_by("client_id", "until").alias("owner"),
        rate("produced").alias("came"),
        rate("consumed").alias("read"),
        mean_lag().alias("waiting"),
        F.min("least").alias("least_waiting"),
    )
