"""How fast and how steadily lag grows; from when on `elapsed` counts does not matter."""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F


def lag_slope() -> Column:
    """Aggregate samples to the slope of lag in records per second, by least squares.

    Lags of 0, 50 and 100 at 0, 10 and 20 seconds give 5. Null when there are fewer than two instants with a lag.
    """
    return F.regr_slope(F.col("lag").cast("double"), "elapsed")


def lag_steadiness() -> Column:
    """Aggregate samples to the share of the changes of lag that a straight line explains, from 0 to 1 (R²).

    Lags of 0, 50 and 100 at 0, 10 and 20 seconds give 1.
    """
    return F.regr_r2(F.col("lag").cast("double"), "elapsed")
