"""Random programs: the same for the same seed, and of every production."""

from itertools import islice

import pytest

from tests.oracle.fuzz.generator import programs
from tests.oracle.fuzz.modelled import is_modelled, is_operator
from tests.oracle.fuzz.production import all_productions
from tests.oracle.fuzz.program import Loop, Program, all_statements
from tests.oracle.fuzz.write import to_java
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.versions import parse_version


def made(seed: int, count: int, version: str = "3.9.2") -> list[Program]:
    return list(islice(programs(seed, version, all_productions()), count))


def test_one_seed_gives_the_same_programs_again() -> None:
    assert [to_java(one) for one in made(5, 30)] == [to_java(one) for one in made(5, 30)]


def test_another_seed_gives_other_programs() -> None:
    assert not {to_java(one) for one in made(5, 30)} & {to_java(one) for one in made(6, 30)}


def test_some_hundred_programs_reach_nearly_every_production() -> None:
    """Those that are chosen rarely, and a few that need much before them, take longer; no operator does."""
    wanted = [one for one in all_productions() if one.exists_at("3.9.2") and not one.is_rare]
    reached = {line for one in made(1, 600) for line in one.productions}
    missed = [one for one in wanted if one.line not in reached]

    assert len(missed) < 0.04 * len(wanted)
    assert {one.name for one in missed if is_operator(one)} <= {one.name for one in wanted if one.line in reached}


def test_no_program_uses_what_its_version_lacks() -> None:
    used = {line for one in made(2, 100, "2.3.1") for line in one.productions}

    assert used <= {one.line for one in all_productions() if one.exists_at("2.3.1")}


def test_no_argument_is_left_empty_where_nulls_leave_a_store_without_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.oracle.fuzz.draft._NULL", 0.5)

    found = made(7, 300)

    assert any("Supplier) null" in to_java(one) for one in found)
    assert all(argument for one in found for statement in all_statements(one) for argument in statement.arguments)


def test_programs_have_helpers_that_are_called_and_loops() -> None:
    found = made(3, 100)
    helpers = {(one.name, helper.name) for one in found for helper in one.helpers}

    assert helpers
    assert helpers <= {(one.name, call.method) for one in found for call in all_statements(one)}
    assert any(isinstance(item, Loop) for one in found for item in one.body)


def test_some_programs_are_of_the_processor_api_and_most_of_the_dsl() -> None:
    starts = [one.start for one in made(4, 100)]
    topologies = sum("new Topology()" in start for start in starts)

    assert 3 < topologies < 30
    assert all("new Topology()" in start or "new StreamsBuilder()" in start for start in starts)


@pytest.mark.parametrize("version", ["2.3.1", "3.9.2"])
def test_the_engine_reads_random_programs_without_an_exception(version: str) -> None:
    modelled = [one for one in all_productions() if is_modelled(one)]
    for program in islice(programs(9, version, modelled), 25):
        bundle = Bundle((SourceFile(f"{program.name}.java", to_java(program)),))
        analysis = analyze(Submission(bundle, Settings(parse_version(version))))

        assert not analysis.is_unreadable
