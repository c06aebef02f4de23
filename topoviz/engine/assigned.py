"""From what somebody says of topics and of a cluster to the tasks of a topology and who gets them.

Raises BadPartitionCounts, BadCluster and BadSetting, each with a sentence and, where there is one, the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topoviz.engine.assignment.reading_settings import read_settings
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.read import read_cluster
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.tasks.reading_counts import read_partition_counts
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class AssignmentQuestion:
    """Texts as they were given: partition counts, a cluster in any form that is read, and settings by name.

    Settings given here win over those of the cluster's text. Without a cluster, only the tasks are asked for.
    """

    partitions: str
    cluster: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    assignor: str | None = None


@dataclass(frozen=True, slots=True)
class Assigned:
    """The tasks, and the cluster among whose clients they are divided, if there is one."""

    tasks: TopologyTasks
    settings: AssignmentSettings
    cluster: FoundCluster | None = None


def assign(analyzed: AnalyzedTopology, question: AssignmentQuestion, behaviours: Behaviours) -> Assigned:
    """Work out the tasks of a topology that was built, and who gets them."""
    tasks = tasks_of(analyzed, read_partition_counts(question.partitions), behaviours)
    if not question.cluster.strip() or not tasks.are_known:
        return Assigned(tasks, read_settings(question.settings, behaviours))
    cluster = read_cluster(question.cluster, KnownTasks(tasks.tasks))
    settings = {name: word.text for name, word in cluster.settings.items()} | dict(question.settings)
    return Assigned(tasks, read_settings(settings, behaviours), cluster)
