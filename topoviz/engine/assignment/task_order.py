"""In which order the leader walks all tasks, and those that are restored from changelogs: that of its hash maps.

Kafka: StreamsPartitionAssignor#assign, PartitionGrouper, ChangelogTopics. Sub-topologies are keys of hash maps
themselves, and within a bucket tasks stand in the order in which they came, so the way into the map shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from topoviz.engine.java_order.hash_map import JavaHashMap, capacity_of_map_copy
from topoviz.engine.java_order.strings import wrap_int
from topoviz.engine.tasks.task_id import TaskId, folded_task_hash, mixed_task_hash
from topoviz.engine.versions import Behaviours


def task_hash_of(behaviours: Behaviours) -> Callable[[TaskId], int]:
    """Give TaskId#hashCode of this version."""
    return mixed_task_hash if behaviours.has("mixes_task_hashes") else folded_task_hash


def empty_task_set(behaviours: Behaviours, capacity: int = 16) -> JavaHashMap[TaskId, None]:
    """Give a hash set for tasks of this version."""
    return JavaHashMap(task_hash_of(behaviours), _task_order, capacity)


@lru_cache(maxsize=8)  # a scenario asks the same at each of its rebalances
def tasks_in_hash_order(tasks: tuple[TaskId, ...], behaviours: Behaviours) -> tuple[TaskId, ...]:
    """Order tasks, given sorted, as the leader's map from tasks to partitions does (PartitionGrouper)."""
    by_group = _by_sub_topology(tasks)
    with_sources = _empty_group_set(behaviours)
    with_sources.add_all(_groups_as_leader_has_them(by_group, behaviours), None)
    found = empty_task_set(behaviours)
    for group in with_sources:
        found.add_all(by_group[group], None)
    return tuple(found)


@lru_cache(maxsize=8)
def stateful_in_hash_order(
    all_tasks: tuple[TaskId, ...], stateful: frozenset[TaskId], behaviours: Behaviours
) -> tuple[TaskId, ...]:
    """Order stateful tasks as the leader's set of them does, from the order of all tasks (ChangelogTopics)."""
    by_group = _by_sub_topology(all_tasks)
    with_changelogs = empty_task_set(behaviours)
    for group in _groups_as_leader_has_them(by_group, behaviours):
        of_group = empty_task_set(behaviours)
        of_group.add_all(by_group[group], None)
        with_changelogs.add_all((task for task in of_group if task in stateful), None)
    found = empty_task_set(behaviours)
    found.add_all(with_changelogs, None)
    return tuple(found)


def _by_sub_topology(tasks: Iterable[TaskId]) -> dict[int, list[TaskId]]:
    groups: dict[int, list[TaskId]] = {}
    for task in tasks:
        groups.setdefault(task.sub_topology_id, []).append(task)
    return groups


def _groups_as_leader_has_them(groups: Iterable[int], behaviours: Behaviours) -> list[int]:
    """Order sub-topologies as the builder lists them, or as a hash map does to which that list was copied."""
    ascending = sorted(groups)
    if not behaviours.has("gathers_sub_topologies"):
        return ascending
    copied = _empty_group_set(behaviours, capacity_of_map_copy(len(ascending), behaviours.jdk))
    copied.add_all(ascending, None)
    return list(copied)


def _empty_group_set(behaviours: Behaviours, capacity: int = 16) -> JavaHashMap[int, None]:
    mixes = behaviours.has("mixes_task_hashes")
    return JavaHashMap(_sub_topology_hash if mixes else _number_hash, int, capacity)


def _sub_topology_hash(number: int) -> int:
    """Subtopology#hashCode: Objects.hash of the number and of the topology's name, null here."""
    return wrap_int(31 * (31 + number))


def _number_hash(number: int) -> int:
    return number


def _task_order(task: TaskId) -> tuple[int, int]:
    return task.sub_topology_id, task.partition
