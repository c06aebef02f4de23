"""Clients start."""

import pytest

from tests.engine.scenarios.playing import played, step_about, tasks_of
from topoviz.engine.scenarios.bad_scenario import BadScenario


def test_one_starts_alone_and_gets_everything_until_the_other_comes():
    found = played("{at: 0s, start: a}\n{at: 10m, start: b}")

    assert len(tasks_of(step_about(found, "Rebalance 1 "), "a")) == 8
    assert step_about(found, "b starts.").at_ms == 600_000
    assert tasks_of(found.steps[-1], "b")


def test_a_client_cannot_start_twice():
    with pytest.raises(BadScenario, match=r"Line 10 of the scenario starts a, which runs already then\."):
        played("{at: 0s, start: all}\n{at: 10m, start: a}")


def test_an_unknown_client_is_named_with_those_that_are_there():
    with pytest.raises(BadScenario, match="names a client z; there are a and b"):
        played("{at: 0s, start: [z]}")
