"""Partitions of which only that is known which a test is about."""

from __future__ import annotations

from dataclasses import fields

from topoviz.lag.report.partitions import PartitionLag

_NOTHING = dict.fromkeys(one.name for one in fields(PartitionLag))


def partition(number: int, **known: object) -> PartitionLag:
    """Give a partition of `orders`, as the group `shop` reads it."""
    return PartitionLag(**_NOTHING | {"group": "shop", "topic": "orders", "partition": number} | known)
