"""From what somebody says of topics and of a cluster to the tasks of a topology and who gets them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.assignment.assignors.registry import NoSuchAssignor
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.reading_settings import SETTINGS, BadSetting, read_settings
from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.assignment.rebalanced import Application, Rebalance
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.model import Cluster
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.read import read_cluster
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.sizing.configuration import OPTIONS, Configuration, is_option, read_configuration
from topoviz.engine.sizing.given import Given
from topoviz.engine.sizing.loads import held_in
from topoviz.engine.sizing.sizing import Sizing, size
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of
from topoviz.engine.versions import Behaviours

NO_ANSWER: Final = (BadPartitionCounts, BadCluster, BadSetting, NoSuchAssignor, AssignmentFails)
"""What `assign` raises where there is no answer, each with a sentence for the user."""

_ASSIGNOR: Final = "assignor"
"""Beside settings of Kafka Streams, those of a cluster's text may name the assignor in our words."""


@dataclass(frozen=True, slots=True)
class AssignmentQuestion:
    """Texts as they were given: partition counts, a cluster in any form that is read, and settings by name.

    Settings and an assignor given here win over those of the cluster's text; settings that decide what an instance
    needs are among them. Without a cluster, only the tasks are asked for. What the cluster needs is reckoned where
    `given` says that somebody asks, with what is said there of machines and records.
    """

    partitions: str
    cluster: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    assignor: str | None = None
    given: Given | None = None


@dataclass(frozen=True, slots=True)
class Assigned:
    """The tasks; with a cluster, and where all tasks are known, also who gets them, and what that needs."""

    tasks: TopologyTasks
    settings: AssignmentSettings
    cluster: FoundCluster | None = None
    rebalance: Rebalance | None = None
    sizing: Sizing | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what the cluster's text has and is not taken."""
        return () if self.cluster is None else self.cluster.notes

    @property
    def doubts(self) -> tuple[str, ...]:
        """Sentences about what the answer rests on and nobody said."""
        of_text = () if self.cluster is None else self.cluster.doubts
        return (*of_text, *(() if self.rebalance is None else self.rebalance.doubts))


def assign(analyzed: AnalyzedTopology, question: AssignmentQuestion, behaviours: Behaviours) -> Assigned:
    """Work out the tasks of a topology that was built, and who gets them; raises one of `NO_ANSWER`."""
    tasks = tasks_of(analyzed, read_partition_counts(question.partitions), behaviours)
    if not question.cluster.strip():
        return Assigned(tasks, _settings(question.settings, behaviours)[0])
    cluster = read_cluster(question.cluster, KnownTasks(tasks.tasks))
    said = {name: word.text for name, word in cluster.settings.items()} | dict(question.settings)
    named = said.pop(_ASSIGNOR, None)
    settings, configuration = _settings(said, behaviours)
    if not tasks.are_known or tasks.is_refused:
        return Assigned(tasks, settings, cluster)
    racks = tasks.given.racks(cluster.broker_racks)
    application = Application(tasks.tasks, settings, behaviours, question.assignor or named, racks=racks)
    done = rebalance(Cluster(cluster.clients), application)
    sizing = None
    if question.given is not None:
        sizing = size(analyzed, tasks, cluster.clients, settings, configuration, question.given, held_in(done))
    return Assigned(tasks, settings, cluster, done, sizing)


def _settings(given: Mapping[str, str], behaviours: Behaviours) -> tuple[AssignmentSettings, Configuration]:
    """Read the settings that decide who gets which task, and those that decide what an instance needs."""
    for name in given:
        if name not in SETTINGS and not is_option(name):
            raise BadSetting(name, f"is not known here; known are {', '.join((*SETTINGS, *OPTIONS))}.")
    mine = {name: text for name, text in given.items() if name in SETTINGS}
    others = {name: text for name, text in given.items() if name not in SETTINGS}
    return read_settings(mine, behaviours), read_configuration(others, behaviours)
