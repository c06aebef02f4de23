"""Histories that are read where they are: a folder as a data lake has it, partitioned or not, or a table.

Only the command line takes such places; what a server is given are files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.columns import KNOWN, NEEDED
from topoviz.lag.reading import table_rows
from topoviz.lag.rows import Rows
from topoviz.lag.storage import exists, names_in

TABLE: Final = "table:"
DATE_COLUMNS: Final = ("date", "day", "dt")
"""What the column is called by which data lakes partition by date."""

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_DEEPEST: Final = 4
"""So many folders stand at most between the root of a partitioned folder and its files."""


@dataclass(frozen=True, slots=True)
class Source:
    """A place to read: `name` as it was given. With `day`, such as 2026-11-27, only that day of it is read."""

    name: str
    day: str | None = None


def is_in_place(name: str) -> bool:
    """Tell whether a name is that of a folder, a place of Hadoop's or a table, and not that of a file."""
    return name.startswith(TABLE) or bool(_SCHEME.match(name)) or Path(name).is_dir()


def read_in_place(spark: SparkSession, source: Source) -> Rows:
    """Read a folder of Parquet or CSV, or a table. Raises BadHistory."""
    frame = _frame(spark, source.name)
    names = {name.lower() for name in frame.columns}
    if missing := [name for name in NEEDED if name not in names]:
        raise BadHistory(
            "wrong-columns",
            f"{source.name} lacks the columns {', '.join(missing)}.",
            "Give a folder or a table with those; in a view of the table, columns can have these names.",
        )
    if source.day is not None:
        frame = _on(frame, source.day)
    return table_rows(frame, [name for name in KNOWN if name in names])


def _frame(spark: SparkSession, name: str) -> DataFrame:
    if name.startswith(TABLE):
        return spark.read.table(name.removeprefix(TABLE))
    place = name if _SCHEME.match(name) else str(Path(name).resolve())
    if not exists(spark, place):
        raise BadHistory("not-there", f"There is no {name}.", "Give a folder that Spark's machines can see.")
    if _is_csv(spark, place):
        return spark.read.csv(place, header=True, enforceSchema=False)
    return spark.read.parquet(place)


def _is_csv(spark: SparkSession, place: str) -> bool:
    """Tell by the first file of a folder whether it is CSV; Parquet stands in files of any name."""
    for _ in range(_DEEPEST):
        names = [name for name in names_in(spark, place) if not name.startswith(("_", "."))]
        if not names:
            break
        place = f"{place.rstrip('/')}/{names[0]}"
    return place.endswith((".csv", ".csv.gz"))


def _on(frame: DataFrame, day: str) -> DataFrame:
    """Keep the partition of a day where the folder has partitions by date; its rows are looked at in any case."""
    for name, kind in frame.dtypes:
        if name.lower() in DATE_COLUMNS and kind in ("date", "string"):
            frame = frame.where(F.col(name).cast("string") == F.lit(day))
    return frame
