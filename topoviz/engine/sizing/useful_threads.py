"""How many stream threads can have work at the same time, and what sets that number.

Kafka: a task is processed by one thread at a time, so more threads than tasks are idle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topoviz.engine.sizing.loads import InstanceLoad
from topoviz.engine.sizing.sizes import count_text
from topoviz.engine.topology_tasks import TopologyTasks


@dataclass(frozen=True, slots=True)
class Width:
    """The tasks of a sub-topology, and the topics whose partitions make them so many."""

    sub_topology_id: int
    tasks: int
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UsefulThreads:
    """The most threads that can have an active task, those there are, and those that have none now.

    `standing_by` of the idle ones have a standby.
    """

    most: int
    threads: int
    idle: int
    standing_by: int
    widths: tuple[Width, ...]
    sentence: str


def useful_threads(tasks: TopologyTasks, instances: Sequence[InstanceLoad]) -> UsefulThreads:
    """Count the tasks of all sub-topologies against the threads of all clients."""
    widths = tuple(
        Width(
            one.sub_topology_id,
            len(one.tasks or ()),
            tuple(topic for topic in one.topics if tasks.counts.counts.get(topic) == len(one.tasks or ())),
        )
        for one in tasks.sub_topologies
    )
    loads = [load for instance in instances for load in instance.threads]
    idle = [load for load in loads if not load.active]
    standing_by = sum(load.standby > 0 for load in idle)
    most = sum(width.tasks for width in widths)
    return UsefulThreads(
        most, len(loads), len(idle), standing_by, widths, _sentence(most, len(loads), len(idle), standing_by, widths)
    )


def _sentence(most: int, threads: int, idle: int, standing_by: int, widths: Sequence[Width]) -> str:
    if not widths:
        return "No sub-topology reads a topic, so no stream thread has work."
    sums = " + ".join(f"{width.tasks:,}" for width in widths)
    total = f"{sums} = {most:,} tasks" if len(widths) > 1 else count_text(most, "task")
    found = f"At most {count_text(most, 'stream thread')} can have an active task: {total}. {_sets(widths)}"
    if not idle:
        return f"{found} All {threads:,} have one." if threads > 1 else f"{found} The only thread has one."
    copies = f", {standing_by:,} of them with standbys" if standing_by else ""
    return f"{found} Of {count_text(threads, 'thread')}, {idle:,} {'is' if idle == 1 else 'are'} idle now{copies}."


def _sets(widths: Sequence[Width]) -> str:
    """Name the sub-topologies with the most tasks, and the topics that give them so many."""
    most = max(width.tasks for width in widths)
    widest = [width for width in widths if width.tasks == most]
    topics = list(dict.fromkeys(topic for width in widest for topic in width.topics))
    names = ", ".join(topics[:4]) + (" and others" if len(topics) > 4 else "")
    partitions = count_text(most, "partition")
    if len(widths) == 1:
        return f"{names} with {partitions} {'sets' if len(topics) == 1 else 'set'} it."
    if len(widest) == 1:
        return f"Sub-topology {widest[0].sub_topology_id} has the most of them, because of {names} with {partitions}."
    ids = ", ".join(str(width.sub_topology_id) for width in widest[:4]) + (" and others" if len(widest) > 4 else "")
    return f"Sub-topologies {ids} have the most of them, because of {names} with {partitions} each."
