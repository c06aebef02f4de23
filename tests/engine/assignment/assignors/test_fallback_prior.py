"""The assignor for a leader that cannot find out lags."""

from tests.engine.assignment.problems import client, problem, shown
from topoviz.engine.assignment.assignors.fallback_prior import assign


def test_a_client_keeps_all_that_it_ran_and_the_leader_looks_again():
    result = assign(problem(client(1, active="0_0 0_1 0_2"), client(2), counts=(4,)))

    assert shown(result) == {1: "0_0 0_1 0_2 /", 2: "0_3 /"}
    assert result.is_probing
