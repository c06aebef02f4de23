"""Until 2.8: a task waits for all partitions, at most max.task.idle.ms, whatever the broker has.

Source: KIP-353, StreamTask#isProcessable. With 0, the default, it never waits: what comes late is out of order.
"""

from __future__ import annotations

from topoviz.engine.simulation.task.partition_group import PartitionGroup
from topoviz.engine.simulation.task.readiness.model import Cause, Ready, Waits
from topoviz.engine.tasks.topic_partition import TopicPartition

_READY = Ready()


class AllBuffered:
    """Remembers since when some partitions are empty while others are not."""

    def __init__(self, idle_ms: int, *, starts_anew_when_empty: bool) -> None:
        self._idle_ms = idle_ms
        self._starts_anew_when_empty = starts_anew_when_empty
        self._since: int | None = None

    def ask(self, group: PartitionGroup, now: int) -> Ready | Waits:
        """Tell whether the task may process at a time in ms."""
        if group.is_all_buffered:
            self._since = None
            return _READY
        if not group.counted:
            if self._starts_anew_when_empty:
                self._since = None
            return Waits(Cause.NOTHING_BUFFERED)
        if self._since is None:
            self._since = now
        empty = tuple(partition for partition, queue in group.queues.items() if queue.head is None)
        if now - self._since >= self._idle_ms:
            return Ready(without=empty)
        return Waits(Cause.IDLING, empty[0], until=self._since + self._idle_ms)

    def forget(self) -> None:
        """Let the time begin anew."""
        self._since = None

    def update_lag(self, partition: TopicPartition, lag: int | None) -> None:
        """Nothing asks for lags."""
