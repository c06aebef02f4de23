"""Every recorded program: the engine must say what the real library said, part by part and to the byte."""

import pytest

from tests.engine.analyzing import NEW
from tests.oracle.check import ask_engine, differences_by_version, recordings_of
from tests.oracle.programs import Program, by_group, find_programs
from topoviz.engine.dsl.ledger import Fate

PROGRAMS = by_group(find_programs())


@pytest.mark.parametrize("programs", PROGRAMS.values(), ids=PROGRAMS)
def test_the_engine_says_what_kafka_streams_says_at_every_version(programs: list[Program]):
    found = {program.key: differences_by_version(program, recordings_of(program)) for program in programs}

    assert {key: differences for key, differences in found.items() if differences} == {}


@pytest.mark.parametrize("programs", PROGRAMS.values(), ids=PROGRAMS)
def test_the_ledger_adds_up_and_reports_no_call_of_a_program_that_is_understood(programs: list[Program]):
    for program in (one for one in programs if one.exists_at(NEW)):
        analysis = ask_engine(program, NEW, "none")
        entries = analysis.ledger.entries
        is_refused = any(topology.refusal is not None for topology in analysis.topologies)
        fates = sum(analysis.ledger.count(fate) for fate in Fate)

        assert fates == len(entries) == len({entry.span for entry in entries}), program.key
        assert all(entry.reason for entry in entries if entry.fate is not Fate.MODELLED), program.key
        assert is_refused or analysis.ledger.count(Fate.REPORTED) == 0, program.key
