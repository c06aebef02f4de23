"""The tasks of a topology: one for each partition number that a sub-topology reads.

Kafka: PartitionGrouper, ChangelogTopics. A sub-topology has as many tasks as its widest source topic has partitions;
task p reads partition p of every source topic that has one, and restores its stores from partition p of their
changelogs. So there are as many tasks as partitions only where each sub-topology reads one topic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.tasks.partition_counts import PartitionCounts
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.topology.internal_topics import ChangelogTopic, GroupTopics

MOST_TASKS: Final = 100_000
"""Of one topology; more are counted and not listed."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task, the partitions it reads, and those of the changelogs of its stores."""

    id: TaskId
    partitions: tuple[TopicPartition, ...]
    changelogs: tuple[TopicPartition, ...] = ()

    @property
    def is_stateful(self) -> bool:
        """Tell whether the assignor takes it for stateful: a store of it has a changelog."""
        return bool(self.changelogs)


@dataclass(frozen=True, slots=True)
class SubTopologyTasks:
    """The tasks of one sub-topology; None when the count of one of its topics is not known, or counts are refused.

    `changelogs` are those of its stores, by topic; a topic that is read anyway may serve as one.
    """

    sub_topology_id: int
    topics: tuple[str, ...]
    tasks: tuple[Task, ...] | None
    changelogs: tuple[ChangelogTopic, ...] = ()


def find_tasks(groups: Sequence[GroupTopics], partition_counts: PartitionCounts) -> tuple[SubTopologyTasks, ...]:
    """Work out the tasks of every sub-topology, in the order of their ids.

    None are known where counts are refused, or where there are more than `MOST_TASKS` in all.
    """
    counted = [_count(group, partition_counts) for group in groups]
    is_open = partition_counts.refusal is not None or sum(filter(None, counted)) > MOST_TASKS
    return tuple(
        SubTopologyTasks(
            group.group_id,
            group.sources,
            None if count is None or is_open else _tasks(group, count, partition_counts),
            group.changelogs,
        )
        for group, count in zip(groups, counted, strict=True)
    )


def count_tasks(groups: Sequence[GroupTopics], partition_counts: PartitionCounts) -> int:
    """Count the tasks of the sub-topologies whose topics have counts, without listing them."""
    return sum(filter(None, (_count(group, partition_counts) for group in groups)))


def _count(group: GroupTopics, partition_counts: PartitionCounts) -> int | None:
    """Give the most partitions among what a sub-topology reads; None where that is not known."""
    counts = [partition_counts.counts.get(topic) for topic in group.sources]
    known = [count for count in counts if count is not None]
    return max(known, default=0) if len(known) == len(counts) and not group.patterns else None


def _tasks(group: GroupTopics, count: int, partition_counts: PartitionCounts) -> tuple[Task, ...]:
    widths = [(topic, partition_counts.counts[topic]) for topic in group.sources]
    changelogs = sorted({changelog.name for changelog in group.changelogs})
    return tuple(
        Task(
            TaskId(group.group_id, number),
            tuple(TopicPartition(topic, number) for topic, width in widths if number < width),
            tuple(TopicPartition(changelog, number) for changelog in changelogs),
        )
        for number in range(count)
    )
