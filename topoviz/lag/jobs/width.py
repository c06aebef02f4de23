"""Into how many parts Spark parts the rows of a report: by how many bytes there are, not by a number of ours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from pyspark import SparkContext
from pyspark.sql import DataFrame, SparkSession

from topoviz.lag.java_lookups import made_once
from topoviz.lag.session import is_alive

BYTES_OF_A_PART: Final = 32 * 1024 * 1024
"""So much of a file makes a part that one core sorts in a few hundred megabytes of memory."""

LEAST_BYTES_OF_A_PART: Final = 4 * 1024 * 1024
"""With less, starting a task takes longer than its work."""

_PACKED: Final = 6
"""A history takes so many times as much room as text as it takes as Parquet."""

_NOT_KNOWN: Final = 1 << 60
_OPTION: Final = "spark.sql.shuffle.partitions"
_LOOKED_AT_ANEW: Final = {
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.constraintPropagation.enabled": "true",
}
"""What Spark does to make a query of many rows faster, unless somebody says otherwise. Of few rows it takes longer than
the rows themselves."""


def as_wide_as(spark: SparkSession, frames: Sequence[DataFrame]) -> bool:
    """Part what follows by the size of what is read, unless TOPOVIZ_SPARK says into how many parts.

    Tells whether all of it is one small part on this machine.
    """
    given, sizes = _given(), [_bytes(frame) for frame in frames]
    size = sum(one or 0 for one in sizes)
    is_small = is_here(spark) and None not in sizes and size <= LEAST_BYTES_OF_A_PART
    if _OPTION not in given:
        spark.conf.set(_OPTION, str(parts(size, spark.sparkContext.defaultParallelism)))
    for name, usual in _LOOKED_AT_ANEW.items():
        spark.conf.set(name, "false" if is_small else given.get(name, usual))
    return is_small


@made_once
def _given() -> Mapping[str, str]:
    """Give the options with which Spark was started; pyspark asks Java for each of them."""
    return dict(SparkContext.getOrCreate().getConf().getAll())


def is_here(spark: SparkSession) -> bool:
    """Tell whether this machine does all of the work."""
    return (spark.sparkContext.master or "").startswith("local")


@contextmanager
def as_narrow_as_few_rows(spark: SparkSession) -> Iterator[None]:
    """Put what queries bring together in one part, and look at each once: it is a few thousand rows."""
    narrow = {_OPTION: "1", **dict.fromkeys(_LOOKED_AT_ANEW, "false")}
    before = {name: spark.conf.get(name) for name in narrow}
    for name, value in narrow.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        if is_alive():
            for name, usual in before.items():
                spark.conf.set(name, usual or "")


def parts(size: int, slots: int) -> int:
    """Give how many parts so many bytes make for so many tasks at a time: all of the cluster works where it pays."""
    if size > LEAST_BYTES_OF_A_PART * slots:
        return max(math.ceil(size / BYTES_OF_A_PART), 2 * slots)
    return max(math.ceil(size / LEAST_BYTES_OF_A_PART), 1)


def _bytes(frame: DataFrame) -> int | None:
    """Ask Spark how many bytes a frame reads, as text; None of a table of another format that does not know."""
    java: Any = getattr(frame, "_jdf", None)
    leaves = java.queryExecution().analyzed().collectLeaves()
    sizes = [_size(leaves.apply(place)) for place in range(leaves.size())]
    return None if None in sizes else sum(one or 0 for one in sizes)


def _size(leaf: Any) -> int | None:
    size = int(str(leaf.stats().sizeInBytes()))
    is_text = str(leaf.toString()).endswith((" text", " csv"))
    return None if size >= _NOT_KNOWN else size if is_text else size * _PACKED
