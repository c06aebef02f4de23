"""Which time a record has: the extractors that come with Kafka Streams.

Source: FailOnInvalidTimestamp, LogAndSkipOnInvalidTimestamp, UsePartitionTimeOnInvalidTimestamp,
WallclockTimestampExtractor.
"""

from __future__ import annotations

from enum import StrEnum

from topoviz.engine.simulation.task.record import Record

UNKNOWN = -1
"""RecordQueue.UNKNOWN: a time that nothing has set yet."""


class InvalidTimestamp(Exception):
    """A StreamsException of the extractor; the thread ends with it. The message is Kafka's."""


class Extractor(StrEnum):
    """Extractors by what they do with a negative timestamp, and the one that looks at the clock."""

    FAIL = "fail"
    SKIP = "skip"
    PARTITION_TIME = "partition-time"
    WALL_CLOCK = "wall-clock"

    def time_of(self, record: Record, partition_time: int, now: int) -> int:
        """Give the time of a record in ms; negative when it is dropped. Raises InvalidTimestamp."""
        match self:
            case Extractor.WALL_CLOCK:
                return now
            case Extractor.PARTITION_TIME if record.timestamp < 0:
                if partition_time < 0:
                    raise InvalidTimestamp(
                        "Could not infer new timestamp for input record because partition time is unknown."
                    )
                return partition_time
            case Extractor.FAIL if record.timestamp < 0:
                raise InvalidTimestamp("Input record has invalid (negative) timestamp.")
        return record.timestamp
