"""How lag spreads over time."""

from __future__ import annotations

from typing import Final

from pyspark.sql import Column
from pyspark.sql import functions as F

PERCENTILES: Final = {"lag_p50": 0.5, "lag_p95": 0.95, "lag_p99": 0.99}


def lag_percentiles() -> Column:
    """Aggregate samples to an array of the percentiles above, in order.

    They are exact, which takes less time here than a close approximation; between two samples they are interpolated.
    """
    return F.percentile("lag", list(PERCENTILES.values()))
