"""From texts to a scenario that was worked out: topics and tasks, a cluster, and events.

Raises BadPartitionCounts, BadCluster, BadScenario, BadSetting and NoSuchAssignor, each with a sentence and, where there
is one, the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.assignment.assignor_classes import STREAMS_GROUP
from topoviz.engine.assignment.assignors.registry import NoSuchAssignor, assignor_for
from topoviz.engine.assignment.reading_settings import SETTINGS, BadSetting, read_settings
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.model import Cluster
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.cluster_file import read_cluster_data
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.read import read_cluster
from topoviz.engine.cluster.reading.streams_groups import is_streams_group
from topoviz.engine.cluster.reading.thread_count import THREADS, ThreadCount
from topoviz.engine.program_layer import is_known_setting, settings_of_program
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.scenarios.events.event import Event
from topoviz.engine.scenarios.events.start import Start
from topoviz.engine.scenarios.model import Played, Scenario
from topoviz.engine.scenarios.play import Progress, play
from topoviz.engine.scenarios.reading.scenario_file import ScenarioFile, read_scenario_file
from topoviz.engine.scenarios.runtime_settings import RUNTIME_SETTINGS, RuntimeSettings, read_runtime_settings
from topoviz.engine.scenarios.start_up.six_steps import tell_start_up
from topoviz.engine.scenarios.streams_groups import PROTOCOL, refuse_streams_groups
from topoviz.engine.scenarios.topics import Topics
from topoviz.engine.sizing.configuration import is_option
from topoviz.engine.starting_settings import StartingSettings, starting_settings, threads_asked
from topoviz.engine.syntax.data_text import Word
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, GivenCounts, read_partition_counts
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of
from topoviz.engine.versions import Behaviours

NOT_PLAYED: Final = (BadPartitionCounts, BadCluster, BadScenario, BadSetting, NoSuchAssignor)
"""What `play_scenario` raises where there is no answer, each with a sentence for the user."""

_ASSIGNOR: Final = "assignor"
"""Beside settings of Kafka Streams, those of a cluster's text may name the assignor in our words."""
_UNNAMED: Final = "application"


@dataclass(frozen=True, slots=True)
class ScenarioQuestion:
    """Texts as they were given; the cluster may stand in the scenario. Settings given here win over those of texts."""

    partitions: str
    events: str
    cluster: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    assignor: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedScenario:
    """The tasks at the beginning, and what came of the scenario; None where Kafka Streams would not start."""

    tasks: TopologyTasks
    settings: AssignmentSettings
    played: Played | None = None


def play_scenario(
    analyzed: AnalyzedTopology,
    question: ScenarioQuestion,
    behaviours: Behaviours,
    progress: Progress = lambda _steps, _rebalances: None,
) -> PlayedScenario:
    """Work out what happens to the tasks of a topology that was built."""
    tasks = tasks_of(analyzed, read_partition_counts(question.partitions), behaviours)
    file = read_scenario_file(question.events)
    if not tasks.are_known or tasks.is_refused:
        return PlayedScenario(tasks, read_settings({}, behaviours))
    cluster = _cluster(file, question.cluster, KnownTasks(tasks.tasks), _usual_threads(analyzed, file, question))
    given = _given(file, cluster, question)
    starting = _starting(analyzed, given, file, cluster, question, behaviours)
    cluster = replace(cluster, clients=tuple(map(starting.client, cluster.clients)))
    runtime, doubts = group_settings(analyzed, given, behaviours)
    scenario = _scenario(file, cluster, starting, runtime)
    _check_stores(file, tasks)

    def work_out(counts: GivenCounts) -> TopologyTasks:
        return tasks_of(analyzed, counts, behaviours)

    racks = tasks.given.racks(cluster.broker_racks)
    topics = Topics(tasks, work_out, behaviours, analyzed.application_id or _UNNAMED, racks)
    played = play(scenario, topics, progress)
    of_texts = (*starting.notes, *starting.doubts, *doubts, *cluster.notes, *cluster.doubts)
    played = replace(played, doubts=(*of_texts, *played.doubts))
    if file.is_start_up:
        played = replace(played, steps=tell_start_up(played.steps, topics))
    return PlayedScenario(tasks, scenario.settings, played)


def _usual_threads(analyzed: AnalyzedTopology, file: ScenarioFile, question: ScenarioQuestion) -> ThreadCount:
    """Give the stream threads of an instance that does not say them, by whoever says so first."""
    said = {THREADS: file.settings[THREADS].text} if THREADS in file.settings else {}
    asked = {**said, **{name: text for name, text in question.settings.items() if name == THREADS}}
    names = () if asked else (THREADS,)
    of_program, _ = settings_of_program(analyzed.settings, names, lambda name, text: threads_asked({name: text}))
    return ThreadCount(threads_asked(asked), threads_asked(of_program) or 1)


