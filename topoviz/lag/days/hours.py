"""One hour of one partition: what can be added up and compared with other hours, however many there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F
from pyspark.sql.types import (
    ArrayType,
    DoubleType,
    IntegerType,
    LongType,
    MapType,
    ShortType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from topoviz.lag.schemas import SAMPLES, SERIES
from topoviz.lag.transforms.around import with_around
from topoviz.lag.transforms.lag import with_lag
from topoviz.lag.transforms.owners import with_moves
from topoviz.lag.transforms.rates import with_rates
from topoviz.lag.transforms.stalls import MARKS
from topoviz.lag.transforms.windows import IN_ORDER, with_micros

BINS_OF_A_DOUBLING: Final = 8
"""Lags are counted in bins, eight for each doubling, so that a percentile is at most 4.5 % off."""

KEY: Final = (*SERIES, "hour")
_COUNTS: Final = ("samples", "uncommitted", "beyond_end", "end_resets", "commit_resets", "torn", "moves")
_SUMS: Final = ("lag_sum", "produced", "consumed")
_SECONDS: Final = ("produced_seconds", "consumed_seconds", "stalled_seconds")
_FIRST: Final = ("first_end", "first_committed", "first_owner")
_LAST: Final = ("last_end", "last_committed", "last_lag", "last_owner")

HOURS: Final = StructType(
    [
        StructField("group", StringType()),
        StructField("topic", StringType()),
        StructField("partition", IntegerType()),
        StructField("hour", TimestampType()),
        *(StructField(name, LongType()) for name in (*_COUNTS, *_SUMS)),
        *(StructField(name, DoubleType()) for name in _SECONDS),
        StructField("lag_min", LongType()),
        StructField("lag_max", LongType()),
        StructField("lag_max_at", TimestampType()),
        StructField("first_at", TimestampType()),
        StructField("last_at", TimestampType()),
        StructField("first_end", LongType()),
        StructField("first_committed", LongType()),
        StructField("first_owner", StringType()),
        StructField("last_end", LongType()),
        StructField("last_committed", LongType()),
        StructField("last_lag", LongType()),
        StructField("last_owner", StringType()),
        StructField("owners", ArrayType(StringType())),
        StructField("bins", MapType(ShortType(), LongType())),
    ]
)
"""A partition in an hour that begins at `hour`.

