"""The tasks of a topology: one for each partition number that a sub-topology reads.

Kafka: PartitionGrouper. A sub-topology has as many tasks as its widest source topic has partitions; task p reads
partition p of every source topic that has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topoviz.engine.tasks.partition_counts import PartitionCounts
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.topology.internal_topics import GroupTopics


@dataclass(frozen=True, slots=True)
class TopicPartition:
    """One partition of a topic."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


@dataclass(frozen=True, slots=True)
class Task:
    """A task and the partitions it reads."""

    id: TaskId
    partitions: tuple[TopicPartition, ...]


@dataclass(frozen=True, slots=True)
class SubTopologyTasks:
    """The tasks of one sub-topology; None when the count of one of its topics is not known, or counts are refused."""

    sub_topology_id: int
    topics: tuple[str, ...]
    tasks: tuple[Task, ...] | None


def find_tasks(groups: Sequence[GroupTopics], partition_counts: PartitionCounts) -> tuple[SubTopologyTasks, ...]:
    """Work out the tasks of every sub-topology, in the order of their ids; none are known where counts are refused."""
    found = []
    for group in groups:
        known = [topic for topic in group.sources if topic in partition_counts.counts]
        if len(known) < len(group.sources) or group.patterns or partition_counts.refusal is not None:
            found.append(SubTopologyTasks(group.group_id, group.sources, None))
            continue
        counts = {topic: partition_counts.counts[topic] for topic in group.sources}
        tasks = tuple(
            Task(
                TaskId(group.group_id, number),
                tuple(TopicPartition(topic, number) for topic, count in counts.items() if number < count),
            )
            for number in range(max(counts.values()))
        )
        found.append(SubTopologyTasks(group.group_id, group.sources, tasks))
    return tuple(found)
