"""Active tasks move to the racks of their partitions, and where racks are not known nothing moves."""

from dataclasses import replace
from uuid import UUID

import pytest

from tests.engine.assignment.problems import client, placement, problem, shown
from topoviz.engine.assignment.assignors.high_availability import assign
from topoviz.engine.assignment.problem import AssignmentProblem, TaskPartitions
from topoviz.engine.assignment.result import Because
from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy
from topoviz.engine.tasks.topic_partition import TopicPartition


def with_racks(version: str, *racks: str, strategy: RackStrategy = RackStrategy.MIN_TRAFFIC) -> AssignmentProblem:
    """Two clients in racks a and b, and tasks whose one partition lies in these racks."""
    clients = (replace(client(1), rack="a"), replace(client(2), rack="b"))
    given = problem(*clients, counts=(len(racks),), stateful=False, version=version)
    partitions = {task: TopicPartition("orders", task.partition) for task in given.tasks}
    return replace(
        given,
        settings=AssignmentSettings(rack_aware_assignment_strategy=strategy),
        partitions={task: TaskPartitions((partition,)) for task, partition in partitions.items()},
        racks={partitions[task]: tuple(rack) for task, rack in zip(given.tasks, racks, strict=True) if rack},
    )


@pytest.mark.parametrize("version", ["3.6.2", "3.9.2"])
def test_two_tasks_change_places_to_be_near_their_partitions(version: str):
    result = assign(with_racks(version, "b", "a"))

    assert shown(result) == {1: "0_1 /", 2: "0_0 /"}
    reason = placement(result, "0_0").reason
    assert (reason.because, reason.facts) == (
        Because.RACK,
        {"from": str(UUID(int=1)), "rack_there": "a", "rack": "b", "far_there": 1, "far_here": 0},
    )


def test_every_client_keeps_as_many_tasks_as_it_had():
    result = assign(with_racks("3.9.2", "b", "b", "b", "b", strategy=RackStrategy.BALANCE_SUBTOPOLOGY))

    assert [len(one.active) for one in result.clients] == [2, 2]


def test_a_partition_whose_racks_are_not_known_leaves_all_tasks_where_they_are():
    given = with_racks("3.9.2", "b", "")

    result = assign(given)

    assert shown(result) == {1: "0_0 /", 2: "0_1 /"}
    assert result.notes == ("min_traffic has no effect: the racks of the replicas of orders-1 are not known.",)


def test_before_3_6_racks_do_not_count():
    assert shown(assign(with_racks("3.5.2", "b", "a"))) == {1: "0_0 /", 2: "0_1 /"}
