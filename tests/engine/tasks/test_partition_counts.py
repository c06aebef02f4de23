"""Partition counts of repartition topics, as RepartitionTopics and CopartitionedTopicsEnforcer give them."""

from tests.engine.analyzing import behaviours, topology_of
from topoviz.engine.tasks.partition_counts import PartitionCounts, resolve_partition_counts
from topoviz.engine.topology.copartition_groups import copartition_groups
from topoviz.engine.topology.internal_topics import topics_by_group

SUBSCRIPTION = "KTABLE-FK-JOIN-SUBSCRIPTION-REGISTRATION-0000000006-topic"
RESPONSE = "KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-0000000014-topic"

FOREIGN_KEY_JOIN = """
KTable<String, String> orders = builder.table("orders");
orders.join(builder.<String, String>table("customers"), order -> order, (order, customer) -> order)
    .toStream().to("out");
"""

TWO_REPARTITIONS = """
KStream<String, String> first = builder.stream("first");
KStream<String, String> again = first.selectKey((k, v) -> v).repartition(Repartitioned.as("again"));
again.merge(builder.stream("second")).selectKey((k, v) -> v).repartition(Repartitioned.as("last")).to("out");
"""


def test_a_repartition_topic_takes_the_most_partitions_of_what_its_writers_read():
    counts = counts_of(
        'builder.stream(Arrays.asList("a", "b")).selectKey((k, v) -> v).repartition(Repartitioned.as("r")).to("out");',
        a=2,
        b=5,
    )

    assert counts.counts["r-repartition"] == 5
    assert not counts.undetermined


def test_what_is_said_of_a_repartition_topic_holds_only_where_kafka_would_not_give_it_another_count():
    said = counts_of(TWO_REPARTITIONS, **{"first": 8, "second": 8, "again-repartition": 3})
    settled = counts_of(TWO_REPARTITIONS, **{"first": 8, "second": 2, "last-repartition": 2})
    open_ = counts_of(TWO_REPARTITIONS, **{"second": 2, "again-repartition": 3})

    assert (said.counts["again-repartition"], said.overruled) == (8, {"again-repartition": 3})
    assert (settled.counts["last-repartition"], settled.overruled, settled.undetermined) == (2, {}, ())
    assert (open_.counts["again-repartition"], open_.overruled) == (3, {})


def test_copartitioning_settles_the_two_topics_of_a_foreign_key_join_that_feed_each_other():
    counts = counts_of(FOREIGN_KEY_JOIN, orders=3, customers=7)

    assert (counts.counts[SUBSCRIPTION], counts.counts[RESPONSE]) == (7, 3)
    assert not counts.undetermined


def test_a_topic_below_a_smaller_one_and_another_repartition_topic_depends_on_who_is_asked_first():
    assert counts_of(TWO_REPARTITIONS, first=8, second=2).undetermined == ("last-repartition",)


def test_where_the_other_repartition_topic_has_no_more_partitions_the_order_does_not_matter():
    counts = counts_of(TWO_REPARTITIONS, first=2, second=8)

    assert counts.counts["last-repartition"] == 8
    assert not counts.undetermined


def test_what_hangs_below_a_topic_without_a_count_has_none_either():
    counts = counts_of(TWO_REPARTITIONS, second=2)

    assert counts.missing == ("first", "again-repartition", "last-repartition")
    assert not counts.undetermined


def test_the_count_below_a_pattern_is_not_known():
    counts = counts_of(
        'builder.stream("a").merge(builder.stream(Pattern.compile("b-.*"))).selectKey((k, v) -> v)'
        '.repartition(Repartitioned.as("r")).to("out");',
        a=4,
    )

    assert counts.missing == ("r-repartition",)


def counts_of(program: str, **given: int) -> PartitionCounts:
    analyzed = topology_of(program)
    topology = analyzed.topology
    assert topology is not None
    groups = topics_by_group(topology, analyzed.groups)
    copartitioned = copartition_groups(topology)
    return resolve_partition_counts(groups, topology.repartition_topics, copartitioned, given, behaviours())
