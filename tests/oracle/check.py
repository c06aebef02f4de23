"""Hold the engine against the recordings: every program, version and optimization setting."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, TypeVar, cast
from unittest.mock import patch

from tests.oracle.programs import SUFFIXES, Program, find_programs, recording_path
from tests.oracle.recording import Record, Recording, mask_identities, read_recordings
from topoviz.engine import analysis as analysis_module
from topoviz.engine.analysis import analyze
from topoviz.engine.choice.build_files import Said
from topoviz.engine.dsl.budget import Budget
from topoviz.engine.dsl.throws import NO_MESSAGE
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.tree_text import plan_to_text
from topoviz.engine.optimizer import optimizer as optimizer_module
from topoviz.engine.optimizer.config import Optimization
from topoviz.engine.optimizer.optimizer import RULES
from topoviz.engine.optimizer.rule import Outcome, Rule
from topoviz.engine.refusal import Refused
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.syntax.readers import read_file
from topoviz.engine.topology.assemble import assemble
from topoviz.engine.topology.copartition_groups import copartition_groups
from topoviz.engine.topology.describe import describe, to_text
from topoviz.engine.topology.internal_topics import topics_by_group
from topoviz.engine.topology.node_groups import find_node_groups
from topoviz.engine.topology.nodes import Topology
from topoviz.engine.versions import Behaviours, KafkaVersion, parse_version

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Difference:
    """One part in which the engine and the real library do not agree, as lines of a diff."""

    setting: str
    part: str
    lines: tuple[str, ...]


def recordings_of(program: Program) -> dict[str, Recording]:
    """Give what the library said about a program, by version."""
    path = recording_path(program)
    return read_recordings(path.read_text(encoding="utf-8")) if path.exists() else {}


def recorded_programs(version: str, only: str = "") -> list[tuple[Program, Recording]]:
    """Give every program that is recorded at a version, with its recording."""
    found = ((program, recordings_of(program)) for program in find_programs(only))
    return [(program, recordings[version]) for program, recordings in found if version in recordings]


def differences_by_version(program: Program, recordings: Mapping[str, Recording]) -> dict[str, list[Difference]]:
    """Compare the engine with a program's recordings; only versions at which they differ are in the result.

    The engine knows of a version only what it asks of its behaviours. So where it asked nothing that a later version
    answers otherwise, it would say the same there, and is not run again when the library said the same too.
    """
    known: list[tuple[Recording, Answers, list[Difference]]] = []
    found: dict[str, list[Difference]] = {}
    with _reading_once():
        for version, recording in recordings.items():
            behaviours = Behaviours(parse_version(version))
            for earlier, answers, parts in known:
                if earlier.results == recording.results and answers_alike(behaviours, answers):
                    found[version] = parts
                    break
            else:
                with noting_answers() as answers:
                    found[version] = differences(program, recording)
                known.append((recording, answers, found[version]))
    return {version: parts for version, parts in found.items() if parts}


Found = Mapping[str, list[Difference]]
Answers = dict[tuple[str, str], bool]
"""What was asked of a version: the method of Behaviours, its argument, and the answer."""

_QUESTIONS = ("has", "is_since")


def answers_alike(behaviours: Behaviours, answers: Answers) -> bool:
    """Tell whether a version gives the same answers to what was asked of another."""
    return all(getattr(behaviours, method)(argument) is answer for (method, argument), answer in answers.items())


@contextmanager
def noting_answers() -> Iterator[Answers]:
    """Note what the engine asks of a version."""
    answers: Answers = {}

    def noting(method: str) -> Callable[[Behaviours, str], bool]:
        ask = getattr(Behaviours, method)

        def noted(behaviours: Behaviours, argument: str) -> bool:
            answer: bool = ask(behaviours, argument)
            answers[method, argument] = answer
            return answer

        return noted

    ask_quietly = Behaviours.has
    has, is_since = map(noting, _QUESTIONS)

    def rules_for(behaviours: Behaviours, optimization: Optimization) -> tuple[Rule, ...]:
        asking = SimpleNamespace(has=partial(ask_quietly, behaviours))
        chosen = choose_rules(cast("Behaviours", asking), optimization)
        of_setting = (rule for rule in RULES if rule.config is None or rule.config in optimization.rules)
        return tuple(_noting_whether_it_matters(rule, is_chosen=rule in chosen) for rule in of_setting)

    choose_rules = optimizer_module.rules_for
    with (
        patch.object(Behaviours, "has", has),
        patch.object(Behaviours, "is_since", is_since),
        patch.object(optimizer_module, "rules_for", rules_for),
    ):
        yield answers


def _noting_whether_it_matters(rule: Rule, *, is_chosen: bool) -> Rule:
    """Let a rule ask for its version where it would change the plan, and go where it is not chosen."""

    def apply(plan: LogicalPlan, behaviours: Behaviours) -> Outcome:
        outcome = rule.apply(plan, behaviours)
        if rule.behaviour is not None and outcome != Outcome(plan):
            behaviours.has(rule.behaviour)
        return outcome if is_chosen else Outcome(plan)

    return replace(rule, apply=apply)


@contextmanager
def _reading_once() -> Iterator[None]:
    """Let a text that is analyzed at many versions be parsed once: its tree hangs on no version."""
    with patch.object(analysis_module, "read_file", cache(read_file)):
        yield


def differences(program: Program, recording: Recording) -> list[Difference]:
    """Compare the engine with a recording, part by part."""
    found: list[Difference] = []
    with following_once(), _building_once(), _asking_no_other():
        as_written = _as_written(program, recording.kafka_version)
        for setting, records in recording.results.items():
            analysis = _under_setting(as_written, setting)
            candidates = [_compare(setting, analysis, record) for record in records]
            best = min(candidates, key=len)
            found.extend(best)
    return found


@contextmanager
def following_once() -> Iterator[None]:
    """Let one program be followed once for all settings of the optimizer, which come into play behind it."""
    follow = analysis_module._read_programs
    followed: dict[KafkaVersion, Any] = {}

    def follow_once(submission: Submission, language: Language, said: Said, budget: Budget | None) -> Any:
        assert said.choice is not None, "the oracle says at which version it asks"
        version = said.choice.version
        if version not in followed:
            followed[version] = follow(submission, language, said, budget)
        return followed[version]

    with patch.object(analysis_module, "_read_programs", follow_once):
        yield


@contextmanager
def _building_once() -> Iterator[None]:
    """Let a plan that is the same under several settings be built and described once: both know the plan alone."""
    built: list[tuple[tuple[Any, ...], Topology | Refused]] = []

    def assemble_once(*asked: Any, is_open: bool) -> Topology:
        for known, result in built:
            if known == (asked, is_open):
                if isinstance(result, Refused):
                    raise result
                return result
        try:
            topology = assemble(*asked, is_open=is_open)
        except Refused as refused:
            built.append(((asked, is_open), refused))
            raise
        built.append(((asked, is_open), topology))
        return topology

    with (
        patch.object(analysis_module, "assemble", assemble_once),
        patch.object(analysis_module, "describe", _once_for_each(describe)),
        patch.object(analysis_module, "find_node_groups", _once_for_each(find_node_groups)),
    ):
        yield


def _once_for_each(ask: Callable[[Topology, Behaviours], R]) -> Callable[[Topology, Behaviours], R]:
    """Let the same be asked once of each topology, at one version."""
    answers: dict[int, tuple[Topology, R]] = {}

    def ask_once(topology: Topology, behaviours: Behaviours) -> R:
        if id(topology) not in answers:
            answers[id(topology)] = (topology, ask(topology, behaviours))
        return answers[id(topology)][1]

    return ask_once


@contextmanager
def _asking_no_other() -> Iterator[None]:
    """Let nobody ask at which other version a refusal ends, for which the program would be followed there too."""

    def ask_no_other(topologies: tuple[AnalyzedTopology, ...], *_: object) -> tuple[AnalyzedTopology, ...]:
        return topologies

    with patch.object(analysis_module, "find_other_versions", ask_no_other):
        yield


def ask_engine(program: Program, version: str, setting: str) -> Analysis:
    """Analyze a program as its recording was made: with the same entry, version and setting."""
    with following_once():
        return _under_setting(_as_written(program, version), setting)


def _as_written(program: Program, version: str) -> Analysis:
    file_name = f"{program.name}{SUFFIXES[program.language]}"
    bundle = Bundle((SourceFile(file_name, engine_text(program)),))
    return analyze(Submission(bundle, Settings(parse_version(version), application_id="app")))


def _under_setting(as_written: Analysis, setting: str) -> Analysis:
    if any(topology.sets_optimization or topology.built_without_properties for topology in as_written.topologies):
        return as_written  # the program does not take the setting from outside
    submission = as_written.submission
    return analyze(replace(submission, settings=replace(submission.settings, optimize=setting)))


def engine_text(program: Program) -> str:
    """Give the text with the statements that the oracle adds to start a program, as far as it needs any."""
    if not program.topology:
        return program.text
    if program.language == "kotlin":
        return f"{program.text}\nval builder = StreamsBuilder()\n{program.topology}\n"
    return f"{program.text}\nStreamsBuilder builder = new StreamsBuilder();\n{program.topology};\n"


def _compare(setting: str, analysis: Analysis, record: Record) -> list[Difference]:
    topologies = analysis.topologies
    if len(topologies) > 1:  # beside its own start, the program has the one that the oracle added
        topologies = tuple(topology for topology in topologies if not topology.is_named)
    if len(topologies) != 1:
        names = ", ".join(topology.name for topology in analysis.topologies) or "none"
        reasons = [diagnostic.reason for diagnostic in analysis.diagnostics]
        return [Difference(setting, "topologies", (f"expected one, found {names}", *reasons))]
    topology = topologies[0]
    parts = [
        ("refused", _recorded_refusal(record), _engine_refusal(topology)),
        ("plan", record.plan, _engine_plan(topology, analysis.behaviours)),
        ("describe", record.describe, _engine_describe(topology)),
        ("node groups", _lines(record.node_groups), _engine_groups(topology)),
        ("topics", _recorded_topics(record, analysis.behaviours), _engine_topics(topology, analysis.behaviours)),
        ("copartition groups", _recorded_copartition(record, analysis.behaviours), _engine_copartition(topology)),
    ]
    found = []
    for part, expected, actual in parts:
        if expected is None and part != "refused":
            continue
        if expected != actual:
            found.append(Difference(setting, part, tuple(_diff(expected or "", actual or ""))))
    if record.describe is not None and analysis.is_unsure:
        doubts = tuple(str(diagnostic) for diagnostic in analysis.diagnostics)
        found.append(Difference(setting, "unsure", (*doubts, *map(str, topology.unsure.items()))))
    return found


def _recorded_refusal(record: Record) -> str | None:
    if record.refused is None or record.refused.phase == "start":
        return None
    message = NO_MESSAGE if record.refused.message is None else record.refused.message
    return f"{record.refused.exception}: {message}"


def _engine_refusal(topology: AnalyzedTopology) -> str | None:
    return None if topology.refusal is None else mask_identities(str(topology.refusal))


def _engine_plan(topology: AnalyzedTopology, behaviours: Behaviours) -> str | None:
    return plan_to_text(topology.optimized.plan, behaviours).rstrip("\n") if topology.optimized is not None else None


def _engine_describe(topology: AnalyzedTopology) -> str | None:
    return to_text(topology.description, topology.unsure) if topology.description is not None else None


def _engine_groups(topology: AnalyzedTopology) -> str:
    return _lines(tuple((group.id, tuple(sorted(group.nodes))) for group in topology.groups)) or ""


def _recorded_topics(record: Record, behaviours: Behaviours) -> str | None:
    """Take the topics of each group from a recording.

    Before 2.4 Kafka Streams leaves the sinks of DSL programs out of this list, so they are left out here.
    """
    if record.topics is None:
        return None
    kinds = ("source", "repartition source", "changelog", *(("sink",) if _lists_sinks(behaviours) else ()))
    return "".join(
        f"{number}: {line}\n" for number, lines in record.topics for line in lines if line.partition(": ")[0] in kinds
    )


def _engine_topics(topology: AnalyzedTopology, behaviours: Behaviours) -> str | None:
    """Print the engine's topics of each group as recordings have them: internal ones behind the application's id."""
    if topology.topology is None:
        return None
    internal = topology.topology.repartition_topics

    def full(topic: str) -> str:
        return f"app-{topic}" if topic in internal else topic

    lines: list[str] = []
    for group in topics_by_group(topology.topology, topology.groups):
        if not group.sources:
            continue  # a pattern that matches nothing yet
        sources = sorted(f"source: {full(topic)}" for topic in group.sources)
        repartitions = sorted(f"repartition source: {full(topic)}" for topic in group.repartition_sources)
        sinks = sorted(f"sink: {full(topic)}" for topic in group.sinks) if _lists_sinks(behaviours) else []
        changelogs = sorted(
            f"changelog: {changelog.name if changelog.is_source else f'app-{changelog.name}'}"
            for changelog in group.changelogs
            if not changelog.is_source or _lists_source_changelogs(behaviours)
        )
        lines.extend(f"{group.group_id}: {line}\n" for line in (*sources, *repartitions, *sinks, *changelogs))
    return "".join(lines)


def _lists_source_changelogs(behaviours: Behaviours) -> bool:
    """Before 2.6 a source topic that is a store's changelog is listed as a source alone."""
    return behaviours.is_since("2.6.0")


