"""Every recorded program: the engine must say what the real library said, part by part and to the byte."""

import pytest

from tests.engine.analyzing import NEW
from tests.oracle.check import ask_engine, differences
from tests.oracle.programs import Program, find_programs, recording_path
from tests.oracle.recording import Recording, read_recording
from tests.oracle.versions import DEFAULT_VERSIONS
from topoviz.engine.dsl.ledger import Fate

RECORDED = [
    (version, program) for version in DEFAULT_VERSIONS for program in find_programs() if program.exists_at(version)
]
NEWEST = [program for version, program in RECORDED if version == NEW]
IDS = [f"{version}-{program.key}" for version, program in RECORDED]


@pytest.mark.parametrize(("version", "program"), RECORDED, ids=IDS)
def test_the_engine_says_what_kafka_streams_says(version: str, program: Program):
    assert differences(program, recording_of(version, program)) == []


@pytest.mark.parametrize("program", NEWEST, ids=lambda program: program.key)
def test_the_ledger_adds_up(program: Program):
    ledger = ask_engine(program, NEW, "none").ledger
    fates = [ledger.count(fate) for fate in Fate]

    assert sum(fates) == len(ledger.entries) == len({entry.span for entry in ledger.entries})
    assert all(entry.reason for entry in ledger.entries if entry.fate is not Fate.MODELLED)


@pytest.mark.parametrize("program", NEWEST, ids=lambda program: program.key)
def test_no_call_of_a_program_that_is_understood_is_reported(program: Program):
    analysis = ask_engine(program, NEW, "none")
    is_refused = any(topology.refusal is not None for topology in analysis.topologies)

    assert is_refused or analysis.ledger.count(Fate.REPORTED) == 0


def test_there_is_something_to_compare():
    first = [recording_of(NEW, program).results["none"][0] for program in NEWEST]

    assert min([version for version, _ in RECORDED].count(version) for version in DEFAULT_VERSIONS) > 150
    assert sum(1 for record in first if record.topics) > 100
    assert sum(1 for record in first if record.copartition_groups) > 20


def recording_of(version: str, program: Program) -> Recording:
    """What the library said about a program."""
    return read_recording(recording_path(version, program).read_text(encoding="utf-8"))
