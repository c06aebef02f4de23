"""Where records go that come out of tasks: by their keys to partitions of topics that tasks read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from topoviz.engine.simulation.broker.partition_log import PartitionLog
from topoviz.engine.simulation.broker.partitioner import partition_of_key
from topoviz.engine.simulation.nodes.moving import SOME, Moving, WindowedKey, keyed_by_value, shown
from topoviz.engine.simulation.nodes.segments import Sink
from topoviz.engine.simulation.plan import SimulationPlan
from topoviz.engine.simulation.thread.ends import FENCED
from topoviz.engine.simulation.thread.live_task import LiveTask, Step
from topoviz.engine.tasks.topic_partition import TopicPartition

if TYPE_CHECKING:
    from topoviz.engine.simulation.thread.stream_thread import StreamThread


class Outlet:
    """The producers of all tasks. Topics that no task reads are the end of the way, and get nothing here."""

    __slots__ = ("_change_topics", "_logs_of", "_produce", "_sent_without_key")

    def __init__(self, plan: SimulationPlan, logs: Mapping[TopicPartition, PartitionLog]) -> None:
        self._produce = plan.settings.costs.produce
        self._change_topics = plan.change_topics
        self._logs_of: Mapping[str | None, list[PartitionLog]] = {
            topic: [logs[TopicPartition(topic, number)] for number in range(count)]
            for topic, count in plan.counts.items()
        }
        self._sent_without_key: dict[str | None, int] = {}

    def produce(self, thread: StreamThread, task: LiveTask, sink: Sink, record: Moving) -> bool:
        """Send what came of a record; tells whether a task reads the topic."""
        logs = self._logs_of.get(sink.topic)
        if logs is None:
            return False
        key = keyed_by_value(record) if sink.key_is_value else record.key
        plain = key.key if isinstance(key, WindowedKey) else key
        if isinstance(key, WindowedKey):
            # The partitioner of windowed keys looks at the key alone.
            key = plain if sink.leaves_window else shown(key)
        target = self._target(sink.topic, logs, plain)
        offset = len(target)
        if record.value is None:
            target.nulls.add(offset)
        if record.old is not None and sink.topic in self._change_topics:
            target.olds[offset] = record.old
        value = None if record.value is SOME else record.value
        self._append(thread, task, target, record.timestamp, key, record.born, value)
        return True

    def pass_on(self, thread: StreamThread, task: LiveTask, step: Step) -> bool:
        """Send a record to its sinks as it came; tells whether it goes on anywhere."""
        goes_on = False
        for sink in step.sinks:
            logs = self._logs_of.get(sink.topic)
            if logs is None:
                continue
            goes_on = True
            log = step.inlet.log
            offset, timestamp, _ = step.record
            value = log.value(offset)
            key = log.keys[offset]
            if sink.key_is_value and (value is not None or offset in log.nulls):
                # A value that nobody knows makes no key.
                key = value
            target = self._target(sink.topic, logs, key)
            if offset in log.nulls:
                target.nulls.add(len(target))
            self._append(thread, task, target, timestamp, key, log.born[offset], value)
        return goes_on

    def _target(self, topic: str | None, logs: list[PartitionLog], key: str | None) -> PartitionLog:
        count = len(logs)
        if key is not None:
            return logs[partition_of_key(key, count)]
        # Without a key, the producer goes on to the next partition with each batch; here with each record.
        number = self._sent_without_key[topic] = self._sent_without_key.get(topic, -1) + 1
        return logs[number % count]

    def _append(
        self, thread: StreamThread, task: LiveTask, target: PartitionLog, timestamp: int, key: str | None, born: int,
        value: str | None,
    ) -> None:  # fmt: skip
        producer = thread.producer_of(task)
        if producer is not None:
            if thread.refused == FENCED:
                return
            thread.opens(producer, target)
        target.append(thread.clock + self._produce, timestamp, key, born, value, producer)
