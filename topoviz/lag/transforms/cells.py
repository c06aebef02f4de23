"""Samples added up in cells of time, each of which lies in one stretch of every chart: what charts look at instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.java_lookups import made_once
from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.windows import MICROSECONDS


@dataclass(frozen=True, slots=True)
class Stretches:
    """Equal stretches of `width` seconds from `start` on, in microseconds since 1970; later ones than `count` are none.

    What comes after the last of them belongs to it.
    """

    start: int
    width: float
    count: int | None = None

    def place(self) -> Column:
        """Number the stretch that a sample is in."""
        place = F.floor((F.unix_micros("timestamp") - F.lit(self.start)) / F.lit(self.width * MICROSECONDS)).cast("int")
        return place if self.count is None else F.least(place, F.lit(self.count - 1))


def in_cells(samples: DataFrame, stretches: Mapping[str, Stretches]) -> DataFrame:
    """Add up the samples of each partition and owner that are in the same stretch of every kind, in one pass.

    Each kind names a column with the number of the stretch. There are at most as many cells of a partition and owner as
    there are stretches of all kinds together, for each kind cuts the time, and no kind has to fit another.

    ========= === ========    ===== ==== === ==== ===== ======== ================
    timestamp lag produced    lines work lag lags least produced produced_seconds
    ========= === ========    ===== ==== === ==== ===== ======== ================
    10:00:10  10  50       →  0     0    30  2    10    90       20.0
    10:00:20  20  40
    ========= === ========    ===== ==== === ==== ===== ======== ================
    """
    return (
        samples.withColumns({name: one.place() for name, one in stretches.items()})
        .groupBy(*SERIES, "client_id", *stretches)
        .agg(
            F.max("timestamp").alias("until"),
            *(F.sum(name).alias(name) for name in ("produced", "consumed", "seconds")),
            *(
                F.sum(F.when(F.col(name).isNotNull(), F.col("seconds"))).alias(f"{name}_seconds")
                for name in ("produced", "consumed")
            ),
            F.sum(F.col("lag").cast("double")).alias("lag"),
            F.count("lag").alias("lags"),
            F.min("lag").alias("least"),
            F.max("lag").alias("most"),
        )
    )


@made_once
def mean_lag() -> Column:
    """Aggregate cells to the mean of their samples' lags; null where none is known."""
    return F.try_divide(F.sum("lag"), F.sum("lags"))


@made_once
def rate(of: str) -> Column:
    """Aggregate cells to the records `produced` or `consumed` in a second, of the time in which that is known."""
    return F.sum(of) / F.sum(f"{of}_seconds")
