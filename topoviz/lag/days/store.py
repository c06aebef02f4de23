"""Where days are kept: a folder with one folder for each day, as Hadoop names it, of HOURS as Parquet."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField, StructType

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.days.hours import HOURS
from topoviz.lag.storage import exists, names_in, remove, rename

_FORM: Final = "hours-1"
"""The name says how the days below it are written; another way has another name."""

_DAY: Final = "day="
_IN_STORE: Final = StructType([*HOURS.fields, StructField("day", StringType())])


@dataclass(frozen=True, slots=True)
class Kept:
    """A day that was kept: how many samples and partitions it has, and the samples that stood there before."""

    day: str
    samples: int
    partitions: int
    samples_before: int | None


def days_in(spark: SparkSession, store: str) -> list[str]:
    """Give the days that are kept, such as 2026-11-27, in order."""
    return [name.removeprefix(_DAY) for name in names_in(spark, f"{store}/{_FORM}") if name.startswith(_DAY)]


def read_days(spark: SparkSession, store: str, days: Collection[str]) -> DataFrame:
    """Read some days as HOURS with `day`."""
    places = [f"{store}/{_FORM}/{_DAY}{day}" for day in sorted(days)]
    return spark.read.schema(_IN_STORE).option("basePath", f"{store}/{_FORM}").parquet(*places)


def keep_days(spark: SparkSession, store: str, hours: DataFrame, *, even_fewer: bool = False) -> list[Kept]:
    """Keep every day that HOURS have, each in place of what was kept of it before.

    A day that has more samples than come now is only replaced with `even_fewer`, and then nothing is kept. Each day is
    written beside and then renamed; what is cut off leaves the other days whole. Raises BadHistory.
    """
    arriving = f"{store}/_arriving-{uuid.uuid4()}"
    try:
        with_day = hours.withColumn("day", F.date_format("hour", "yyyy-MM-dd"))
        with_day.repartition("day").write.partitionBy("day").parquet(arriving)
        kept = _compared(_counts(spark.read.schema(_IN_STORE).parquet(arriving)), _kept_before(spark, store, arriving))
        if not even_fewer:
            _refuse_fewer(kept)
        for one in kept:
            _replace(spark, store, arriving, one.day)
        return kept
    finally:
        remove(spark, arriving)


def _kept_before(spark: SparkSession, store: str, arriving: str) -> Mapping[str, tuple[int, int]]:
    new = {name.removeprefix(_DAY) for name in names_in(spark, arriving)}
    both = new & set(days_in(spark, store))
    return _counts(read_days(spark, store, both)) if both else {}


def _counts(hours: DataFrame) -> dict[str, tuple[int, int]]:
    """Count the samples and the partitions of each day."""
    found = hours.groupBy("day").agg(
        F.sum("samples").alias("samples"), F.count_distinct("group", "topic", "partition").alias("partitions")
    )
    return {row["day"]: (row["samples"], row["partitions"]) for row in found.collect()}


def _compared(new: Mapping[str, tuple[int, int]], before: Mapping[str, tuple[int, int]]) -> list[Kept]:
    return [
        Kept(day, samples, partitions, before[day][0] if day in before else None)
        for day, (samples, partitions) in sorted(new.items())
    ]


def _refuse_fewer(kept: list[Kept]) -> None:
    for one in kept:
        if one.samples_before is not None and one.samples < one.samples_before:
            raise BadHistory(
                "fewer-samples",
                f"{one.day} is kept with {one.samples_before:,} samples, and what comes now has {one.samples:,} of it.",
                "Give the whole day, or name the one day that it is about, or say that the day shall be replaced.",
            )


def _replace(spark: SparkSession, store: str, arriving: str, day: str) -> None:
    place, old = f"{store}/{_FORM}/{_DAY}{day}", f"{store}/_old-{uuid.uuid4()}"
    had_one = exists(spark, place)
    if had_one:
        rename(spark, place, old)
    rename(spark, f"{arriving}/{_DAY}{day}", place)
    if had_one:
        remove(spark, old)