def _cluster(file: ScenarioFile, text: str, known: KnownTasks, usual: ThreadCount) -> FoundCluster:
    if file.cluster is not None and text.strip():
        raise BadScenario(file.cluster.line, "has a cluster, and another is given beside it; one is enough.")
    if file.cluster is not None:
        return read_cluster_data(file.cluster, known, usual)
    if not text.strip():
        raise BadScenario(None, "has no `cluster`, and none is given beside it.")
    return read_cluster(text, known, usual)


def _starting(
    analyzed: AnalyzedTopology,
    given: Mapping[str, Word],
    file: ScenarioFile,
    cluster: FoundCluster,
    question: ScenarioQuestion,
    behaviours: Behaviours,
) -> StartingSettings:
    """Put together what decides who gets which task; raises BadScenario for a streams group."""
    protocol, named = given.get(PROTOCOL), given.get(_ASSIGNOR)
    asked = None if question.assignor is None else Word(question.assignor, 0)
    assignor = asked or file.assignor or named
    assignor_for(behaviours, None if assignor is None else assignor.text)
    refuse_streams_groups(protocol, assignor, behaviours, is_listed=is_streams_group(question.cluster))
    starting = starting_settings(
        analyzed.settings,
        {name: word for name, word in given.items() if name not in (*RUNTIME_SETTINGS, _ASSIGNOR)},
        {},
        None if assignor is None else assignor.text,
        behaviours,
        has_usual_threads=cluster.has_usual_threads,
    )
    # The program may set it too.
    is_of_brokers = starting.assignor == STREAMS_GROUP
    refuse_streams_groups(Word("streams", 0) if is_of_brokers else None, None, behaviours, is_listed=False)
    return starting


def group_settings(
    analyzed: AnalyzedTopology, given: Mapping[str, Word], behaviours: Behaviours
) -> tuple[RuntimeSettings, tuple[str, ...]]:
    """Read what decides when a group notices what happened, and say what is not certain of the program's settings."""
    said = {name: word.text for name, word in given.items() if name in RUNTIME_SETTINGS}
    names = [name for name in RUNTIME_SETTINGS if name not in said]
    of_program, doubts = settings_of_program(
        analyzed.settings, names, lambda name, text: read_runtime_settings({name: text}, behaviours)
    )
    return read_runtime_settings({**of_program, **said}, behaviours), doubts


def _scenario(
    file: ScenarioFile, cluster: FoundCluster, starting: StartingSettings, runtime: RuntimeSettings
) -> Scenario:
    runs = not file.is_start_up and _runs_already(file.events, cluster)
    return Scenario(
        Cluster(cluster.clients),
        file.events if runs or _starts(file.events) else (Event(0, Start(())), *file.events),
        starting.assignment,
        runtime,
        file.rate,
        file.state,
        file.seed,
        runs,
        file.is_start_up,
        starting.assignor,
        file.assumed,
    )


def _given(file: ScenarioFile, cluster: FoundCluster, question: ScenarioQuestion) -> dict[str, Word]:
    """Put settings together; what a cluster's text says of memory alone has no part in what happens."""
    known = {*SETTINGS, *RUNTIME_SETTINGS, PROTOCOL}
    is_inline = file.cluster is not None
    of_cluster = {
        name: word if is_inline else Word(word.text, 0)
        for name, word in cluster.settings.items()
        if name in known or not is_option(name)
    }
    given = {**of_cluster, **file.settings, **{name: Word(text, 0) for name, text in question.settings.items()}}
    for name in given:
        is_of_assignment = is_known_setting(name) and not is_option(name)
        if name not in known and not is_of_assignment and not (name == _ASSIGNOR and name in of_cluster):
            raise BadSetting(name, f"is not known here; known are {', '.join(sorted(known))}.")
    return given


def _starts(events: tuple[Event, ...]) -> bool:
    return bool(events) and isinstance(events[0].happening, Start)


def _runs_already(events: tuple[Event, ...], cluster: FoundCluster) -> bool:
    """Tell whether the cluster runs when the scenario begins: nothing starts it first, and it has active tasks."""
    has_tasks = any(thread.active for client in cluster.clients for thread in client.threads)
    return has_tasks and not _starts(events)


def _check_stores(file: ScenarioFile, tasks: TopologyTasks) -> None:
    known = {log.store for one in tasks.sub_topologies for log in one.changelogs}
    for store, line in file.store_lines.items():
        if store not in known:
            names = ", ".join(sorted(known)) or "none"
            raise BadScenario(line, f"names a store {store[:80]!r} without a changelog; stores that have one: {names}.")
