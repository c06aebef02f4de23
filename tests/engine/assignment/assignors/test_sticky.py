"""The sticky assignor of 2.0 to 2.5, which is LegacyStickyTaskAssignor today."""

from dataclasses import replace
from uuid import UUID

import pytest

from tests.engine.assignment.problems import client, placement, problem, shown
from topoviz.engine.assignment.assignors.sticky import ASSIGNOR, assign
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.problem import TaskPartitions
from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition


def test_tasks_stay_while_their_client_has_room_and_the_others_go_to_the_least_loaded():
    ran = client(1, threads=2, active="0_0 0_1 0_2")
    result = assign(problem(ran, client(2), client(3), counts=(4,), version="2.5.1"))

    assert shown(result) == {1: "0_0 0_1 /", 2: "0_2 /", 3: "0_3 /"}
    assert placement(result, "0_1").reason == Reason(Because.RAN_HERE, {"active": 1, "quota": 2, "threads": 2})
    assert placement(result, "0_2").reason == Reason(
        Because.LEAST_LOADED,
        {"clients": 3, "tasks": 0, "threads": 1, "full": str(UUID(int=1)), "full_tasks": 2, "full_threads": 2},
    )


def test_a_client_that_had_a_standby_takes_the_task_over():
    result = assign(problem(client(1), client(2, standby="0_1"), counts=(2,)))

    assert shown(result) == {1: "0_0 /", 2: "0_1 /"}
    assert placement(result, "0_1").reason.because is Because.HAD_STANDBY


def test_a_standby_goes_past_the_least_loaded_client_where_only_another_one_gives_a_new_pair():
    trio = client(1, active="0_1"), client(2, active="0_0"), client(3, active="0_2")
    result = assign(problem(*trio, counts=(3,), standbys=1, version="2.8.2"))

    # Once 0_0 has its standby on client 1, it has met 0_1; so 0_1 goes past client 2, which has 0_0 alone.
    assert shown(result) == {1: "0_1 / 0_0", 2: "0_0 / 0_2", 3: "0_2 / 0_1"}
    assert placement(result, "0_1", "standby").reason == Reason(
        Because.NEW_PAIR, {"clients": 2, "tasks": 1, "threads": 1, "passed": 1}
    )


@pytest.mark.parametrize(("version", "standby"), [("2.5.1", "0_0"), ("2.8.2", "")])
def test_stateless_tasks_had_standbys_until_2_5(version: str, standby: str):
    result = assign(
        problem(client(1, active="0_0"), client(2), counts=(1,), standbys=1, stateful=False, version=version)
    )

    assert shown(result) == {1: "0_0 /", 2: f"/ {standby}".strip()}


def test_too_few_clients_are_warned_of_in_the_words_of_kafka():
    result = assign(problem(client(1), client(2), counts=(1,), standbys=3))

    [warning] = result.warnings
    assert warning.startswith("Unable to assign 2 of 3 standby tasks for task [0_0]. There is not enough available")


def test_kafka_fails_where_the_pairs_of_tasks_pass_32_bits():
    with pytest.raises(AssignmentFails, match="IllegalArgumentException: Illegal initial capacity: -1073716337"):
        assign(problem(client(1), counts=(46_342,)))


def test_it_is_there_at_every_version():
    assert ASSIGNOR.behaviour == "assigns_stickily"


def test_tasks_that_ran_elsewhere_move_into_the_rack_of_their_partitions():
    """Staying costs 1 for the partition that is far, and moving costs 10 unless it is configured otherwise."""
    ran = replace(client(1, active="0_0"), rack="a"), replace(client(2, active="0_1"), rack="b")
    topic = [TopicPartition("orders", number) for number in range(2)]
    question = replace(
        problem(*ran, counts=(2,)),
        partitions={TaskId(0, number): TaskPartitions((one,)) for number, one in enumerate(topic)},
        racks={topic[0]: ("b",), topic[1]: ("a",)},
        settings=AssignmentSettings(rack_aware_assignment_strategy=RackStrategy.MIN_TRAFFIC, traffic_cost=11),
    )

    assert shown(assign(question)) == {1: "0_1 /", 2: "0_0 /"}
    assert placement(assign(question), "0_1").reason.because is Because.RACK
    cheap = replace(question, settings=replace(question.settings, traffic_cost=None))
    assert shown(assign(cheap)) == {1: "0_0 /", 2: "0_1 /"}
