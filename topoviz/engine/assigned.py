"""From what somebody says of topics and of a cluster to the tasks of a topology and who gets them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.assignment.assignors.registry import NoSuchAssignor
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.assignment.rebalanced import Application, Rebalance
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.model import Cluster
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.read import read_cluster
from topoviz.engine.cluster.reading.thread_count import ThreadCount
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.sizing.given import Given
from topoviz.engine.sizing.loads import held_in
from topoviz.engine.sizing.sizing import Sizing, size
from topoviz.engine.starting_settings import StartingSettings, starting_settings, threads_asked
from topoviz.engine.state_sizes.model import StateSizes
from topoviz.engine.task_restores import TaskRestores, task_restores
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of
from topoviz.engine.versions import Behaviours

NO_ANSWER: Final = (BadPartitionCounts, BadCluster, BadSetting, NoSuchAssignor, AssignmentFails)
"""What `assign` raises where there is no answer, each with a sentence for the user."""


@dataclass(frozen=True, slots=True)
class AssignmentQuestion:
    """Texts as they were given: partition counts, a cluster in any form that is read, and settings by name.

    Settings and an assignor given here win over those of the cluster's text, and these over the program's own; settings
    that decide what an instance needs are among them. Without a cluster, only the tasks are asked for. What the cluster
    needs is reckoned where `given` says that somebody asks, with what is said there of machines and records; what tasks
    restore, where the `sizes` of stores are known.
    """

    partitions: str
    cluster: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    assignor: str | None = None
    given: Given | None = None
    sizes: StateSizes | None = None


@dataclass(frozen=True, slots=True)
class Assigned:
    """The tasks; with a cluster, and where all tasks are known, also who gets them, and what that needs."""

    tasks: TopologyTasks
    starting: StartingSettings
    cluster: FoundCluster | None = None
    rebalance: Rebalance | None = None
    sizing: Sizing | None = None
    restores: TaskRestores | None = None

    @property
    def settings(self) -> AssignmentSettings:
        """The settings that decide who gets which task."""
        return self.starting.assignment

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what the program and the cluster's text have and is not taken."""
        return () if self.cluster is None else (*self.starting.notes, *self.cluster.notes)

    @property
    def doubts(self) -> tuple[str, ...]:
        """Sentences about what the answer rests on and nobody said."""
        of_texts = () if self.cluster is None else (*self.starting.doubts, *self.cluster.doubts)
        return (*of_texts, *(() if self.rebalance is None else self.rebalance.doubts))


def assign(analyzed: AnalyzedTopology, question: AssignmentQuestion, behaviours: Behaviours) -> Assigned:
    """Work out the tasks of a topology that was built, and who gets them; raises one of `NO_ANSWER`."""
    found = _assign(analyzed, question, behaviours)
    if question.sizes is None:
        return found
    return replace(found, restores=task_restores(found.tasks, question.sizes, found.rebalance))


def _assign(analyzed: AnalyzedTopology, question: AssignmentQuestion, behaviours: Behaviours) -> Assigned:
    tasks = tasks_of(analyzed, read_partition_counts(question.partitions), behaviours)
    asked, program = question.settings, analyzed.settings
    starting = starting_settings(program, {}, asked, question.assignor, behaviours)
    if not question.cluster.strip():
        return Assigned(tasks, starting)
    usual = ThreadCount(threads_asked(asked), starting.threads)
    cluster = read_cluster(question.cluster, KnownTasks(tasks.tasks), usual)
    starting = starting_settings(
        program, cluster.settings, asked, question.assignor, behaviours, has_usual_threads=cluster.has_usual_threads
    )
    cluster = replace(cluster, clients=tuple(map(starting.client, cluster.clients)))
    if not tasks.are_known or tasks.is_refused:
        return Assigned(tasks, starting, cluster)
    racks = tasks.given.racks(cluster.broker_racks)
    application = Application(tasks.tasks, starting.assignment, behaviours, starting.assignor, racks=racks)
    done = rebalance(Cluster(cluster.clients), application)
    sizing = None
    if question.given is not None:
        sizing = size(
            analyzed, tasks, cluster.clients, starting.assignment, starting.configuration, question.given, held_in(done)
        )
        sizing = replace(sizing, notes=(*starting.memory_doubts, *sizing.notes))
    return Assigned(tasks, starting, cluster, done, sizing)
