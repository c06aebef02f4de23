"""The order in which one partition is looked at: its samples by time."""

from __future__ import annotations

from typing import Final

from pyspark.sql import Column, DataFrame, Window, WindowSpec
from pyspark.sql import functions as F

from topoviz.lag.schemas import SERIES

MICROSECONDS: Final = 1_000_000

IN_ORDER: Final = tuple(reversed(SERIES))
"""The columns of SERIES as rows are put in order: Spark compares the first of them fastest, and numbers differ most."""


def with_micros(samples: DataFrame) -> DataFrame:
    """Add the time in microseconds since 1970, by which everything is put in order; sorted once, it stays so."""
    if "micros" in samples.columns:
        return samples
    return samples.withColumn("micros", F.unix_micros("timestamp"))


def in_time_order(*within: str) -> WindowSpec:
    """Give the window over one partition by `micros`, so that frames of seconds can be cut from it.

    `within` are columns that cut the time too, such as a day: nothing is seen from one to the next.

    It needs a running Spark, so it is no constant.
    """
    return Window.partitionBy(*IN_ORDER, *within).orderBy("micros")


def seconds_between(earlier: Column, later: Column) -> Column:
    """Give the seconds from one time to another, with fractions."""
    return (F.unix_micros(later) - F.unix_micros(earlier)) / F.lit(float(MICROSECONDS))
