"""The tasks of the topology that a cluster runs, as far as reading a cluster asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.tasks.topic_partition import TopicPartition


@dataclass(frozen=True)
class KnownTasks:
    """Tasks by id, and who reads which partition; internal topics stand without the application's id."""

    tasks: tuple[Task, ...]

    @cached_property
    def ids(self) -> frozenset[TaskId]:
        """The ids of all tasks."""
        return frozenset(task.id for task in self.tasks)

    def has(self, task: TaskId) -> bool:
        """Tell whether there is a task of this id."""
        return task in self.ids

    @cached_property
    def stateful(self) -> frozenset[TaskId]:
        """The ids of the tasks whose stores have changelogs."""
        return frozenset(task.id for task in self.tasks if task.is_stateful)

    @cached_property
    def readers(self) -> Mapping[TopicPartition, TaskId]:
        """Who reads a partition."""
        return {partition: task.id for task in self.tasks for partition in task.partitions}

    def reading(self, partitions: Iterable[TopicPartition], group: str) -> tuple[list[TaskId], list[TopicPartition]]:
        """Give the tasks that read some partitions of a cluster, sorted, and the partitions that no task reads."""
        found: set[TaskId] = set()
        unread: list[TopicPartition] = []
        for partition in partitions:
            short = TopicPartition(partition.topic.removeprefix(f"{group}-"), partition.partition)
            task = self.readers.get(partition) or self.readers.get(short)
            if task is None:
                unread.append(partition)
            else:
                found.add(task)
        return sorted(found), unread


class EveryTask(KnownTasks):
    """For reading a cluster before there is a topology: whatever tasks it names may be there."""

    def __init__(self) -> None:
        super().__init__(())

    def has(self, task: TaskId) -> bool:
        """Say so of every task."""
        return True
