"""One partition of a topic."""

from __future__ import annotations

from typing import NamedTuple

from topoviz.engine.java_order.strings import string_hash, wrap_int


class TopicPartition(NamedTuple):
    """Written `orders-3`; ordered by topic, then by number."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


def partition_hash(partition: TopicPartition) -> int:
    """Give TopicPartition#hashCode, by which maps of partitions are walked."""
    return wrap_int(31 * (31 + partition.partition) + string_hash(partition.topic))
