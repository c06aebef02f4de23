"""Clusters in the forms in which people have them, and what is wrong in them, with its line."""

from pathlib import Path
from uuid import UUID

import pytest

from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.read import read_cluster
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.tasks.topic_partition import TopicPartition

A, B = "7b9fcf1e-5f6c-44fc-b3fa-f5b1950300fc", "11112222-3333-4444-5555-666677778888"
KNOWN = KnownTasks(
    tuple(
        Task(TaskId(group, number), (TopicPartition(topic, number),))
        for group, topic in enumerate(["orders", "by-customer-repartition", "payments"])
        for number in range(3)
    )
)
FIXTURES = Path(__file__).parents[3] / "fixtures" / "clusters"
OLD_LOG, NEW_LOG, OLD_GROUP, NEW_GROUP, STREAMS_GROUP, FILE = (
    (FIXTURES / name).read_text(encoding="utf-8")
    for name in (
        "thread_log_2.3.txt",
        "thread_log_3.9.txt",
        "consumer_group_3.9.txt",
        "consumer_group_4.3.txt",
        "streams_group_4.3.txt",
        "cluster.yml",
    )
)


def test_the_last_assignment_of_each_thread_is_taken_from_a_log():
    assert had(read_cluster(OLD_LOG, KNOWN)) == {
        "7b9fcf1e": {"StreamThread-1": (["0_0"], ["1_0", "1_1"]), "StreamThread-2": (["0_2", "2_1"], [])}
    }


def test_tasks_of_a_log_that_the_topology_does_not_have_are_said():
    assert "does not have with these partition counts: 9_1." in read_cluster(OLD_LOG, KNOWN).notes[0]


def test_later_logs_say_what_is_new_and_a_client_id_may_hide_the_process():
    found = read_cluster(NEW_LOG, KNOWN)

    assert had(found)["7b9fcf1e"] == {"StreamThread-1": (["0_1"], ["1_0"])}
    assert [(one.process_id, one.has_process_id) for one in found.clients] == [(UUID(A), True), (UUID(int=2), False)]


@pytest.mark.parametrize("group", [OLD_GROUP, NEW_GROUP])
def test_partitions_of_a_consumer_group_become_the_tasks_that_read_them(group: str):
    found = read_cluster(group, KNOWN)

    assert had(found)["7b9fcf1e"] == {"StreamThread-1": (["0_0", "0_1", "1_2"], [])}
    assert (
        found.clients[0].threads[0].consumer_id
        == f"app-{A}-StreamThread-1-consumer-5d0c7a52-3f5c-4b0a-8f2c-2f4b8e9d0001"
    )
    assert "standby tasks and stored state are not in it" in found.doubts[0]


def test_what_the_command_prints_of_offsets_has_a_line_for_each_partition():
    found = read_cluster((FIXTURES / "consumer_group_offsets.txt").read_text("utf-8"), KNOWN)

    assert had(found) == {
        "7b9fcf1e": {"StreamThread-1": (["0_0", "0_1"], []), "StreamThread-2": (["1_2"], [])},
        "11112222": {"StreamThread-1": (["0_2"], [])},
    }
    assert "A thread without an active task has no line there" in found.doubts[1]


@pytest.mark.parametrize(
    ("text", "line", "wanted"),
    [
        ("Error: Consumer group 'app' does not exist.\n", 1, "while the application runs"),
        ("\nConsumer group 'app' has no active members.\n", 2, "while the application runs"),
        ("a banner\n2025-06-01 10:00:00 INFO Started App in 3.2 seconds\n", 2, "Handle new assignment with"),
        (f"stream-thread [app-{A}-StreamThread-1] State transition from RUNNING\n", 1, "Handle new assignment with"),
    ],
)
def test_what_kafka_prints_besides_is_refused_with_what_to_paste_instead(text: str, line: int, wanted: str):
    with pytest.raises(BadCluster, match=wanted) as refused:
        read_cluster(text, KNOWN)

    assert f"Line {line} " in str(refused.value)


