"""The shapes of a lag history: as it was written, and once its rows are sorted out."""

from __future__ import annotations

from typing import Final

from pyspark.sql.types import (
    BooleanType,
    DoubleType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

RAW: Final = StructType(
    [
        StructField("line", LongType()),
        StructField("text", StringType()),
        StructField("is_whole", BooleanType()),
        StructField("timestamp", StringType()),
        StructField("group", StringType()),
        StructField("topic", StringType()),
        StructField("partition", StringType()),
        StructField("log_end_offset", StringType()),
        StructField("committed_offset", StringType()),
        StructField("client_id", StringType()),
        StructField("host", StringType()),
    ]
)
"""A row as it was written. `line` numbers rows in order, `text` is the row itself, cut; `is_whole` says whether it
has as many columns as the header."""

SAMPLES: Final = StructType(
    [
        StructField("timestamp", TimestampType(), nullable=False),
        StructField("group", StringType(), nullable=False),
        StructField("topic", StringType(), nullable=False),
        StructField("partition", IntegerType(), nullable=False),
        StructField("log_end_offset", LongType(), nullable=False),
        StructField("committed_offset", LongType()),
        StructField("client_id", StringType()),
        StructField("host", StringType()),
    ]
)
"""One look at one partition. Without a committed offset the group has committed nothing, so its lag is not known."""

THREAD_TIMES: Final = StructType(
    [
        StructField("micros", LongType(), nullable=False),
        StructField("thread", StringType(), nullable=False),
        StructField("task", StringType()),
        StructField("node", StringType()),
        StructField("measure", StringType(), nullable=False),
        StructField("value", DoubleType(), nullable=False),
    ]
)
"""What metrics tell of a thread at one time, in microseconds since 1970, or of a node of one of its tasks."""

PLACES: Final = StructType(
    [
        StructField("group", StringType(), nullable=False),
        StructField("topic", StringType(), nullable=False),
        StructField("sub_topology", IntegerType(), nullable=False),
    ]
)
"""Where a topic, by its name on the broker, stands in the topology."""

SERIES: Final = ("group", "topic", "partition")
"""The columns that name one partition as one group reads it."""
