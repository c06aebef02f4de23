"""Lags of partitions over time, as many as can be looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from topoviz.engine.simulation.broker.partition_log import PartitionLog
from topoviz.engine.tasks.topic_partition import TopicPartition

_MOST: Final = 120


class LagSamples:
    """Takes samples at even steps; when there are too many, every second one goes, and steps are twice as long."""

    def __init__(self, logs: Mapping[TopicPartition, PartitionLog], step: int) -> None:
        """Begin with a step in microseconds."""
        self._logs = logs
        self._step = max(step, 1_000)
        self.due = 0
        """When the next one is to be taken."""
        self.times: list[int] = []
        self.lags: dict[TopicPartition, list[int]] = {partition: [] for partition in logs}
        self.highest: dict[TopicPartition, tuple[int, int]] = dict.fromkeys(logs, (0, 0))
        """The highest lag of each partition that was seen, and when."""

    def take(self, now: int, committed: Mapping[TopicPartition, tuple[int, int]]) -> None:
        """Take one at a time: what could be read by then and is not committed."""
        self.times.append(now)
        for partition, log in self._logs.items():
            lag = max(0, log.end_at(now) - committed.get(partition, (0, 0))[0])
            self.lags[partition].append(lag)
            if lag > self.highest[partition][0]:
                self.highest[partition] = (lag, now)
        self.due = now + self._step
        if len(self.times) > _MOST:
            self._step *= 2
            self.times = self.times[::2]
            self.lags = {partition: lags[::2] for partition, lags in self.lags.items()}
