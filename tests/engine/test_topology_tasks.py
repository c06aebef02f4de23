"""From given counts to tasks: figures 6 and 7 of a well-known guide, internal topics of a cluster, and what is said."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.tasks.reading_counts import read_partition_counts
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of

TWO_GROUPS = """
KStream<String, String> a = builder.stream("topic-a");
a.merge(builder.stream("topic-b")).to("out-1");
builder.stream("topic-c").to("out-2");
"""
COUNT = 'builder.stream("orders").groupBy((k, v) -> v).count(Materialized.as("per-customer"));'
LISTED = """
Topic: orders PartitionCount: 4
Topic: app-per-customer-repartition PartitionCount: 4
Topic: app-per-customer-changelog PartitionCount: {changelog}
"""


def test_topics_of_four_five_and_four_partitions_make_nine_tasks():
    found = worked_out(TWO_GROUPS, "topic-a=4\ntopic-b=5\ntopic-c=4")

    assert [[str(task.id) for task in one.tasks or ()] for one in found.sub_topologies] == [
        ["0_0", "0_1", "0_2", "0_3", "0_4"],
        ["1_0", "1_1", "1_2", "1_3"],
    ]
    assert [str(one) for one in found.tasks[3].partitions] == ["topic-a-3", "topic-b-3"]
    assert [str(one) for one in found.tasks[4].partitions] == ["topic-b-4"]
    assert not any(task.is_stateful for task in found.tasks)


def test_a_stateful_task_is_restored_from_its_partition_of_the_changelog():
    found = worked_out(COUNT, "orders=2")

    assert [(str(task.id), list(map(str, task.changelogs))) for task in found.tasks] == [
        ("0_0", []),
        ("0_1", []),
        ("1_0", ["per-customer-changelog-0"]),
        ("1_1", ["per-customer-changelog-1"]),
    ]


def test_a_global_table_makes_no_task():
    found = worked_out('builder.globalTable("countries"); builder.stream("orders").to("out");', "orders=3")

    assert (len(found.tasks), found.global_topics) == (3, ("countries",))


def test_internal_topics_of_a_cluster_are_known_by_the_id_before_their_names():
    found = worked_out(COUNT, listing(changelog=4))

    assert found.given.counts == {"orders": 4, "per-customer-repartition": 4, "per-customer-changelog": 4}
    assert found.diagnostics == ()


@pytest.mark.parametrize(("version", "tool"), [("3.4.1", "kafka.tools"), ("3.9.2", "org.apache.kafka.tools")])
def test_a_changelog_that_is_there_with_another_count_is_refused_as_kafka_refuses_it(version: str, tool: str):
    found = worked_out(COUNT, listing(changelog=3), version)

    assert found.is_refused
    assert found.diagnostics[0].reason == (
        "StreamsException: Existing internal topic per-customer-changelog has invalid partitions: expected: 4; "
        f"actual: 3. Use '{tool}.StreamsResetter' tool to clean up invalid topics before processing."
    )


def test_a_topic_without_a_count_is_asked_for_with_what_happens_where_it_is_missing():
    [source, internal, unknown] = worked_out(COUNT, "other=1").diagnostics

    assert "MissingSourceTopicException" in source.effect
    assert source.next_step == "Add a line orders=NUMBER."
    assert "Failed to compute number of partitions for all repartition topics, make sure" in internal.effect
    assert "other, a topic that the program does not have" in unknown.reason


def test_ten_million_tasks_are_counted_and_not_made():
    many = "\n".join(f'builder.stream("t{number}").to("out");' for number in range(60))
    found = worked_out(many, "\n".join(f"t{number}=170000" for number in range(60)))

    assert [one.code for one in found.diagnostics] == ["too-many-tasks"]
    assert "10,200,000 tasks" in found.diagnostics[0].reason
    assert found.tasks == ()


def listing(changelog: int) -> str:
    return LISTED.format(changelog=changelog).replace(" PartitionCount", "\tPartitionCount")


def worked_out(program: str, counts: str, version: str = "4.3.1") -> TopologyTasks:
    analysis = analysis_of(program, version=version)
    return tasks_of(analysis.topologies[0], read_partition_counts(counts), analysis.behaviours)
