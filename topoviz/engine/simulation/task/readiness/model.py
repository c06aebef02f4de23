"""What is said about a task that is asked whether it may process."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from topoviz.engine.simulation.task.partition_group import PartitionGroup
from topoviz.engine.tasks.topic_partition import TopicPartition


class Cause(StrEnum):
    """Why a task may not process."""

    NOTHING_BUFFERED = "nothing is buffered"
    LAG_NOT_KNOWN = "the lag of a partition is not known yet"
    NOT_FETCHED = "a partition has records on the broker that are not fetched yet"
    IDLING = "a partition has no more records, and the task waits for some"


@dataclass(frozen=True, slots=True)
class Ready:
    """It may; with `without`, although these partitions have no records: what they get later may come late."""

    without: tuple[TopicPartition, ...] = ()


@dataclass(frozen=True, slots=True)
class Waits:
    """It may not, because of one partition where one decides, at most until `until` in ms where a time ends it."""

    cause: Cause
    partition: TopicPartition | None = None
    lag: int | None = None
    until: int | None = None


class Readiness(Protocol):
    """The rule of a version. It remembers since when it waits."""

    def ask(self, group: PartitionGroup, now: int) -> Ready | Waits:
        """Tell whether the task may process at a time in ms."""

    def forget(self) -> None:
        """Forget what was known of partitions, as the task is suspended."""

    def update_lag(self, partition: TopicPartition, lag: int | None) -> None:
        """Learn what the consumer says of a partition: records that it has not fetched, None for not known."""
