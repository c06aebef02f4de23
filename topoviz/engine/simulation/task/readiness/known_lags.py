"""From 3.0 on: a task waits for what it knows to be on the broker, however long, and then max.task.idle.ms.

Source: KIP-695, PartitionGroup#readyToProcess. The partitions are asked in turn, and the first that must be waited for
ends the question: the time of those after it has not begun.
"""

from __future__ import annotations

from topoviz.engine.simulation.task.partition_group import PartitionGroup
from topoviz.engine.simulation.task.readiness.model import Cause, Ready, Waits
from topoviz.engine.tasks.topic_partition import TopicPartition

_READY = Ready()

NEVER_WAITS = -1
"""max.task.idle.ms that switches waiting off."""


class KnownLags:
    """Remembers the lag of every partition, and until when it waits for it."""

    def __init__(self, idle_ms: int) -> None:
        self._idle_ms = idle_ms
        self._lags: dict[TopicPartition, int] = {}
        self._deadlines: dict[TopicPartition, int] = {}

    def ask(self, group: PartitionGroup, now: int) -> Ready | Waits:
        """Tell whether the task may process at a time in ms."""
        if self._idle_ms == NEVER_WAITS:
            return _READY
        if group.has_all:
            if self._deadlines:
                self._deadlines.clear()
            return _READY
        without = []
        for partition, queue in group.queues.items():
            if queue.head is not None:
                self._deadlines.pop(partition, None)
                continue
            waits = self._wait_for(partition, now)
            if waits is not None:
                return waits
            without.append(partition)
        if len(without) == len(group.queues):
            return Waits(Cause.NOTHING_BUFFERED)
        return Ready(tuple(without))

    def forget(self) -> None:
        """Forget the lags; the times until which it waits stay."""
        self._lags.clear()

    def update_lag(self, partition: TopicPartition, lag: int | None) -> None:
        """Learn what the consumer says of a partition."""
        if lag is None:
            self._lags.pop(partition, None)
        else:
            self._lags[partition] = lag

    def _wait_for(self, partition: TopicPartition, now: int) -> Waits | None:
        lag = self._lags.get(partition)
        if lag is None or lag != 0:
            self._deadlines.pop(partition, None)
            return Waits(Cause.LAG_NOT_KNOWN if lag is None else Cause.NOT_FETCHED, partition, lag)
        deadline = self._deadlines.setdefault(partition, now + self._idle_ms)
        return Waits(Cause.IDLING, partition, lag, deadline) if now < deadline else None
