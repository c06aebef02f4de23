"""The pipeline: text in, topologies out, one line for each stage.

The result always comes with diagnostics; nothing that a text says makes this raise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from topoviz.engine.description import Description
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.budget import Budget
from topoviz.engine.dsl.interpreter.interpret import Interpretation, Recipe, interpret
from topoviz.engine.dsl.ledger import Ledger
from topoviz.engine.languages import detect_language
from topoviz.engine.optimizer.config import Optimization, parse_optimization
from topoviz.engine.optimizer.optimizer import Optimized, optimize
from topoviz.engine.refusal import Refusal, Refused
from topoviz.engine.source import Origin
from topoviz.engine.submission import Language, Submission
from topoviz.engine.syntax.describe_text import read_description
from topoviz.engine.syntax.java import read_java
from topoviz.engine.syntax.tree import Unit
from topoviz.engine.topology.assemble import assemble
from topoviz.engine.topology.describe import describe
from topoviz.engine.topology.node_groups import NodeGroup, find_node_groups
from topoviz.engine.topology.nodes import Topology
from topoviz.engine.topology.rebuild import rebuild
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True)
class AnalyzedTopology:
    """One topology: the plan before and after optimization, what Kafka Streams would run, or why it refuses.

    A topology read from a dump has no plan. What the text does not determine is in `unsure`, by name, with reasons.
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
    sets_optimization: bool = False

    @property
    def unsure(self) -> Mapping[str, str]:
        """Names that the text does not determine, with reasons."""
        if self.topology is not None:
            return self.topology.unsure
        return self.optimized.before.unsure if self.optimized is not None else {}


@dataclass(frozen=True)
class Analysis:
    """Everything that was found out about a submission."""

    submission: Submission
    behaviours: Behaviours
    language: Language | None
    topologies: tuple[AnalyzedTopology, ...]
    diagnostics: tuple[Diagnostic, ...]
    ledger: Ledger

    @property
    def is_unreadable(self) -> bool:
        """Tell whether nothing could be made of the text."""
        return any(diagnostic.severity is Severity.UNREADABLE for diagnostic in self.diagnostics)

    @property
    def is_unsure(self) -> bool:
        """Tell whether part of the result is not certain."""
        return any(diagnostic.severity is Severity.UNSURE for diagnostic in self.diagnostics) or any(
            topology.unsure for topology in self.topologies
        )


def analyze(submission: Submission, budget: Budget | None = None) -> Analysis:
    """Analyze a submission; raises nothing for what its text says."""
    settings = submission.settings
    behaviours = Behaviours(settings.kafka_version, settings.jdk)
    language = settings.language or detect_language(submission.bundle)
    if language is Language.DESCRIBE:
        return _analyze_dump(submission, behaviours)
    if language is not Language.JAVA:
        return Analysis(submission, behaviours, language, (), (_not_read_yet(language),), Ledger(()))
    interpretation, found = _read_programs(submission, behaviours, budget)
    topologies = tuple(_finish(recipe, submission, behaviours) for recipe in interpretation.recipes)
    notes = _notes(topologies, submission)
    diagnostics = (*found, *interpretation.diagnostics, *notes, *_refusals(topologies))
    if not topologies and not any(one.severity is Severity.UNREADABLE for one in diagnostics):
        diagnostics = (*diagnostics, _nothing_found(interpretation))
    return Analysis(submission, behaviours, language, topologies, diagnostics, interpretation.ledger)


def _read_programs(
    submission: Submission, behaviours: Behaviours, budget: Budget | None
) -> tuple[Interpretation, tuple[Diagnostic, ...]]:
    units: list[Unit] = []
    diagnostics: list[Diagnostic] = []
    for file_id, file in enumerate(submission.bundle.files):
        unit, found = read_java(file, file_id)
        units.append(unit)
        diagnostics.extend(found)
    interpretation = interpret(submission.bundle, units, behaviours, submission.settings.set_values, budget)
    return interpretation, tuple(diagnostics)


