"""The shape of what brokers say of a partition at one time."""

from __future__ import annotations

from typing import Final

from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

FACTS: Final = StructType(
    [
        StructField("timestamp", TimestampType(), nullable=False),
        StructField("topic", StringType(), nullable=False),
        StructField("partition", IntegerType(), nullable=False),
        StructField("partition_count", IntegerType()),
        StructField("topic_id", StringType()),
        StructField("leader", IntegerType()),
        StructField("replicas", ArrayType(IntegerType())),
        StructField("in_sync", ArrayType(IntegerType())),
        StructField("min_in_sync", IntegerType()),
        StructField("broker", IntegerType()),
        StructField("size_bytes", LongType()),
        StructField("is_future", BooleanType()),
    ]
)
"""One look at one partition, or at one copy of it where `size_bytes` is that of `broker`.

Whatever is null was not said; `leader` is NO_LEADER where nobody leads, and `in_sync` empty where no copy is in sync.
"""

NO_LEADER: Final = -1
PARTITION: Final = ("topic", "partition")
"""The columns that name one partition."""
