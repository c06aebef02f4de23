"""How lists of methods by release become the table of when each came and went."""

import pytest

from tests.oracle.api import API
from tests.oracle.history import TABLE, history_lines
from tests.oracle.versions import DEFAULT_VERSIONS, version_triple
from topoviz.engine.dsl.library.api import ApiMethod, read_line
from topoviz.engine.versions import followed_releases

METHODS = [read_line(line) for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def test_a_method_stands_with_the_release_that_brought_it_and_the_one_that_lost_it() -> None:
    methods = {
        "2.9.0": ["A.gone() -> int", "A.kept() -> int"],
        "2.10.0": ["A.come() -> int", "A.gone() -> int", "A.kept() -> long"],
        "3.0.0": ["A.come() -> int", "A.kept() -> long"],
    }

    assert history_lines(methods) == [
        "2.10.0 - A.come() -> int",
        "- 3.0.0 A.gone() -> int",
        "- - A.kept() -> long",
    ]


def test_a_method_that_went_and_came_back_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="missing between"):
        history_lines({"1.0.0": ["A.b() -> int"], "1.0.1": [], "1.0.2": ["A.b() -> int"]})


def test_the_table_is_about_followed_releases_that_the_engine_knows() -> None:
    first, last = followed_releases()[0], followed_releases()[-1]

    assert TABLE.read_text(encoding="utf-8").startswith(f"# kafka-streams {first} to {last}\n")
    assert {bound for method in METHODS for bound in (method.since, method.until)} <= {"", *followed_releases()}


@pytest.mark.parametrize("version", DEFAULT_VERSIONS)
def test_the_table_agrees_with_what_javap_says_of_a_version(version: str) -> None:
    lines = (API / f"{version}.txt").read_text(encoding="utf-8").splitlines()[1:]

    assert {str(read_line(f"- - {line}")) for line in lines} == {str(one) for one in METHODS if is_in(one, version)}


def is_in(method: ApiMethod, version: str) -> bool:
    triple = version_triple(version)
    return (not method.since or version_triple(method.since) <= triple) and (
        not method.until or triple < version_triple(method.until)
    )
