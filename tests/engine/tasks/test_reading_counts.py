"""Partition counts in the forms in which people have them, and what is wrong in them, with its line."""

import pytest

from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts
from topoviz.engine.tasks.topic_partition import TopicPartition

OLD_LISTING = """
Topic:orders\tPartitionCount:2\tReplicationFactor:2\tConfigs:
\tTopic: orders\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1,2
\tTopic: orders\tPartition: 1\tLeader: 2\tReplicas: 2,1\tIsr: 2
"""
NEW_LISTING = """
$ kafka-topics.sh --bootstrap-server localhost:9092 --describe --topic orders
Topic: orders\tTopicId: 9cGNTMGQQ8mW1fV8Jt4Eyg\tPartitionCount: 2\tReplicationFactor: 2\tConfigs: retention.ms=-1,a=b
\tTopic: orders\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1,2\tElr: \tLastKnownElr: 
\tTopic: orders\tPartition: 1\tLeader: none\tReplicas: 2,1\tIsr: 2\tElr: N/A\tLastKnownElr: N/A
"""  # noqa: W291
FORMS = {
    "lines": "# mine\norders=4\n\npayments = 6\n",
    "one line": "orders=4, payments=6",
    "yaml": "orders: 4\npayments:\n  partitions: 6\n",
    "yaml list": "topics:\n  - {topic: orders, partitions: 4}\n  - name: payments\n    partitions: 6\n",
    "json": '{"orders": 4,\n\t"payments": 6}',
    "json list": '[{"topic": "orders", "partitions": 4}, {"topic": "payments", "partitions": 6}]',
}


@pytest.mark.parametrize("form", FORMS)
def test_counts_are_the_same_in_every_form(form: str):
    assert read_partition_counts(FORMS[form]).counts == {"orders": 4, "payments": 6}


@pytest.mark.parametrize("listing", [OLD_LISTING, NEW_LISTING])
def test_what_a_cluster_prints_brings_the_brokers_too(listing: str):
    given = read_partition_counts(listing)

    assert (given.counts, given.is_listing) == ({"orders": 2}, True)
    assert given.replicas == {TopicPartition("orders", 0): (1, 2), TopicPartition("orders", 1): (2, 1)}


def test_no_text_gives_no_counts():
    assert read_partition_counts("\n # nothing\n").counts == {}


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("orders=4\npayments=-1", 2, "says -1"),
        ("orders=0", 1, "says 0"),
        ("orders=10_000_000_000", 1, "says 10,000,000,000"),
        ("orders=four", 1, "'four' where a number"),
        ("orders=4\norders=5", 2, "names orders again, which line 1 gives 4"),
        ("orders=4\nwhat is this", 2, "not of the form TOPIC=NUMBER"),
        ("what is this", 1, "not of the form TOPIC=NUMBER"),
        ("a topic: 4", 1, "no name that a topic can have"),
        ("orders: 4\npayments: [1]\n", 2, "no number of partitions"),
        ("- topic: orders\n- partitions: 4\n", 1, "no number of partitions"),
        ('{"orders": 4', 1, "cannot be read"),
        (NEW_LISTING + "Topic: late\tTopicId: 9c", 6, "is cut short"),
        (NEW_LISTING + "Error while executing topic command", 6, "is not what kafka-topics.sh"),
        ("\n".join(NEW_LISTING.splitlines()[:-1]), 3, "1 of 2 partitions follow"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text: str, line: int, why: str):
    with pytest.raises(BadPartitionCounts, match=why) as error:
        read_partition_counts(text)

    assert error.value.line == line
