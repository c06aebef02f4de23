"""Streams groups are refused with a next step, and that step works."""

import pytest

from tests.engine.scenarios.playing import answered
from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.scenarios.bad_scenario import BadScenario

EVENTS = "events: [{at: 0s, start: all}]\n"
INLINE = f"cluster: {{clients: [{{name: a}}]}}\n{EVENTS}"
LISTED = """
GROUP   MEMBER  PROCESS                               CLIENT-ID                                                           ASSIGNMENTS
orders  9yV2m1  7b9fcf1e-5f6c-44fc-b3fa-f5b1950300fc  orders-7b9fcf1e-5f6c-44fc-b3fa-f5b1950300fc-StreamThread-1-consumer  ACTIVE: 0:[0,1,2,3]; 1:[0,1,2,3];
"""  # noqa: E501


@pytest.mark.parametrize(
    ("text", "cluster", "reason", "step", "instead"),
    [
        (
            f"{INLINE}assignor: streams-group\n",
            "",
            "Line 3 of the scenario has the assignor streams-group.",
            "Take that away, so that it is the assignor of the version, or ask for the assignment alone",
            INLINE,
        ),
        (
            f"{INLINE}settings: {{group.protocol: streams}}\n",
            "",
            "Line 3 of the scenario sets group.protocol to streams.",
            "Set group.protocol to classic, or ask for the assignment alone",
            f"{INLINE}settings: {{group.protocol: classic}}\n",
        ),
        (
            EVENTS,
            "settings: {group.protocol: streams}\nclients: [{name: a}]\n",
            "The scenario sets group.protocol to streams.",
            "Set group.protocol to classic, or ask for the assignment alone",
            f"{EVENTS}settings: {{group.protocol: classic}}\n",
        ),
        (
            EVENTS,
            LISTED,
            "The scenario has the clients of a streams group, as Kafka lists them.",
            "Set group.protocol to classic in `settings`, which plays them as members of a classic group, or ask",
            f"{EVENTS}settings: {{group.protocol: classic}}\n",
        ),
    ],
    ids=["assignor", "setting", "setting of the cluster", "listing"],
)
def test_a_streams_group_is_refused_with_a_step_that_works(text, cluster, reason, step, instead):
    with pytest.raises(BadScenario) as raised:
        answered(text, "4.3.1", cluster=cluster)

    assert str(raised.value).startswith(reason)
    assert "nothing is played" in str(raised.value)
    assert step in str(raised.value)
    assert answered(instead, "4.3.1", cluster=cluster).played.totals.rebalances > 0


def test_a_protocol_that_a_version_lacks_and_one_that_nobody_has_are_refused():
    with pytest.raises(BadSetting, match=r"can be streams since Kafka Streams 4\.1\.0; 3\.9\.2 has classic alone"):
        answered(f"{INLINE}settings: {{group.protocol: streams}}\n")
    with pytest.raises(BadSetting, match="is not one of classic, streams: 'consumer'"):
        answered(f"{INLINE}settings: {{group.protocol: consumer}}\n", "4.3.1")


def test_a_cluster_may_name_the_assignor_and_what_matters_for_memory_alone():
    cluster = "settings: {assignor: sticky, max.poll.records: 50}\nclients: [{name: a}]\n"

    assert answered(EVENTS, "2.5.1", cluster=cluster).played.steps[-1].rebalance.assignor.name == "sticky"


def test_a_setting_that_is_not_known_is_refused_with_those_that_are():
    with pytest.raises(BadSetting, match=r"session\.time is not known here; known are .*session\.timeout\.ms"):
        answered(f"{INLINE}settings: {{session.time: 5}}\n")