`produced` and `consumed` are the records between samples of that hour, and `*_seconds` the time between them. What lies
between two hours is found from the last sample of one and the first of the next. `bins` counts lags by bin_of.
"""


def hours_of(samples: DataFrame) -> DataFrame:
    """Turn SAMPLES in any order, some of them twice, into HOURS."""
    in_hours = with_micros(samples.select(*SAMPLES.names)).withColumn("hour", F.date_trunc("hour", "timestamp"))
    order = Window.partitionBy(*IN_ORDER, "hour").orderBy("micros", "log_end_offset", "committed_offset")
    is_again = F.lag("timestamp").over(order).eqNullSafe(F.col("timestamp"))
    once = in_hours.withColumn("is_again", is_again).where(~F.col("is_again")).drop("is_again")
    seen = with_moves(with_rates(with_lag(with_around(once, "hour"))))
    # The lags of a bin come first, and then the bins of an hour, so that no list of samples is ever kept.
    by_bin = seen.withColumn("bin", bin_of(F.col("lag"))).groupBy(*KEY, "bin").agg(*_of_samples())
    counted = F.struct("bin", (F.col("samples") - F.col("uncommitted")).alias("samples"))
    bins = F.map_from_entries(F.collect_list(F.when(F.col("bin").isNotNull(), counted)))
    return merged(by_bin, KEY, bins.alias("bins")).select(
        *(F.col(field.name).cast(field.dataType).alias(field.name) for field in HOURS)
    )


def merged(parts: DataFrame, by: Sequence[str], *more: Column) -> DataFrame:
    """Add up parts of HOURS, all columns but `bins`, by some columns of them."""
    peak = F.max(F.struct("lag_max", (-F.unix_micros("lag_max_at")).alias("rank")))
    added = parts.groupBy(*by).agg(
        *(F.sum(name).alias(name) for name in (*_COUNTS, *_SUMS, *_SECONDS)),
        F.min("lag_min").alias("lag_min"),
        peak.alias("peak"),
        F.min_by(F.struct(*_FIRST), "first_at").alias("first"),
        F.max_by(F.struct(*_LAST), "last_at").alias("last"),
        F.min("first_at").alias("first_at"),
        F.max("last_at").alias("last_at"),
        F.sort_array(F.array_distinct(F.flatten(F.collect_list("owners")))).alias("owners"),
        *more,
    )
    return added.select(
        "*",
        F.col("peak.lag_max"),
        F.timestamp_micros(-F.col("peak.rank")).alias("lag_max_at"),
        *(F.col(f"first.{name}") for name in _FIRST),
        *(F.col(f"last.{name}") for name in _LAST),
    ).drop("peak", "first", "last")


def bin_of(lag: Column) -> Column:
    """Give the bin that a lag is counted in: 0 for none, and eight for each doubling. Half a record more keeps lags
    off the edges, where machines may differ in the last digit.
    """
    place = F.floor(F.log2(lag + F.lit(0.5)) * BINS_OF_A_DOUBLING) + 1
    return F.when(lag == 0, F.lit(0)).otherwise(place).cast("short")


def middle_of(number: Column) -> Column:
    """Give the lag in the middle of a bin, in records."""
    middle = F.pow(F.lit(2.0), (number - 0.5) / BINS_OF_A_DOUBLING) - 0.5
    return F.when(number == 0, 0.0).otherwise(F.greatest(middle, F.lit(1.0)))


def _of_samples() -> tuple[Column, ...]:
    """Aggregate samples to what merged adds up."""
    is_stalled = (F.col("consumed") == 0) & (F.col("previous_lag") > MARKS)
    of_first = F.struct(
        F.col("log_end_offset").alias("first_end"),
        F.col("committed_offset").alias("first_committed"),
        F.col("client_id").alias("first_owner"),
    )
    of_last = F.struct(
        F.col("log_end_offset").alias("last_end"),
        F.col("committed_offset").alias("last_committed"),
        F.col("lag").alias("last_lag"),
        F.coalesce("client_id", "client_before").alias("last_owner"),
    )
    first, last = F.min_by(of_first, "timestamp"), F.max_by(of_last, "timestamp")
    return (
        F.count("*").alias("samples"),
        F.count_if(F.col("committed_offset").isNull()).alias("uncommitted"),
        F.count_if("is_beyond_end").alias("beyond_end"),
        F.count_if(F.col("is_end_reset") & ~F.col("is_beside_torn")).alias("end_resets"),
        F.count_if(F.col("is_commit_reset") & ~F.col("is_beside_torn")).alias("commit_resets"),
        F.count_if("is_torn").alias("torn"),
        F.count_if("is_moved").alias("moves"),
        F.sum("lag").alias("lag_sum"),
        F.sum("produced").alias("produced"),
        F.sum("consumed").alias("consumed"),
        F.sum(F.when(F.col("produced").isNotNull(), F.col("seconds"))).alias("produced_seconds"),
        F.sum(F.when(F.col("consumed").isNotNull(), F.col("seconds"))).alias("consumed_seconds"),
        F.coalesce(F.sum(F.when(is_stalled, F.col("seconds"))), F.lit(0.0)).alias("stalled_seconds"),
        F.min("lag").alias("lag_min"),
        F.max("lag").alias("lag_max"),
        F.min_by("timestamp", F.struct((-F.col("lag")).alias("most"), "timestamp")).alias("lag_max_at"),
        F.min("timestamp").alias("first_at"),
        F.max("timestamp").alias("last_at"),
        *(first[name].alias(name) for name in _FIRST),
        *(last[name].alias(name) for name in _LAST),
        F.collect_set("client_id").alias("owners"),
    )
