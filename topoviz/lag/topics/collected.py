"""Rows about topics out of Spark, with their times as numbers."""

from __future__ import annotations

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from topoviz.lag.transforms.windows import MICROSECONDS


def rows_of(frame: DataFrame) -> list[Row]:
    """Collect rows with their times in microseconds since 1970: as times they would be in the zone of this process."""
    times = {name: F.unix_micros(name) for name, kind in frame.dtypes if kind == "timestamp"}
    return (frame.withColumns(times) if times else frame).collect()


def seconds_of(micros: int | None) -> float | None:
    """Give a time in seconds since 1970; None stays so."""
    return None if micros is None else micros / MICROSECONDS
