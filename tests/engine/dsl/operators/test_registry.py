"""The operators that the engine models, held against the public methods of the library."""

import pytest

from tests.oracle.versions import version_triple
from topoviz.engine.dsl.library.api import overloads_of
from topoviz.engine.dsl.operators.registry import ALL, OPERATORS, find_operator
from topoviz.engine.versions import all_releases

WINDOWED = ("TimeWindowedKStream", "SessionWindowedKStream")


def test_an_operator_stands_in_the_registry_once():
    assert len(OPERATORS) == len(ALL)


@pytest.mark.parametrize("operator", ALL, ids=lambda operator: f"{operator.owner}#{operator.method}")
def test_an_operator_belongs_to_the_releases_that_the_library_has_it_in(operator):
    owners = WINDOWED if operator.owner == "WindowedKStream" else (operator.owner,)
    methods = [method for owner in owners for method in overloads_of(owner, operator.method)]

    having = [release for release in all_releases() if any(exists_at(method, release) for method in methods)]

    assert having == [release for release in all_releases() if exists_at(operator, release)]


def exists_at(bounded, release: str) -> bool:
    """Tell whether something with bounds is there in a release; what came before all of them has come."""
    triple = version_triple(release)
    return version_triple(bounded.since or "0") <= triple < version_triple(bounded.until or "99")


def test_what_is_no_operator_is_not_found():
    assert find_operator("KStream", "nothing") is None
    assert find_operator("KTable", "branch") is None
