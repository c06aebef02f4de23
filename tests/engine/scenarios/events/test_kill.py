"""A client dies."""

import pytest

from tests.engine.scenarios.playing import played, step_about
from topoviz.engine.scenarios.bad_scenario import BadScenario


def test_tasks_of_a_dead_client_have_no_owner_until_the_group_notices():
    found = played("{at: 0s, start: all}\n{at: 10m, kill: b}", settings="num.standby.replicas: 1")
    died = step_about(found, "b dies.")

    assert {one.from_ms for one in died.without_owner} == {600_000}
    assert {one.to_ms for one in died.without_owner} == {step_about(found, "Rebalance 2 ").at_ms}


def test_a_standby_takes_over_without_restoring():
    found = played("{at: 0s, start: all}\n{at: 10m, kill: b}", settings="num.standby.replicas: 1")

    assert [one for one in step_about(found, "Rebalance 2 ").restores if one.role == "active"] == []


def test_who_does_not_run_cannot_die():
    with pytest.raises(BadScenario, match="ends b, which does not run then"):
        played("{at: 0s, start: a}\n{at: 10m, kill: b}")
