"""Reading a file into rows as they were written, without judging them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.forms.columns import LAG
from topoviz.lag.forms.model import Kind, Upload
from topoviz.lag.rows import Rows, rows_of
from topoviz.lag.typed_cells import typed_cells

_KEPT_TEXT: Final = 200
_MALFORMED: Final = "malformed"
_IN_PARTITION: Final = 33
"""Spark's row ids hold the number within the partition in this many bits, and the partition above them."""


def read_rows(spark: SparkSession, upload: Upload) -> Rows:
    """Read a file that is kept under a name of ours; what `line` holds, `line_starts` turns into a number."""
    if upload.kind is Kind.PARQUET:
        return _read_parquet(spark, upload)
    names = [name if name is not None else f"other_{place}" for place, name in enumerate(upload.columns)]
    lines = _parsed(_rows_alone(_lines(spark, upload), upload.header), upload.separator, names)
    cells = {name: _cell(place, name) for place, name in enumerate(names)}
    is_whole = F.when(F.col("cells").isNull(), F.col(f"quoted.{_MALFORMED}").isNull())
    # Each cell is looked at more than once, so it is cut out before.
    frame = lines.select(
        cells["line"].try_cast("long").alias("line") if "line" in names else F.col("line"),
        F.substring(cells.get("text", F.col("text")), 1, _KEPT_TEXT).alias("text"),
        is_whole.otherwise(F.size("cells") == len(names)).alias("is_whole"),
        *(F.trim(cells.get(name, _nothing())).alias(name) for name in upload.table.known),
    )
    return rows_of(frame, upload.table.known)


def _rows_alone(lines: DataFrame, header: str) -> DataFrame:
    """Leave out blank lines and headers, which also stand between files that were put together."""
    line = F.trim("text")
    is_row = line != F.lit("")
    if header:
        written = header.strip()
        is_row = is_row & (line != F.lit(written)) & (line != F.lit("\ufeff" + written))
    return lines.where(is_row)


def _parsed(lines: DataFrame, separator: str, names: Sequence[str]) -> DataFrame:
    """Cut lines into `cells`; where there are quotes, by all the rules of CSV into `quoted`, which takes longer."""
    fields = ", ".join(f"`{name}` string" for name in (*names, _MALFORMED))
    options = {
        "sep": separator,
        "escape": '"',
        "mode": "PERMISSIVE",
        "columnNameOfCorruptRecord": _MALFORMED,
        "maxColumns": "256",
    }
    is_quoted = F.contains(F.col("text"), F.lit('"'))
    cells = F.when(~is_quoted, F.split("text", re.escape(separator), -1))
    return lines.withColumns({"cells": cells, "quoted": F.when(is_quoted, F.from_csv("text", fields, options))})


def _cell(place: int, name: str) -> Column:
    """Take a cell from whichever of both a line was cut into; to look for quotes once more takes longer."""
    return F.coalesce(F.get("cells", place), F.col(f"quoted.{name}"))


def line_starts(spark: SparkSession, upload: Upload) -> dict[int, int]:
    """Count the lines before each part in which Spark reads a file."""
    part = F.shiftright("line", _IN_PARTITION).alias("part")
    starts: dict[int, int] = {}
    total = 0
    for row in sorted(_lines(spark, upload).groupBy(part).count().collect()):
        starts[row["part"]] = total
        total += row["count"]
    return starts


def line_number(line: int | None, starts: dict[int, int]) -> int | None:
    """Turn what `line` holds into the number that an editor shows; None where it is not known."""
    if line is None or line >> _IN_PARTITION not in starts:
        return None
    return starts[line >> _IN_PARTITION] + (line & ((1 << _IN_PARTITION) - 1)) + 1


def _lines(spark: SparkSession, upload: Upload) -> DataFrame:
    lines = spark.read.schema("value string").text(upload.place or str(upload.path))
    return lines.select(F.monotonically_increasing_id().alias("line"), F.col("value").alias("text"))


def _read_parquet(spark: SparkSession, upload: Upload) -> Rows:
    frame = spark.read.parquet(upload.place or str(upload.path))
    return table_rows(frame, [name for name in upload.columns if name is not None], upload.table.known)


def table_rows(frame: DataFrame, columns: Sequence[str], known: Sequence[str] = LAG.known) -> Rows:
    """Take a frame that has those of our columns, in any spelling of case and as any types.

    `known` are all columns of the table.
    """
    kinds = {name.lower(): kind for name, kind in frame.dtypes if name.lower() in columns}
    cells = {name: F.trim(_as_text(name, kinds[name]) if name in kinds else _nothing()) for name in known}
    text = F.substring(F.concat_ws(",", *cells.values()), 1, _KEPT_TEXT)
    return Rows(
        frame.select(*(F.col(name).alias(name) for name in kinds)),
        F.lit(None).cast("long"),
        text,
        F.lit(True),
        cells,
        typed_cells(kinds),
    )


def _as_text(name: str, kind: str) -> Column:
    """Write a column as text. Tools without missing integers keep offsets as fractions; whole ones are integers."""
    text = F.concat_ws(",", name) if kind.startswith("array") else F.col(name).cast("string")
    if kind not in ("float", "double") and not kind.startswith("decimal"):
        return text
    whole = F.col(name).try_cast("decimal(38,0)")
    return F.when(whole.cast("double") == F.col(name).cast("double"), whole.cast("string")).otherwise(text)


def _nothing() -> Column:
    return F.lit(None).cast("string")
