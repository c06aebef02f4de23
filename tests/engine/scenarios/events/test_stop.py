"""A client is closed cleanly, with and without leaving the group."""

import pytest

from tests.engine.scenarios.playing import played, step_about
from topoviz.engine.scenarios.bad_scenario import BadScenario

STOPPED = "{at: 0s, start: all}\n{at: 10m, stop: b}"
LEAVES = "{at: 0s, start: all}\n{at: 10m, stop: {client: b, leave: true}}"


def test_tasks_of_a_closed_client_wait_for_the_session_to_end():
    found = played(STOPPED)

    assert found.totals.longest_without_owner_ms > 40_000
    assert "does not leave the group when it is closed" in step_about(found, "Rebalance 2 ").cause


@pytest.mark.parametrize(("version", "leaves"), [("3.9.2", False), ("4.1.2", False), ("4.2.1", True)])
def test_leaving_when_asked_works_from_4_2_on(version, leaves):
    found = played(LEAVES, version=version)

    assert (found.totals.longest_without_owner_ms < 10_000) is leaves
    assert ("left the group" in step_about(found, "Rebalance 2 ").cause) is leaves


def test_static_members_leave_when_asked_from_3_3_on():
    found = played(LEAVES, version="3.3.2", settings="group.instance.id: x")

    assert found.totals.longest_without_owner_ms < 10_000


def test_leaving_before_3_3_is_refused():
    with pytest.raises(BadScenario, match=r"came with Kafka Streams 3\.3\.0"):
        played(LEAVES, version="3.2.3")
