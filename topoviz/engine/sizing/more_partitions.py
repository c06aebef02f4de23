"""What one more partition of a topic would bring: how many tasks, and what stands in the way.

Kafka: RepartitionTopics, CopartitionedTopicsEnforcer; InternalTopicManager#validateTopics for topics that are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.sizing.sizes import count_text
from topoviz.engine.tasks.partition_counts import PartitionCounts, resolve_partition_counts
from topoviz.engine.tasks.tasks import count_tasks
from topoviz.engine.topology.copartition_groups import CopartitionGroup, copartition_groups
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.engine.versions import Behaviours

MOST_TOPICS = 200
"""For more topics than that, each is not tried by itself."""


@dataclass(frozen=True, slots=True)
class Growth:
    """One more partition of a topic, or of several that must have equal counts.

    `internal` are internal topics that would need another count, from and to; they are not changed where they exist.
    """

    topics: tuple[str, ...]
    tasks_before: int
    tasks_after: int
    internal: tuple[tuple[str, int, int], ...]
    sentence: str

    @property
    def more(self) -> int:
        """Count the tasks that come on top."""
        return self.tasks_after - self.tasks_before


def growths(analyzed: AnalyzedTopology, tasks: TopologyTasks, behaviours: Behaviours) -> tuple[Growth, ...]:
    """Try one more partition of each topic that the user makes, those that bring most first."""
    assert analyzed.topology is not None
    if len(tasks.counts.counts) > MOST_TOPICS:
        return ()
    groups = copartition_groups(analyzed.topology, analyzed.application_id)
    found = [
        growth
        for topics in _units(tasks, analyzed, groups)
        if (growth := _grow(topics, analyzed, tasks, groups, behaviours)) is not None
    ]
    return tuple(sorted(found, key=lambda growth: (-growth.more, growth.topics)))


def _units(
    tasks: TopologyTasks, analyzed: AnalyzedTopology, groups: tuple[CopartitionGroup, ...]
) -> Iterator[tuple[str, ...]]:
    """Put topics together that must have equal counts; internal ones follow by themselves."""
    assert analyzed.topology is not None
    internal = analyzed.topology.repartition_topics
    mine = dict.fromkeys(topic for group in tasks.groups for topic in group.sources if topic not in internal)
    seen: set[str] = set()
    for topic in mine:
        if topic in seen:
            continue
        unit, waiting = {topic}, [topic]
        while waiting:
            current = waiting.pop()
            for group in groups:
                if current in group.topics:
                    new = {one for one in group.topics if one in mine} - unit
                    unit |= new
                    waiting.extend(new)
        seen |= unit
        yield tuple(sorted(unit))


def _grow(
    topics: tuple[str, ...],
    analyzed: AnalyzedTopology,
    tasks: TopologyTasks,
    groups: tuple[CopartitionGroup, ...],
    behaviours: Behaviours,
) -> Growth | None:
    assert analyzed.topology is not None
    before = tasks.counts.counts
    if any(topic not in before for topic in topics):
        return None
    internal = analyzed.topology.repartition_topics
    # Counts that a cluster shows of internal topics say what they are, and not what they would have to be.
    given = {
        topic: count + (topic in topics)
        for topic, count in tasks.given.counts.items()
        if analyzed.is_dump or topic not in internal
    }
    after = resolve_partition_counts(tasks.groups, internal, groups, given, behaviours, believes_given=analyzed.is_dump)
    if after.refusal is not None:
        return None
    changed = _changed(tasks, before, after)
    counts = count_tasks(tasks.groups, tasks.counts), count_tasks(tasks.groups, after)
    return Growth(topics, *counts, changed, _sentence(topics, *counts, before, changed))


def _changed(
    tasks: TopologyTasks, before: Mapping[str, int], after: PartitionCounts
) -> tuple[tuple[str, int, int], ...]:
    """List the internal topics that would need another count: repartition topics, and changelogs of wider tasks."""
    found: dict[str, tuple[int, int]] = {}
    for group in tasks.groups:
        was = max((before.get(topic, 0) for topic in group.sources), default=0)
        becomes = max((after.counts.get(topic, 0) for topic in group.sources), default=0)
        for topic in group.repartition_sources:
            if before.get(topic) != after.counts.get(topic):
                found[topic] = before.get(topic, 0), after.counts.get(topic, 0)
        if was != becomes:
            found.update({log.name: (was, becomes) for log in group.changelogs if not log.is_source})
    return tuple((name, *counts) for name, counts in sorted(found.items()))


def _sentence(
    topics: tuple[str, ...],
    tasks_before: int,
    tasks_after: int,
    before: Mapping[str, int],
    changed: tuple[tuple[str, int, int], ...],
) -> str:
    names = " and ".join((", ".join(topics[:-1]), topics[-1])) if len(topics) > 1 else topics[0]
    counts = sorted({before[topic] for topic in topics})
    what = f"{counts[0]:,} to {counts[0] + 1:,} partitions" if len(counts) == 1 else "one more partition each"
    together = " (they are joined, so all of them)" if len(topics) > 1 else ""
    more = tasks_after - tasks_before
    if not more:
        return f"{names}: {what}{together} brings no task, because a topic beside it has more partitions."
    found = f"{names}: {what}{together} brings {count_text(more, 'task')}, {tasks_before:,} to {tasks_after:,}."
    if not changed:
        return f"{found} Keys go to other partitions from then on."
    listed = ", ".join(name for name, *_ in changed[:3]) + (" and others" if len(changed) > 3 else "")
    return (
        f"{found} {listed} would need another count too. Kafka Streams does not change topics that exist: it stops "
        'with "Existing internal topic … has invalid partitions" until the application is reset, or has another '
        "application.id."
    )
