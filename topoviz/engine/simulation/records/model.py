"""A record of an input topic, before it is in a partition."""

from __future__ import annotations

from typing import Final, NamedTuple

from topoviz.engine.syntax.bad_text import BadText
from topoviz.engine.tasks.topic_partition import TopicPartition

MOST_RECORDS: Final = 2_000_000
"""Of input topics in one simulation."""

LONGEST_MS: Final = 7 * 86_400_000
"""From the first to the last moment of a simulation."""


class BadRecords(BadText):
    """Records that cannot be simulated."""

    thing = "records"


class InputRecord(NamedTuple):
    """When it arrives, in ms since the beginning, where, and what it is."""

    time_ms: int
    partition: TopicPartition
    key: str | None
    timestamp: int
    value: str | None = None
    is_readable: bool = True
    is_tombstone: bool = False
