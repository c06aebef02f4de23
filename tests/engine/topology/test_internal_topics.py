"""The topics that Kafka Streams makes for itself."""

from tests.engine.analyzing import topology_of
from topoviz.engine.topology.internal_topics import (
    ChangelogTopic,
    GroupTopics,
    RepartitionTopic,
    changelog_topics,
    repartition_topics,
    topics_by_group,
)

COUNT = 'builder.<String, String>stream("a").selectKey((k, v) -> v).groupByKey().count(Materialized.as("s"))'
UNLOGGED = 'Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("s").withLoggingDisabled()'


def changelogs(program: str, optimize: str = "none") -> tuple[ChangelogTopic, ...]:
    return changelog_topics(topology_of(program, optimize=optimize).topology)


def test_a_count_after_a_key_change_has_a_repartition_topic_and_a_changelog():
    topology = topology_of(f"{COUNT};").topology

    assert repartition_topics(topology) == (RepartitionTopic("s-repartition"),)
    assert changelog_topics(topology) == (ChangelogTopic("s", "s-changelog"),)


def test_a_store_without_logging_has_no_changelog():
    assert changelogs(f'builder.table("a", {UNLOGGED});') == ()


def test_a_store_that_no_processor_uses_has_no_changelog():
    store = 'Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String())'

    assert changelogs(f'builder.addStateStore({store});\nbuilder.stream("a");') == ()


def test_a_global_store_has_no_changelog():
    assert changelogs('builder.globalTable("a", Materialized.as("s"));') == ()


def test_an_optimized_table_restores_from_its_source_topic():
    program = 'builder.table("a", Materialized.as("s"));'

    assert changelogs(program) == (ChangelogTopic("s", "s-changelog"),)
    assert changelogs(program, optimize="all") == (ChangelogTopic("s", "a", is_source=True),)


def test_each_sub_topology_reads_writes_and_restores_from_its_own_topics():
    analyzed = topology_of(f'{COUNT}.toStream().to("out");')

    assert topics_by_group(analyzed.topology, analyzed.groups) == (
        GroupTopics(0, ("a",), (), (), ("s-repartition",), ()),
        GroupTopics(1, ("s-repartition",), (), ("s-repartition",), ("out",), (ChangelogTopic("s", "s-changelog"),)),
    )


def test_a_global_stores_topic_belongs_to_no_sub_topology():
    analyzed = topology_of('builder.globalTable("g");\nbuilder.stream("a");')

    assert [group.sources for group in topics_by_group(analyzed.topology, analyzed.groups)] == [("a",)]


def test_a_pattern_stands_for_topics_that_are_not_known_yet():
    analyzed = topology_of('builder.stream(Pattern.compile("a.*")).to("out");')

    assert topics_by_group(analyzed.topology, analyzed.groups) == (GroupTopics(0, (), ("a.*",), (), ("out",), ()),)