def test_members_that_are_no_stream_threads_stand_aside():
    assert read_cluster(OLD_GROUP, KNOWN).notes == ("1 members are no stream threads and stand aside: mirror.",)


def test_a_streams_group_says_tasks_itself():
    assert had(read_cluster(STREAMS_GROUP, KNOWN)) == {
        "7b9fcf1e": {"StreamThread-1": (["0_0", "0_1", "2_2"], ["1_0"]), "StreamThread-2": (["1_0"], [])}
    }


def test_a_file_of_ours_says_all_of_it():
    found = read_cluster(FILE, KNOWN)
    a, b, *others = found.clients

    assert (found.settings["num.standby.replicas"].number, found.broker_racks) == (1, {1: "eu-1", 2: "eu-2"})
    assert (a.process_id, a.rack, a.tags, a.lags) == (UUID(A), "eu-1", {"zone": "x"}, {TaskId(1, 0): 500})
    assert (a.stored, a.keeps_state, a.has_threads) == ((TaskId(1, 0),), False, False)
    assert [list(map(str, thread.active)) for thread in a.threads] == [["0_0", "0_2"], ["0_1"]]
    assert (b.threads[1].consumer_id, b.has_process_id, b.process_id) == ("b-2", False, UUID(int=2))
    assert [(one.name, len(one.threads)) for one in others] == [("c-1", 4), ("c-2", 4)]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", None, "is empty"),
        ("clients: []", 1, "no list of `clients`"),
        ("orders=4", 1, "is not the cluster with fields"),
        ("clients:\n- {name: a, thread: 4}", 2, "has a field 'thread'"),
        ("clients:\n- {name: a, threads: -1}", 2, "says -1 where a number of threads"),
        ("clients:\n- {name: a, threads: 1e9}", 2, "has no whole number"),
        ("clients:\n- {name: a, threads: 99999}", 2, "says 99,999"),
        ("clients:\n- {name: a, active: [0_9]}", 2, "names task 0_9"),
        ("clients:\n- {name: a, active: [x]}", 2, "has no task such as 0_3"),
        ("clients:\n- {name: a}\n- {name: a}", 3, "names a second client a"),
        (f"clients:\n- {{name: a, process: {A}}}\n- {{name: b, process: {A}}}", 3, "which another has"),
        ("clients:\n- {name: a, active: [0_1]}\n- {name: b, active: [0_1]}", 3, "and so does a"),
        ("clients:\n- {name: a, process: 12}", 2, "has no process id"),
        ("clients:\n- {name: a, count: 900}\n- {name: b, count: 900}", 3, "is beyond 1,000 clients"),
        ("clients:\n- {name: a, state: gone}", 2, "known are kept and lost"),
        (OLD_LOG[: OLD_LOG.index("[0_2")] + "[0_2, 2", 1, "active tasks are not there in full"),
        (OLD_LOG[:300].replace("[0_2, 2_1]", "[0_2, 2]"), 1, "is not a task id"),
        (OLD_GROUP.replace("orders(0,1)", "orders(0"), 3, "lists 1 of 3 partitions"),
        (OLD_GROUP.replace(" ASSIGNMENT", ""), 3, "wants --verbose too"),
        (OLD_GROUP.replace("app             mirror", "abc             mirror"), 5, "of group abc"),
        (STREAMS_GROUP.replace("2:[2]", "2:[2"), 2, "where tasks such as 0:"),
    ],
)
def test_what_is_no_cluster_is_said_with_its_line(text: str, line: int | None, why: str):
    with pytest.raises(BadCluster, match=why) as error:
        read_cluster(text, KNOWN)

    assert error.value.line == line


def had(found: FoundCluster) -> dict[str, dict[str, tuple[list[str], list[str]]]]:
    """What each thread of each client had, as texts."""
    return {
        client.name: {
            thread.name: (list(map(str, thread.active)), list(map(str, thread.standby))) for thread in client.threads
        }
        for client in found.clients
    }
