"""Rows of a file or a table as they were written, without a judgement on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.forms.columns import LAG

_NOTHING: Mapping[str, Column] = {}


@dataclass(frozen=True, slots=True)
class Rows:
    """What Spark reads, and how each of our columns is written in it.

    `line` numbers rows in order, `text` is the row itself, cut; `is_whole` says whether it has as many columns as the
    header. `cells` are our columns as text. `typed` are those among them that have a type of their own where the value
    is certain, and null elsewhere; with those at hand, text need not be made but of rows that are bad.
    """

    frame: DataFrame
    line: Column
    text: Column
    is_whole: Column
    cells: Mapping[str, Column]
    typed: Mapping[str, Column] = field(default_factory=lambda: _NOTHING)

    def as_text(self) -> DataFrame:
        """Write everything as text: RAW, or other columns of another table."""
        cells = (cell.alias(name) for name, cell in self.cells.items())
        return self.frame.select(
            self.line.alias("line"), self.text.alias("text"), self.is_whole.alias("is_whole"), *cells
        )


def rows_of(raw: DataFrame, known: Sequence[str] = LAG.known) -> Rows:
    """Take a frame in the shape of RAW, or with other columns of text in place of those of lag."""
    return Rows(raw, F.col("line"), F.col("text"), F.col("is_whole"), {name: F.col(name) for name in known})
