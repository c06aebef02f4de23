"""What stores and tasks would restore: the sizes of their changelogs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topoviz.engine.tasks.task_id import TaskId
from topoviz.lag.topics.model import StoreSize, TaskRestore, TopicPartitionState, TopicSize
from topoviz.lag.topics.shape import Role


def stores_of(
    roles: Mapping[str, Role], topics: Mapping[str, TopicSize], partitions: Sequence[TopicPartitionState]
) -> tuple[StoreSize, ...]:
    """Give each store of each sub-topology whose changelog is in the history, the largest first."""
    own: dict[str, list[TopicPartitionState]] = {}
    for one in partitions:
        own.setdefault(one.topic, []).append(one)
    found = []
    for topic, role in roles.items():
        size = topics[topic]
        largest = max(own.get(topic, ()), key=lambda one: (one.size_bytes or 0, -one.partition), default=None)
        for store, sub_topology in role.restores:
            is_known = largest is not None and largest.size_bytes is not None
            found.append(
                StoreSize(
                    store=store,
                    sub_topology=sub_topology,
                    topic=topic,
                    is_source=role.is_source,
                    partitions=size.partitions or size.partitions_seen,
                    size_bytes=size.size_bytes,
                    bytes_a_day=size.bytes_a_day,
                    bytes_a_day_least=size.bytes_a_day_least,
                    bytes_a_day_most=size.bytes_a_day_most,
                    largest_task=str(TaskId(sub_topology, largest.partition)) if is_known and largest else None,
                    largest_bytes=largest.size_bytes if largest is not None else None,
                )
            )
    return tuple(sorted(found, key=lambda one: (-(one.size_bytes or 0), one.sub_topology, one.store)))


def restores_of(roles: Mapping[str, Role], partitions: Sequence[TopicPartitionState]) -> tuple[TaskRestore, ...]:
    """Give each task that restores something, in the order of their ids: partition p of each changelog is task p's."""
    parts: dict[tuple[int, int], list[tuple[tuple[str, ...], TopicPartitionState]]] = {}
    for one in partitions:
        role = roles.get(one.topic)
        for sub_topology in dict.fromkeys(sub for _, sub in role.restores) if role is not None else ():
            stores = tuple(store for store, sub in role.restores if sub == sub_topology) if role is not None else ()
            parts.setdefault((sub_topology, one.partition), []).append((stores, one))
    return tuple(_restore(sub_topology, partition, found) for (sub_topology, partition), found in sorted(parts.items()))


def _restore(
    sub_topology: int, partition: int, found: Sequence[tuple[tuple[str, ...], TopicPartitionState]]
) -> TaskRestore:
    sizes = [one.size_bytes for _, one in found if one.size_bytes is not None]
    growths = [one.bytes_a_day for _, one in found]
    return TaskRestore(
        task=str(TaskId(sub_topology, partition)),
        sub_topology=sub_topology,
        partition=partition,
        stores=tuple(sorted({store for stores, _ in found for store in stores})),
        restore_bytes=sum(sizes) if sizes else None,
        bytes_a_day=sum(one or 0.0 for one in growths) if all(one is not None for one in growths) else None,
        unknown=len(found) - len(sizes),
    )
