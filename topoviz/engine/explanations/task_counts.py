"""Say in a sentence why a sub-topology has as many tasks as it has, and a topology as many in all.

Kafka: PartitionGrouper. "As many tasks as partitions" is true of sub-topologies that read one topic; of others, the
widest topic decides, and a task reads one partition of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from topoviz.engine.explanations.wording import counted
from topoviz.engine.tasks.tasks import SubTopologyTasks

_SHOWN: Final = 3


def why_so_many(one: SubTopologyTasks, counts: Mapping[str, int]) -> str:
    """Say why a sub-topology has its number of tasks; empty where that is not known."""
    if not one.tasks:
        return ""
    number = len(one.tasks)
    if len(one.topics) == 1:
        return f"{counted(number, 'task')}: one for each partition of {one.topics[0]}."
    widest = [topic for topic in one.topics if counts[topic] == number]
    if len(widest) == len(one.topics):
        return f"{counted(number, 'task')}: each reads one partition of {_all(widest)}, which have {number} each."
    least = min(counts[topic] for topic in one.topics)
    fewer = [topic for topic in one.topics if counts[topic] < number]
    first = next(task.id for task in one.tasks if task.id.partition == least)
    return (
        f"{counted(number, 'task')}: as many as {_some(widest)} {'has' if len(widest) == 1 else 'have'} partitions, "
        f"the most of {len(one.topics)} topics. From {first} on, tasks read fewer topics, for {_some(fewer)} "
        f"{'has' if len(fewer) == 1 else 'have'} fewer partitions."
    )


def why_in_all(all_of_them: Sequence[SubTopologyTasks]) -> str:
    """Hold the number of tasks against that of the partitions that they read; empty where some are not known."""
    if not all_of_them or any(one.tasks is None for one in all_of_them):
        return ""
    tasks = sum(len(one.tasks or ()) for one in all_of_them)
    partitions = sum(len(task.partitions) for one in all_of_them for task in one.tasks or ())
    if tasks == partitions:
        return (
            f"{counted(tasks, 'task')} for as many partitions, because each sub-topology reads one topic."
            if tasks
            else ""
        )
    return (
        f"{counted(tasks, 'task')} for {counted(partitions, 'partition')}: a task reads one partition of every topic "
        "of its sub-topology, so partitions and tasks are equal in number only where each reads one topic."
    )


def _all(topics: Sequence[str]) -> str:
    return f"{', '.join(topics[:-1])} and {topics[-1]}" if len(topics) <= _SHOWN else f"each of {len(topics)} topics"


def _some(topics: Sequence[str]) -> str:
    rest = len(topics) - _SHOWN
    return ", ".join(topics[:_SHOWN]) + (f" and {rest} more" if rest > 0 else "")
