"""From the partition counts that somebody gives to the tasks of a topology, with all that is to be said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from topoviz.engine.count_notes import notes_on_counts
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.tasks.partition_counts import PartitionCounts, resolve_partition_counts
from topoviz.engine.tasks.reading_counts import GivenCounts
from topoviz.engine.tasks.tasks import SubTopologyTasks, Task, find_tasks
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.topology.copartition_groups import copartition_groups
from topoviz.engine.topology.internal_topics import GroupTopics, topics_by_group
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class TopologyTasks:
    """The tasks of a topology and what they follow from.

    `given` are the counts that were used, without the application's id before internal topics. Of `global_topics`,
    every client reads all partitions with one global thread; they make no tasks.
    """

    given: GivenCounts
    groups: tuple[GroupTopics, ...]
    counts: PartitionCounts
    sub_topologies: tuple[SubTopologyTasks, ...]
    global_topics: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks that are known, in the order of their ids."""
        return tuple(task for one in self.sub_topologies for task in one.tasks or ())

    @property
    def are_known(self) -> bool:
        """Tell whether the tasks of every sub-topology are known."""
        return all(one.tasks is not None for one in self.sub_topologies)

    @property
    def is_refused(self) -> bool:
        """Tell whether Kafka Streams would not start with these counts."""
        return any(one.severity is Severity.REFUSED for one in self.diagnostics)


def tasks_of(analyzed: AnalyzedTopology, given: GivenCounts, behaviours: Behaviours) -> TopologyTasks:
    """Work out the tasks of a topology that was built."""
    assert analyzed.topology is not None
    topology = analyzed.topology
    groups = topics_by_group(topology, analyzed.groups)
    given = _without_application_id(given, _internal_topics(groups), analyzed.application_id)
    counts = resolve_partition_counts(
        groups,
        topology.repartition_topics,
        copartition_groups(topology, analyzed.application_id),
        given.counts,
        behaviours,
        believes_given=analyzed.is_dump,
    )
    return TopologyTasks(
        given,
        groups,
        counts,
        find_tasks(groups, counts),
        tuple(sorted(topology.global_topics)),
        notes_on_counts(analyzed, groups, given, counts, behaviours),
    )


def _internal_topics(groups: Iterable[GroupTopics]) -> frozenset[str]:
    return frozenset(
        topic
        for group in groups
        for topic in (*group.repartition_sources, *(log.name for log in group.changelogs if not log.is_source))
    )


def _without_application_id(given: GivenCounts, internal: frozenset[str], application_id: str | None) -> GivenCounts:
    """Name internal topics as the topology does, where counts have them as a cluster does.

    Without an id, it is what stands before the longest internal name, if that is the same for all.
    """
    if application_id is None:
        found = {prefix for topic in given.counts for prefix in _prefixes(topic, internal)}
        if len(found) != 1:
            return given
        [application_id] = found
    short = {f"{application_id}-{topic}": topic for topic in internal}
    return replace(
        given,
        counts=_renamed(given.counts, short),
        lines=_renamed(given.lines, short),
        replicas={
            TopicPartition(short.get(partition.topic, partition.topic), partition.partition): brokers
            for partition, brokers in given.replicas.items()
        },
    )


def _prefixes(topic: str, internal: frozenset[str]) -> list[str]:
    ends = [name for name in internal if topic.endswith(f"-{name}")]
    return [topic.removesuffix(f"-{max(ends, key=len)}")] if ends else []


def _renamed(by_topic: Mapping[str, int], short: Mapping[str, str]) -> dict[str, int]:
    return {short.get(topic, topic): value for topic, value in by_topic.items()}
