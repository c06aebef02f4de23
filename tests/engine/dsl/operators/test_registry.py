"""The operators that the engine models, held against the public methods of the library."""

import pytest

from topoviz.engine.dsl.library.api import overloads_of
from topoviz.engine.dsl.operators.registry import ALL, OPERATORS, find_operator

WINDOWED = ("TimeWindowedKStream", "SessionWindowedKStream")


def test_an_operator_stands_in_the_registry_once():
    assert len(OPERATORS) == len(ALL)


@pytest.mark.parametrize("operator", ALL, ids=lambda operator: f"{operator.owner}#{operator.method}")
def test_an_operator_is_a_method_of_the_library(operator):
    owners = WINDOWED if operator.owner == "WindowedKStream" else (operator.owner,)

    assert any(overloads_of(owner, operator.method) for owner in owners)


def test_what_is_no_operator_is_not_found():
    assert find_operator("KStream", "nothing") is None
    assert find_operator("KTable", "branch") is None
