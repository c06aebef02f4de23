"""The pipeline: text in, topologies out, one line for each stage.

The result always comes with diagnostics; nothing that a text says makes this raise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from topoviz.engine.applications import by_application
from topoviz.engine.choice.build_files import Said, choose_by_build_files
from topoviz.engine.choice.choice import VersionChoice, given, newest, of_project
from topoviz.engine.choice.dump_form import choose_by_form
from topoviz.engine.choice.methods import choose_by_methods
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.budget import Budget
from topoviz.engine.dsl.call_graph.dsl_calls import mentions_dsl
from topoviz.engine.dsl.configuration import Configuration, chosen_profiles
from topoviz.engine.dsl.frameworks.run_arguments import settings_of_run
from topoviz.engine.dsl.interpreter.interpret import Interpretation, Text, interpret
from topoviz.engine.dsl.interpreter.recipes import Recipe
from topoviz.engine.dsl.ledger import Ledger
from topoviz.engine.dumped import read_topologies, read_topologies_beside_code, with_copartitioning, without_dumps
from topoviz.engine.languages import detect_language, language_of_name
from topoviz.engine.notes import (
    caught_refusals,
    empty_topologies,
    not_read_yet,
    notes_on_dump,
    notes_on_settings,
    nothing_found,
    open_application_ids,
    open_refusals,
    outside_stores,
    refusals,
    unused_optimizations,
    version_doubts,
)
from topoviz.engine.optimizer.config import Optimization, parse_optimization
from topoviz.engine.optimizer.optimizer import optimize
from topoviz.engine.refusal import Refused
from topoviz.engine.refused_versions import find_other_versions
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.submission import Language, Submission
from topoviz.engine.syntax.build_files import is_build_file
from topoviz.engine.syntax.collecting import without_collecting
from topoviz.engine.syntax.configuration import name_as_configuration, read_configuration
from topoviz.engine.syntax.describe_text import DumpFile, dump_files
from topoviz.engine.syntax.layout import CODE
from topoviz.engine.syntax.readers import READABLE, read_file
from topoviz.engine.syntax.tree import Unit
from topoviz.engine.topology.assemble import assemble
from topoviz.engine.topology.describe import describe
from topoviz.engine.topology.internal_topics import changelog_topics
from topoviz.engine.topology.node_groups import find_node_groups
from topoviz.engine.versions import Behaviours, KafkaVersion

MUCH_TEXT: Final = 200_000
"""Bytes of Java that are looked through for a word of Kafka Streams before they are read."""


def analyze(submission: Submission, budget: Budget | None = None, texts: Sequence[DumpFile] | None = None) -> Analysis:
    """Analyze a submission; raises nothing for what its text says.

    `texts` are its files, from whoever has looked for dumps in them before.
    """
    texts = dump_files(submission.bundle) if texts is None else texts
    settings = submission.settings
    language = settings.language or detect_language(texts)
    said = _said(submission)
    choice = said.choice
    if language is Language.DESCRIBE:
        return _analyze_dumps(submission, said, texts)
    if language not in READABLE:
        choice = choice or newest("")
        return Analysis(
            submission, choice, Behaviours(choice.version, settings.jdk), language, (), (not_read_yet(language),),
            Ledger(()),
        )  # fmt: skip
    if settings.language is not None:
        return _analyze_programs(submission, language, said, budget)
    dumped, told = read_topologies_beside_code(submission, texts)
    if not dumped:
        return _analyze_programs(submission, language, said, budget)
    programs = _analyze_programs(without_dumps(submission, texts), language, said, budget)
    if not programs.topologies and not programs.ledger.entries:
        return _analyze_dumps(submission, said, texts)
    return replace(
        programs,
        submission=submission,
        topologies=(*programs.topologies, *with_copartitioning(dumped, programs.behaviours)),
        diagnostics=(*programs.diagnostics, *told),
    )


def _analyze_programs(submission: Submission, language: Language, said: Said, budget: Budget | None) -> Analysis:
    """Follow the code of a submission, in one of the languages that are read."""
    settings = submission.settings
    with without_collecting():
        choice, interpretation, found = _read_programs(submission, language, said, budget)
    behaviours = Behaviours(choice.version, settings.jdk)
    topologies = tuple(_finish(recipe, submission, behaviours) for recipe in interpretation.recipes)

    def try_at(version: KafkaVersion) -> tuple[AnalyzedTopology, ...]:
        with without_collecting():
            recipes = _read_programs(submission, language, Said(given(version)), budget)[1].recipes
        return tuple(_finish(recipe, submission, Behaviours(version, settings.jdk)) for recipe in recipes)

    topologies = find_other_versions(topologies, behaviours.version, try_at)
    not_started = tuple(_finish(recipe, submission, behaviours) for recipe in interpretation.not_started)
    topologies, not_started = by_application(topologies, not_started, submission.bundle)
    notes = (
        *notes_on_settings(topologies, submission),
        *unused_optimizations(topologies, submission),
        *empty_topologies(topologies),
        *_open_settings(interpretation.recipes, submission, behaviours),
        *outside_stores(topologies),
        *open_application_ids(topologies),
        *open_refusals(topologies),
        *caught_refusals(topologies),
    )
    diagnostics = (
        *found,
        *interpretation.diagnostics,
        *notes,
        *version_doubts(behaviours),
        *refusals(topologies, behaviours),
    )
    if not topologies and not any(one.severity is Severity.UNREADABLE for one in diagnostics):
        diagnostics = (*diagnostics, nothing_found(interpretation))
    return Analysis(
        submission, choice, behaviours, language, topologies, diagnostics, interpretation.ledger, not_started,
    )  # fmt: skip


def _said(submission: Submission) -> Said:
    """Give the version that was asked for, else the one that build files bring, else that of the project."""
    version, usual = submission.settings.kafka_version, submission.settings.usual_version
    if version is not None:
        return Said(given(version))
    said = choose_by_build_files(submission.bundle)
    if said.choice is not None or usual is None:
        return said
    return Said(of_project(usual).with_words(said.why_not), doubts=said.doubts)


def _read_programs(
    submission: Submission, language: Language, said: Said, budget: Budget | None
) -> tuple[VersionChoice, Interpretation, tuple[Diagnostic, ...]]:
    units: list[Unit] = []
    diagnostics: list[Diagnostic] = []
    is_about_something_else = _is_about_something_else(submission, language)
    configuration = Configuration(chosen_profiles=chosen_profiles(submission.settings.set_values))
    for file_id, file in enumerate(submission.bundle.files):
        if is_build_file(file):
            units.append(_unread(file, file_id))
            continue
        name = name_as_configuration(file)
        if name is not None:
            settings, found = read_configuration(file, file_id, name)
            units.append(_unread(file, file_id))
            configuration.add(name, settings)
            diagnostics.extend(found)
            continue
        written_in = language_of_name(file.name) or language
        if written_in not in READABLE:
            units.append(_unread(file, file_id))
            diagnostics.append(not_read_yet(written_in, units[-1].span))
            continue
        if is_about_something_else:
            units.append(_unread(file, file_id))
            continue
        unit, found = read_file(written_in, file, file_id)
        units.append(unit)
        diagnostics.extend(found)
        configuration.add(file.name, settings_of_run(unit))
    broken = tuple(one.span for one in diagnostics if one.code in ("syntax", CODE) and one.span is not None)
    closed = tuple(one.span for one in diagnostics if one.code == CODE and one.span is not None)
    text = Text(submission.bundle, tuple(units), broken, configuration, closed)

    def follow(version: KafkaVersion) -> Interpretation:
        behaviours = Behaviours(version, submission.settings.jdk)
        # Each has all the steps, and what is left of the time.
        limits = None if budget is None else replace(budget, spent=0)
        return interpret(text, behaviours, submission.settings.set_values, limits)

    diagnostics.extend(said.doubts)
    if said.choice is not None:
        return said.choice, follow(said.choice.version), tuple(diagnostics)
    choice, interpretation = choose_by_methods(units, follow)
    return choice.with_words(said.why_not), interpretation, tuple(diagnostics)


def _unread(file: SourceFile, file_id: int) -> Unit:
    """Give the unit of a file that has no program to follow."""
    return Unit(Span(file_id, 0, len(file.data)), "", ())


def _is_about_something_else(submission: Submission, language: Language) -> bool:
    """Tell whether much Java has nothing of Kafka Streams in it, so that reading it would be for nothing."""
    files = [file for file in submission.bundle.files if not is_build_file(file)]
    return (
        sum(len(file.data) for file in files) > MUCH_TEXT
        and all((language_of_name(file.name) or language) is Language.JAVA for file in files)
        and not any(mentions_dsl(file.text) for file in files)
    )


def _finish(recipe: Recipe, submission: Submission, behaviours: Behaviours) -> AnalyzedTopology:
    """Optimize, build and describe one topology, as far as Kafka Streams would get."""
    result = _build(recipe, submission, behaviours)
    if result.topology is None:
        return result
    try:
        description = describe(result.topology, behaviours)
    except Refused as refused:
        return replace(result, topology=None, refusal=refused.refusal, refused_at=refused.origin)
    return replace(result, groups=find_node_groups(result.topology, behaviours), description=description)


def _build(recipe: Recipe, submission: Submission, behaviours: Behaviours) -> AnalyzedTopology:
    """Optimize and build one topology, which nobody has described yet."""
    wanted = submission.settings.optimize
    own = recipe.optimization if recipe.optimization is not None else "none"
    text = own if wanted is None else wanted
    result = AnalyzedTopology(
        recipe.name, Optimization(text, frozenset()), refusal=recipe.refusal, refused_at=recipe.refused_at,
        made_at=recipe.made_at,
        application_id=submission.settings.application_id or recipe.application_id,
        built_without_properties=recipe.built_without_properties, built_at=recipe.built_at,
        unused_optimization=recipe.unused_optimization,
        sets_optimization=recipe.optimization is not None,
        is_guarded=recipe.is_guarded, start=recipe.start, settings=recipe.settings,
    )  # fmt: skip
    if recipe.refusal is not None:
        # What a Topology refuses, it refuses at once: before whatever ended the program later. It is not described.
        before = (_build(one, submission, behaviours) for one in recipe.made_before)
        first = next((one for one in before if one.refusal is not None), result)
        return replace(result, refusal=first.refusal, refused_at=first.refused_at, is_guarded=first.is_guarded)
    try:
        optimization = parse_optimization(text, behaviours, from_program=wanted is None)
        result = replace(result, optimization=optimization)
        if recipe.plan is not None:
            optimized = optimize(recipe.plan, behaviours, optimization)
            result = replace(result, optimized=optimized, refusal=optimized.refusal, refused_at=optimized.refused_at)
            if optimized.refusal is not None:
                return result
        plan = result.optimized.plan if result.optimized is not None else None
        topology = assemble(plan, recipe.calls, recipe.unsure, behaviours, is_open=recipe.is_open)
    except Refused as refused:
        return replace(result, refusal=refused.refusal, refused_at=refused.origin)
    return replace(result, topology=topology)


def _analyze_dumps(submission: Submission, said: Said, texts: Sequence[DumpFile]) -> Analysis:
    """Read describe() texts: the topologies are there, the plans are not."""
    topologies, diagnostics = read_topologies(submission, texts)
    descriptions = [one.description for one in topologies if one.description is not None]
    choice = said.choice or choose_by_form(descriptions).with_words(said.why_not)
    behaviours = Behaviours(choice.version, submission.settings.jdk)
    topologies = with_copartitioning(topologies, behaviours)
    diagnostics = (*diagnostics, *notes_on_dump(submission), *said.doubts)
    return Analysis(submission, choice, behaviours, Language.DESCRIBE, topologies, diagnostics, Ledger(()))


def _open_settings(
    recipes: tuple[Recipe, ...], submission: Submission, behaviours: Behaviours
) -> tuple[Diagnostic, ...]:
    """Say where topology.optimization is not known and would make a difference."""
    if submission.settings.optimize is not None:
        return ()
    return tuple(
        Diagnostic(
            Severity.UNSURE,
            "open-optimization",
            recipe.optimization_open,
            "It is shown as with topology.optimization=none; with all it would be another.",
            recipe.made_at.span if recipe.made_at is not None else None,
            "Say what topology.optimization is: none, all or a list of rules.",
        )
        for recipe in recipes
        if recipe.optimization_open and _optimization_matters(recipe, submission, behaviours)
    )


def _optimization_matters(recipe: Recipe, submission: Submission, behaviours: Behaviours) -> bool:
    """Tell whether the topology differs between none and all, in its text or in its changelog topics."""
    results = []
    for setting in ("none", "all"):
        settings = replace(submission.settings, optimize=setting)
        result = _finish(recipe, replace(submission, settings=settings), behaviours)
        topics = () if result.topology is None else changelog_topics(result.topology)
        results.append((result.description, topics, result.refusal))
    return results[0] != results[1]
