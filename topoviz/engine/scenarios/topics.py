"""The topics of a scenario and the tasks that follow, also when somebody adds partitions meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from topoviz.engine.diagnostics import Severity
from topoviz.engine.scenarios.model import StateSize
from topoviz.engine.tasks.reading_counts import GivenCounts
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.engine.versions import Behaviours


class BadCounts(Exception):
    """Kafka Streams refuses partition counts; the message is its own, with what it means."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The tasks of now, how tasks are worked out for other counts, and counts that the leader has seen."""

    tasks: TopologyTasks
    work_out: Callable[[GivenCounts], TopologyTasks]
    behaviours: Behaviours
    application_id: str
    racks: Mapping[TopicPartition, tuple[str, ...]]
    seen: Mapping[str, int] | None = None

    def count_of(self, topic: str) -> int | None:
        """Give the partitions of a topic that the program reads, unless Kafka Streams makes it itself."""
        made = {name for group in self.tasks.groups for name in group.repartition_sources}
        read = {name for group in self.tasks.groups for name in group.sources}
        return self.tasks.counts.counts.get(topic) if topic in read - made else None

    def with_counts(self, counts: Mapping[str, int]) -> Topics:
        """Let the leader see other counts; what becomes of them shows when it assigns."""
        return replace(self, seen={**(self.seen or {}), **counts})

    def checked(self) -> Topics:
        """Work out the tasks for what the leader sees; raises BadCounts where Kafka Streams would throw."""
        if self.seen is None:
            return self
        found = self.work_out(replace(self.tasks.given, counts=self._existing() | dict(self.seen), is_listing=True))
        refused = [one for one in found.diagnostics if one.severity is Severity.REFUSED]
        if refused or not found.are_known:
            words = " ".join(f"{one.reason} {one.effect}" for one in refused)
            raise BadCounts(words or "The tasks are not known for these counts.")
        return replace(self, tasks=found, seen=None)

    def records(self, state: StateSize) -> dict[TaskId, int]:
        """Give how many records the changelogs of each stateful task hold, over all its stores."""
        return {
            task.id: sum(state.stores.get(changelog.store, state.records) for changelog in one.changelogs)
            for one in self.tasks.sub_topologies
            for task in one.tasks or ()
            if task.is_stateful
        }

    def _existing(self) -> dict[str, int]:
        """Give the counts of all topics that a cluster has by now, internal ones among them."""
        changelogs = {
            changelog.name: len(one.tasks or ())
            for one in self.tasks.sub_topologies
            for changelog in one.changelogs
            if not changelog.is_source
        }
        return {**self.tasks.given.counts, **self.tasks.counts.counts, **changelogs}
