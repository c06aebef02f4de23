"""Every recorded program: the engine must say what the real library said, part by part and to the byte."""

import pytest

from tests.engine.analyzing import NEW
from tests.oracle.check import ask_engine, differences_by_version, recordings_of
from tests.oracle.programs import Program, find_programs
from topoviz.engine.dsl.ledger import Fate

PROGRAMS = find_programs()
NEWEST = [program for program in PROGRAMS if program.exists_at(NEW)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.key)
def test_the_engine_says_what_kafka_streams_says_at_every_version(program: Program):
    assert differences_by_version(program, recordings_of(program)) == {}


@pytest.mark.parametrize("program", NEWEST, ids=lambda program: program.key)
def test_the_ledger_adds_up_and_reports_no_call_of_a_program_that_is_understood(program: Program):
    analysis = ask_engine(program, NEW, "none")
    entries = analysis.ledger.entries
    is_refused = any(topology.refusal is not None for topology in analysis.topologies)

    assert sum(analysis.ledger.count(fate) for fate in Fate) == len(entries) == len({entry.span for entry in entries})
    assert all(entry.reason for entry in entries if entry.fate is not Fate.MODELLED)
    assert is_refused or analysis.ledger.count(Fate.REPORTED) == 0
