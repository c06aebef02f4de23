"""The operators that the engine models, held against the public methods of the library."""

import re
from pathlib import Path

import pytest

from topoviz.engine.dsl.operators.registry import ALL, OPERATORS, find_operator
from topoviz.engine.versions import NEWEST_PATCH

API = Path(__file__).parents[3] / "fixtures" / "api"

WINDOWED = ("TimeWindowedKStream", "SessionWindowedKStream")


def methods_at(version: str) -> set[tuple[str, str]]:
    """The public methods of the DSL's classes at a version, as (class, method)."""
    lines = (API / f"{version}.txt").read_text(encoding="utf-8").splitlines()
    return {(found[1], found[2]) for line in lines if (found := re.match(r"(\w+)\.(\w+)\(", line))}


def test_an_operator_stands_in_the_registry_once():
    assert len(OPERATORS) == len(ALL)


@pytest.mark.parametrize("operator", ALL, ids=lambda operator: f"{operator.owner}#{operator.method}")
def test_an_operator_belongs_to_the_versions_that_the_library_has_it_in(operator):
    owners = WINDOWED if operator.owner == "WindowedKStream" else (operator.owner,)
    for version in ("2.3.1", "3.9.2"):
        triple = tuple(map(int, version.split(".")))
        is_there = any((owner, operator.method) in methods_at(version) for owner in owners)
        since = tuple(map(int, (operator.since or "0").split(".")))
        until = tuple(map(int, (operator.until or "99").split(".")))

        assert is_there is (since <= triple < until), f"{version} {operator}"


def test_bounds_are_full_versions():
    bounds = [bound for operator in ALL for bound in (operator.since, operator.until) if bound]

    assert all(re.fullmatch(r"\d+\.\d+\.\d+", bound) for bound in bounds)
    assert max(NEWEST_PATCH) < (4, 0)


def test_what_is_no_operator_is_not_found():
    assert find_operator("KStream", "nothing") is None
    assert find_operator("KTable", "branch") is None
