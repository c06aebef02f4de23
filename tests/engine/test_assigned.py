"""The one door to who gets which task: texts in, tasks and a rebalance out."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.assigned import NO_ANSWER, Assigned, AssignmentQuestion, assign
from topoviz.engine.tasks.topic_partition import TopicPartition

COUNT = 'builder.stream("orders").groupBy((k, v) -> v).count();'
COUNTS = "orders=3"
CLUSTER = "settings: {num.standby.replicas: 1}\nclients:\n- {name: a, threads: 2}\n- {name: b}\n"
LISTING = (
    "Topic: orders\tPartitionCount: 2\n"
    "\tTopic: orders\tPartition: 0\tReplicas: 1,2\n"
    "\tTopic: orders\tPartition: 1\tReplicas: 2,9\n"
)


def test_without_a_cluster_there_are_tasks_alone():
    found = assigned(cluster="")

    assert (len(found.tasks.tasks), found.rebalance) == (6, None)


def test_every_task_is_active_once_and_stateful_ones_have_their_standby():
    done = assigned().rebalance
    active = sorted(task for client in done.clients for task in client.tasks.active)
    standby = sorted(task for client in done.clients for task in client.tasks.standby)

    assert list(map(str, active)) == ["0_0", "0_1", "0_2", "1_0", "1_1", "1_2"]
    assert list(map(str, standby)) == ["1_0", "1_1", "1_2"]


def test_settings_that_are_given_win_over_those_of_the_text():
    assert assigned().settings.num_standby_replicas == 1
    assert assigned(settings={"num.standby.replicas": "0"}).settings.num_standby_replicas == 0


def test_the_text_may_name_the_assignor():
    cluster = CLUSTER.replace("{num", "{assignor: sticky, num")

    assert assigned(cluster=cluster).rebalance.assignor.name == "sticky"
    assert assigned(cluster=cluster, assignor="high-availability").rebalance.assignor.name == "high-availability"


def test_where_process_ids_are_not_given_the_answer_says_what_it_rests_on():
    assert "The process ids of a, b are not given." in assigned().doubts[0]


def test_racks_of_replicas_are_known_where_all_brokers_have_one():
    cluster = CLUSTER.replace("clients", "brokers: {1: x, 2: y}\nclients")
    done = assigned(partitions=LISTING, cluster=cluster).rebalance

    assert done.application.racks == {TopicPartition("orders", 0): ("x", "y")}


def test_tasks_that_are_not_known_are_given_to_nobody():
    assert assigned(partitions="other=1").rebalance is None


@pytest.mark.parametrize(
    "question",
    [
        {"partitions": "orders=x"},
        {"cluster": "clients: 3"},
        {"settings": {"x": "1"}},
        {"assignor": "best"},
    ],
)
def test_what_has_no_answer_is_said_in_a_sentence(question):
    with pytest.raises(NO_ANSWER, match=r"\.$"):
        assigned(**question)


def assigned(version: str = "3.9.2", **given) -> Assigned:
    analysis = analysis_of(COUNT, version=version)
    question = AssignmentQuestion(**{"partitions": COUNTS, "cluster": CLUSTER, **given})
    return assign(analysis.topologies[0], question, analysis.behaviours)
