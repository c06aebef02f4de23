"""Frames of a few rows that this process knows itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F


def frame_of_literals(spark: SparkSession, rows: Sequence[Mapping[str, Any]], columns: str) -> DataFrame:
    """Give rows, of which there is one, as a frame; `columns` are their names and types as SQL writes them.

    Rows of Python's own would start Python workers, and as literals each value of them is a question to Java.
    """
    # What does not fit would be no row otherwise.
    found = F.from_json(F.lit(json.dumps(rows)), f"array<struct<{columns}>>", {"mode": "FAILFAST"})
    return spark.range(0, 1, 1, 1).select(F.inline(found))
