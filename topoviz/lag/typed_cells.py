"""The types of cells that leave no doubt; what they leave in doubt is judged elsewhere, by its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.instants import plain_instant, without_utc

_INTEGERS: Final = ("tinyint", "smallint", "int", "bigint")
_FRACTIONS: Final = ("float", "double")
_TIMES: Final = ("timestamp", "timestamp_ntz")
_YEAR_0: Final = -62_167_219_200_000_000
_YEAR_10000: Final = 253_402_300_800_000_000
"""Years of other than four digits are no times of Kafka's, and not read as text either; in microseconds."""

_KINDS: Final = {"partition": "int", "log_end_offset": "long", "committed_offset": "long"}
TYPED: Final = ("timestamp", *_KINDS)
"""The columns of ours that are no text."""


def with_values(frame: DataFrame, cells: Mapping[str, Column]) -> DataFrame:
    """Add what typed_by_text looks at more than once; Spark reckons anew at each look what is no column."""
    values = {f"{name}_value": cells[name].try_cast(kind) for name, kind in _KINDS.items()}
    return frame.withColumns({"bare_time": without_utc(cells["timestamp"]), **values})


def typed_by_text(cells: Mapping[str, Column]) -> dict[str, Column]:
    """Give time, partition and offsets that are written as everybody writes them, and null for all others.

    `cells` are those of a frame that has gone through with_values.
    """
    return {
        "timestamp": plain_instant(cells["timestamp"], F.col("bare_time")),
        **{name: _written(cells[name], F.col(f"{name}_value")) for name in _KINDS},
    }


def typed_cells(kinds: Mapping[str, str]) -> dict[str, Column]:
    """Give time, partition and offsets, null where a cell is to be judged as text; nothing where one has another type.

    `kinds` are the types of our columns, as Spark calls them.
    """
    if kinds.get("timestamp") not in _TIMES or any(kinds.get(name) not in (*_INTEGERS, *_FRACTIONS) for name in _KINDS):
        return {}
    return {"timestamp": _time(), **{name: _number(name, kinds[name]) for name in _KINDS}}


def _written(cell: Column, value: Column) -> Column:
    """Take an integer that is written as we would; signs, blanks, fractions and zeros before it leave it in doubt."""
    return F.when(value.cast("string") == cell, value)


def _time() -> Column:
    time = F.col("timestamp").cast("timestamp")
    micros = F.unix_micros(time)
    return F.when((micros >= _YEAR_0) & (micros < _YEAR_10000), time)


def _number(name: str, kind: str) -> Column:
    value = F.col(name).try_cast(_KINDS[name])
    # What becomes an integer loses its fraction.
    return value if kind in _INTEGERS else F.when(value.cast("double") == F.col(name).cast("double"), value)