def _lists_sinks(behaviours: Behaviours) -> bool:
    return behaviours.has("numbers_groups_in_write_order")


def _recorded_copartition(record: Record, behaviours: Behaviours) -> str | None:
    """Take the copartition groups of a recording; before 2.4 Kafka Streams does not join those that share a topic."""
    if record.copartition_groups is None or not behaviours.has("numbers_groups_in_write_order"):
        return None
    return "".join(sorted(f"{', '.join(topics)}\n" for _, topics in record.copartition_groups if topics))


def _engine_copartition(topology: AnalyzedTopology) -> str | None:
    if topology.topology is None:
        return None
    internal = topology.topology.repartition_topics
    groups = [
        sorted(f"app-{topic}" if topic in internal else topic for topic in group.topics)
        for group in copartition_groups(topology.topology, topology.application_id)
    ]
    return "".join(sorted(f"{', '.join(topics)}\n" for topics in groups))


def check_versions(versions: Collection[str], only: str = "") -> Iterator[tuple[Program, Found]]:
    """Compare every recorded program with its recordings at some versions: the differences at each that it has."""
    for program in find_programs(only):
        recordings = {version: one for version, one in recordings_of(program).items() if version in versions}
        found = differences_by_version(program, recordings)
        yield program, {version: found.get(version, []) for version in recordings}


def _lines(groups: tuple[tuple[int, tuple[str, ...]], ...] | None) -> str | None:
    if groups is None:
        return None
    return "".join(f"{number}: {', '.join(lines)}\n" for number, lines in groups)


def _diff(expected: str, actual: str) -> list[str]:
    return list(difflib.unified_diff(expected.splitlines(), actual.splitlines(), "recorded", "engine", lineterm=""))
