"""Every recorded program: the engine must say what the real library said, part by part and to the byte."""

from pathlib import Path

import pytest

from tests.oracle.check import ask_engine, differences
from tests.oracle.programs import Program, find_programs, recording_path
from tests.oracle.recording import Groups, Recording, read_recording
from tests.oracle.versions import DEFAULT_VERSIONS
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.topology.copartition_groups import copartition_groups
from topoviz.engine.topology.internal_topics import topics_by_group
from topoviz.engine.topology.nodes import Topology

APPLICATION_ID = "app"
"""What the oracle calls the application whose internal topics it asks for."""

RECORDED = [
    (version, program) for version in DEFAULT_VERSIONS for program in find_programs() if program.exists_at(version)
]

every_recording = pytest.mark.parametrize(
    ("version", "program"), RECORDED, ids=[f"{version}-{program.key}" for version, program in RECORDED]
)


@every_recording
def test_the_engine_says_what_kafka_streams_says(version: str, program: Program):
    assert differences(program, recording_of(version, program)) == []


@every_recording
def test_each_sub_topology_has_the_recorded_topics(version: str, program: Program):
    for setting, records in recording_of(version, program).results.items():
        recorded = [record.topics for record in records if record.topics is not None]
        topology = the_topology(program, version, setting) if recorded else None
        if topology is not None:
            assert topic_lines(topology) in recorded


@every_recording
def test_topics_that_are_joined_stand_in_the_recorded_copartition_groups(version: str, program: Program):
    for setting, records in recording_of(version, program).results.items():
        recorded = [as_sets(record.copartition_groups) for record in records if record.copartition_groups is not None]
        topology = the_topology(program, version, setting) if recorded else None
        if topology is not None and topology.topology is not None:
            assert as_sets(copartition_lines(topology.topology)) in recorded


@pytest.mark.parametrize("program", find_programs(), ids=lambda program: program.key)
def test_the_ledger_adds_up(program: Program):
    version = next(version for version in reversed(DEFAULT_VERSIONS) if program.exists_at(version))
    analysis = ask_engine(program, version, "none")
    ledger = analysis.ledger
    fates = [ledger.count(fate) for fate in Fate]

    assert sum(fates) == len(ledger.entries) == len({entry.span for entry in ledger.entries})
    assert ledger.count(Fate.REPORTED) == 0
    assert all(entry.reason for entry in ledger.entries if entry.fate is not Fate.MODELLED)


def test_there_is_something_to_compare():
    found = {version: [one for one, _ in RECORDED].count(version) for version in DEFAULT_VERSIONS}

    assert min(found.values()) > 150


def recording_of(version: str, program: Program) -> Recording:
    path: Path = recording_path(version, program)
    return read_recording(path.read_text(encoding="utf-8"))


def the_topology(program: Program, version: str, setting: str) -> AnalyzedTopology | None:
    """The one that the recording is about; beside it a program may have a start of its own."""
    topologies = ask_engine(program, version, setting).topologies
    if len(topologies) > 1:
        topologies = tuple(one for one in topologies if one.name == "the pasted statements")
    (topology,) = topologies
    return topology if topology.refusal is None else None


def topic_lines(analyzed: AnalyzedTopology) -> Groups:
    topology = analyzed.topology
    assert topology is not None
    return tuple(
        (
            group.group_id,
            (
                *(f"source: {decorated(topic, topology)}" for topic in in_recorded_order(group.sources, topology)),
                *(f"repartition source: {decorated(topic, topology)}" for topic in group.repartition_sources),
                *(
                    f"partitions: {topology.repartition_topics[topic]} {decorated(topic, topology)}"
                    for topic in group.repartition_sources
                    if topology.repartition_topics[topic] is not None
                ),
                *(f"sink: {decorated(topic, topology)}" for topic in in_recorded_order(group.sinks, topology)),
                *(
                    f"changelog: {name}"
                    for name in sorted(
                        changelog.name if changelog.is_source else f"{APPLICATION_ID}-{changelog.name}"
                        for changelog in group.changelogs
                    )
                ),
            ),
        )
        for group in topics_by_group(topology, analyzed.groups)
    )


def in_recorded_order(topics: tuple[str, ...], topology: Topology) -> list[str]:
    return sorted(topics, key=lambda topic: decorated(topic, topology))


def decorated(topic: str, topology: Topology) -> str:
    return f"{APPLICATION_ID}-{topic}" if topic in topology.repartition_topics else topic


def copartition_lines(topology: Topology) -> Groups:
    return tuple(
        (number, tuple(sorted(decorated(topic, topology) for topic in group.topics)))
        for number, group in enumerate(copartition_groups(topology))
    )


def as_sets(groups: Groups | None) -> list[tuple[str, ...]]:
    """Their order is that of a hash set and shows nowhere."""
    return sorted(lines for _, lines in groups or ())
