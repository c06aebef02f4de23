"""Everything that is reckoned for a cluster, put together.

The tasks of each thread are those of a rebalance where there is one, else dealt evenly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.model import Client
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.sizing.configuration import Configuration
from topoviz.engine.sizing.given import Given
from topoviz.engine.sizing.loads import Held, InstanceLoad, held_evenly, loads_of
from topoviz.engine.sizing.memory import Memory, memory_of
from topoviz.engine.sizing.more_partitions import MOST_TOPICS, Growth, growths
from topoviz.engine.sizing.poll_timeouts import PollTimeouts, poll_timeouts
from topoviz.engine.sizing.scope import GlobalLoad
from topoviz.engine.sizing.splitting import Split, splits
from topoviz.engine.sizing.stores import global_stores, stores_of_tasks
from topoviz.engine.sizing.suggestions import Suggestion, suggestions
from topoviz.engine.sizing.useful_threads import UsefulThreads, useful_threads
from topoviz.engine.topology_tasks import TopologyTasks


@dataclass(frozen=True, slots=True)
class Sizing:
    """What a cluster needs, what of it is of no use, and what could be done; `notes` say what the answer rests on."""

    given: Given
    useful: UsefulThreads
    growths: tuple[Growth, ...]
    splits: tuple[Split, ...]
    memory: Memory
    polls: PollTimeouts | None
    suggestions: tuple[Suggestion, ...]
    notes: tuple[str, ...]


def size(
    analyzed: AnalyzedTopology,
    tasks: TopologyTasks,
    clients: Sequence[Client],
    settings: AssignmentSettings,
    configuration: Configuration,
    given: Given,
    held: Mapping[UUID, Sequence[Held]] | None = None,
) -> Sizing:
    """Reckon for the known tasks of a topology, and clients with a thread at least; `held` is by process id."""
    behaviours = configuration.behaviours
    assert analyzed.topology is not None
    shares = held if held is not None else held_evenly(tasks.tasks, clients, settings.num_standby_replicas)
    instances = loads_of(
        clients,
        shares,
        {task.id: task for task in tasks.tasks},
        stores_of_tasks(analyzed.topology, analyzed.groups, configuration),
    )
    useful = useful_threads(tasks, instances)
    memory = memory_of(instances, _global_load(analyzed, tasks, configuration), configuration, given)
    polls = poll_timeouts(instances, configuration, given)
    grown, cut = growths(analyzed, tasks, behaviours), splits(analyzed, tasks, behaviours)
    return Sizing(
        given,
        useful,
        grown,
        cut,
        memory,
        polls,
        suggestions(useful, instances, grown, cut, memory, polls, configuration, given),
        _notes(tasks, instances, is_dealt=held is None),
    )


def _global_load(analyzed: AnalyzedTopology, tasks: TopologyTasks, configuration: Configuration) -> GlobalLoad | None:
    topology = analyzed.topology
    assert topology is not None
    if not topology.global_topics:
        return None
    counts = [tasks.given.counts.get(topic) for topic in tasks.global_topics]
    known = [count for count in counts if count is not None]
    partitions = sum(known) if len(known) == len(counts) else None
    return GlobalLoad(partitions, global_stores(topology.global_stores, configuration))


def _notes(tasks: TopologyTasks, instances: Sequence[InstanceLoad], *, is_dealt: bool) -> tuple[str, ...]:
    found = []
    if is_dealt:
        found.append("Tasks are dealt evenly to the threads here; a rebalance may divide them otherwise.")
    if len(tasks.counts.counts) > MOST_TOPICS:
        found.append(
            f"There are more than {MOST_TOPICS} topics, so what one more partition of each would bring is not reckoned."
        )
    if any(instance.total.stores.databases for instance in instances):
        found.append(
            "RocksDB has native threads of its own for writing to disk, as many as there are processors and at least "
            "two, which all stores of a process share."
        )
    found.append(
        "Not reckoned are the records of stores in memory, the objects of your own code, and what the JVM needs for "
        "itself."
    )
    return tuple(found)
