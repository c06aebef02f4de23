"""Reading a file into rows as they were written, without judging them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.forms.columns import LAG
from topoviz.lag.forms.model import Kind, Upload

_KEPT_TEXT: Final = 200
_MALFORMED: Final = "malformed"
_IN_PARTITION: Final = 33
"""Spark's row ids hold the number within the partition in this many bits, and the partition above them."""


def read_rows(spark: SparkSession, upload: Upload) -> DataFrame:
    """Read a file that is kept under a name of ours as text: RAW, or other columns of another table.

    What `line` holds, `line_starts` turns into a number.
    """
    if upload.kind is Kind.PARQUET:
        return _read_parquet(spark, upload)
    lines = _lines(spark, upload)
    if upload.header:
        header = upload.header.strip()
        lines = lines.where((F.trim("text") != F.lit(header)) & (F.trim("text") != F.lit("\ufeff" + header)))
    names = [name if name is not None else f"other_{place}" for place, name in enumerate(upload.columns)]
    fields = ", ".join(f"`{name}` string" for name in (*names, _MALFORMED))
    options = {
        "sep": upload.separator,
        "escape": '"',
        "mode": "PERMISSIVE",
        "columnNameOfCorruptRecord": _MALFORMED,
        "maxColumns": "256",
    }
    cells = F.from_csv("text", fields, options)
    return lines.where(F.trim("text") != F.lit("")).withColumn("cells", cells).select(
        F.col("cells.line").try_cast("long").alias("line") if "line" in names else F.col("line"),
        F.substring(F.col("cells.text") if "text" in names else F.col("text"), 1, _KEPT_TEXT).alias("text"),
        F.col(f"cells.{_MALFORMED}").isNull().alias("is_whole"),
        *(
            F.trim(F.col(f"cells.{name}")).alias(name) if name in names else F.lit(None).cast("string").alias(name)
            for name in upload.table.known
        ),
    )  # fmt: skip


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


def _read_parquet(spark: SparkSession, upload: Upload) -> DataFrame:
    frame = spark.read.parquet(upload.place or str(upload.path))
    return table_rows(frame, [name for name in upload.columns if name is not None], upload.table.known)


def table_rows(frame: DataFrame, columns: Sequence[str], known: Sequence[str] = LAG.known) -> DataFrame:
    """Turn a frame that has those of our columns, in any spelling of case and as any types, into RAW.

    `known` are all columns of the table.
    """
    kinds = {name.lower(): kind for name, kind in frame.dtypes}
    cells = {name: _as_text(name, kinds[name]) if name in columns else _nothing() for name in known}
    return frame.select(
        F.lit(None).cast("long").alias("line"),
        F.substring(F.concat_ws(",", *cells.values()), 1, _KEPT_TEXT).alias("text"),
        F.lit(True).alias("is_whole"),
        *(F.trim(cell).alias(name) for name, cell in cells.items()),
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