def _finish(recipe: Recipe, submission: Submission, behaviours: Behaviours) -> AnalyzedTopology:
    """Optimize, build and describe one topology, as far as Kafka Streams would get."""
    wanted = submission.settings.optimize
    text = wanted if wanted is not None else recipe.optimization or "none"
    result = AnalyzedTopology(
        recipe.name, Optimization(text, frozenset()), refusal=recipe.refusal, refused_at=recipe.refused_at,
        made_at=recipe.made_at,
        application_id=submission.settings.application_id or recipe.application_id,
        built_without_properties=recipe.built_without_properties,
        sets_optimization=recipe.optimization is not None,
    )  # fmt: skip
    if recipe.refusal is not None:
        return result
    try:
        optimization = parse_optimization(text, behaviours)
        result = replace(result, optimization=optimization)
        if recipe.plan is not None:
            optimized = optimize(recipe.plan, behaviours, optimization)
            result = replace(result, optimized=optimized, refusal=optimized.refusal)
            if optimized.refusal is not None:
                return result
        plan = result.optimized.plan if result.optimized is not None else None
        topology = assemble(plan, recipe.calls, recipe.unsure, behaviours)
    except Refused as refused:
        return replace(result, refusal=refused.refusal, refused_at=refused.origin)
    groups = find_node_groups(topology, behaviours)
    return replace(result, topology=topology, groups=groups, description=describe(topology, behaviours))


def _analyze_dump(submission: Submission, behaviours: Behaviours) -> Analysis:
    """Read describe() texts: the topology is there, the plan is not."""
    topologies: list[AnalyzedTopology] = []
    diagnostics: list[Diagnostic] = []
    for file_id, file in enumerate(submission.bundle.files):
        description, found = read_description(file, file_id)
        diagnostics.extend(found)
        if description is not None:
            topology = rebuild(description)
            groups = find_node_groups(topology, behaviours)
            topologies.append(
                AnalyzedTopology(
                    file.name,
                    Optimization("as dumped", frozenset()),
                    topology=topology,
                    groups=groups,
                    description=description,
                    application_id=submission.settings.application_id,
                )
            )
    return Analysis(submission, behaviours, Language.DESCRIBE, tuple(topologies), tuple(diagnostics), Ledger(()))


def _notes(topologies: tuple[AnalyzedTopology, ...], submission: Submission) -> tuple[Diagnostic, ...]:
    """Say when an optimization that was asked for is not what the program itself would get."""
    if submission.settings.optimize in (None, "none"):
        return ()
    return tuple(
        Diagnostic(
            Severity.NOTE,
            "build-without-properties",
            "The program calls build() without properties, so Kafka Streams would not optimize it.",
            f"It is shown as with topology.optimization={submission.settings.optimize}.",
            topology.made_at.span if topology.made_at is not None else None,
            "Pass the properties to build(), or leave --optimize out.",
        )
        for topology in topologies
        if topology.built_without_properties
    )


def _refusals(topologies: tuple[AnalyzedTopology, ...]) -> tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic(
            Severity.REFUSED,
            "refused",
            str(topology.refusal),
            "Kafka Streams of this version would refuse this program; there is no topology.",
            topology.refused_at.span if topology.refused_at is not None else None,
        )
        for topology in topologies
        if topology.refusal is not None
    )


def _not_read_yet(language: Language) -> Diagnostic:
    name = language.value.capitalize()
    return Diagnostic(
        Severity.UNREADABLE,
        "language",
        f"This looks like {name}, which topoviz does not read yet.",
        "There is nothing to show.",
        next_step="Paste the text of Topology.describe(), or choose --language java if it is Java after all.",
    )


def _nothing_found(interpretation: Interpretation) -> Diagnostic:
    if interpretation.ledger.entries:
        return Diagnostic(
            Severity.UNSURE,
            "no-topology",
            "The text calls Kafka Streams, but nothing that was followed makes a StreamsBuilder or a Topology.",
            "There is no topology to show.",
            next_step="Paste the code that makes the builder and calls these methods too.",
        )
    return Diagnostic(
        Severity.UNREADABLE,
        "no-kafka-streams",
        "The text has no call of the Kafka Streams DSL or Processor API.",
        "There is nothing to show.",
        next_step="Paste Java code that uses a StreamsBuilder or a Topology, or the text of Topology.describe().",
    )
