"""The result of an analysis: what was found, and what is not certain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topoviz.engine.choice.choice import VersionChoice
from topoviz.engine.description import Description
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.interpreter.program_settings import ProgramSettings
from topoviz.engine.dsl.interpreter.recipes import Start, UnusedOptimization
from topoviz.engine.dsl.ledger import Ledger
from topoviz.engine.optimizer.config import Optimization
from topoviz.engine.optimizer.optimizer import Optimized
from topoviz.engine.refusal import Refusal
from topoviz.engine.source import Origin
from topoviz.engine.submission import Language, Submission
from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import Topology
from topoviz.engine.versions import Behaviours, KafkaVersion, release_before


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """A version that takes a program which this one refuses, and the release with which that changed."""

    version: KafkaVersion
    changed: KafkaVersion
    reference: str

    def __str__(self) -> str:
        takes = f"Kafka Streams {self.version} takes the program ({self.reference})."
        if self.version == self.changed:
            return f"The refusal ends with {release_before(self.changed)}: {takes}"
        return f"The refusal begins with {self.changed}: {takes}"


@dataclass(frozen=True)
class AnalyzedTopology:
    """One topology: the plan before and after optimization, what Kafka Streams would run, or why it refuses.

    A topology read from a dump has no plan. One that nothing starts has the reason in `why_not_started`. What the text
    does not determine is in `unsure`, by name, with reasons. The program would catch what is refused of a guarded one.
    `settings` are those that it is started with; None where the text does not show that. Of a dump that is cut, parts
    are missing.
    """

    name: str
    optimization: Optimization
    optimized: Optimized | None = None
    topology: Topology | None = None
    groups: tuple[NodeGroup, ...] = ()
    description: Description | None = None
    refusal: Refusal | None = None
    refused_at: Origin | None = None
    made_at: Origin | None = None
    application_id: str | None = None
    built_without_properties: bool = False
    built_at: Origin | None = None
    unused_optimization: UnusedOptimization | None = None
    sets_optimization: bool = False
    is_guarded: bool = False
    is_dump: bool = False
    is_cut: bool = False
    taken_by: OtherVersion | None = None
    start: Start | None = None
    settings: ProgramSettings | None = None

    @property
    def why_not_started(self) -> str:
        """Say in a sentence why nothing starts it; nothing of one that is started, and of dumps."""
        return "" if self.start is None else self.start.why_not

    @property
    def is_named(self) -> bool:
        """Tell whether the name is one of the program's or a file's, and not words of ours for plain statements."""
        return self.start is None or self.start.is_named or self.name != self.start.name

    @property
    def application(self) -> str:
        """Give the folder of the application that it belongs to; empty where there is one only, and for dumps."""
        return "" if self.start is None else self.start.application

    @property
    def size(self) -> int:
        """Count the nodes that Kafka Streams would build."""
        return 0 if self.topology is None else len(self.topology.nodes)

    @property
    def why_no_plan(self) -> str:
        """Say in a sentence why there is no logical plan of a topology that was built; empty when there is one."""
        if self.optimized is not None or self.topology is None:
            return ""
        if self.is_dump:
            return (
                "A dump has no logical plan: describe() prints the nodes that were built, and not the calls of the DSL "
                "that made them."
            )
        return "This topology has no logical plan: it was made call by call, not with the DSL."

    @property
    def unsure(self) -> Mapping[str, str]:
        """Names that the text does not determine, with reasons."""
        if self.topology is not None:
            return self.topology.unsure
        return self.optimized.before.unsure if self.optimized is not None else {}

    @property
    def doubtful_names(self) -> tuple[str, ...]:
        """Names in the description that are not certain; the empty one stands for the shape itself."""
        if self.description is None:
            return tuple(self.unsure)
        shown = {""}
        for group in self.description.groups:
            for node in group.nodes:
                shown.update((node.name, node.topic or "", node.pattern or "", *node.topics, *node.stores))
        return tuple(name for name in self.unsure if name in shown)


@dataclass(frozen=True)
class Analysis:
    """Everything that was found out about a submission.

    Of `not_started`, nothing in the files runs them: they say nothing of the application, and what is not certain of
    them stands with each.
    """

    submission: Submission
    choice: VersionChoice
    behaviours: Behaviours
    language: Language | None
    topologies: tuple[AnalyzedTopology, ...]
    diagnostics: tuple[Diagnostic, ...]
    ledger: Ledger
    not_started: tuple[AnalyzedTopology, ...] = ()

    @property
    def all_topologies(self) -> tuple[AnalyzedTopology, ...]:
        """Give all topologies, those that nothing starts last."""
        return *self.topologies, *self.not_started

    @property
    def is_unreadable(self) -> bool:
        """Tell whether nothing could be made of the text."""
        return any(diagnostic.severity is Severity.UNREADABLE for diagnostic in self.diagnostics)

    @property
    def is_unsure(self) -> bool:
        """Tell whether part of the result is not certain."""
        return any(diagnostic.severity is Severity.UNSURE for diagnostic in self.diagnostics) or any(
            topology.doubtful_names for topology in self.topologies
        )
