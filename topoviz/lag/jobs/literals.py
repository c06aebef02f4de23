"""Frames of a few rows that this process knows itself."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F


def frame_of_literals(spark: SparkSession, rows: Sequence[Column]) -> DataFrame:
    """Give structs of literals, of which there is one, as a frame; rows of Python's own would start Python workers."""
    return spark.range(0, 1, 1, 1).select(F.explode(F.array(*rows)).alias("row")).select("row.*")
