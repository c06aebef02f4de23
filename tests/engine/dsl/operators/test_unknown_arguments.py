"""Arguments that the text leaves open: nothing is refused for them, and nothing is said to be certain."""

from tests.engine.analyzing import analysis_of, codes, described, topology_of

COUNTED = 'builder.<String, String>stream("a").groupByKey()'
WINDOW_STORE = "Materialized.<String, Long, WindowStore<Bytes, byte[]>>as"


def test_a_partition_count_that_is_not_known_makes_the_topic_unsure():
    analysis = analysis_of('builder.stream("a").repartition(Repartitioned.numberOfPartitions(count)).to("b");')

    assert "KSTREAM-REPARTITION-0000000001-repartition?" in described(analysis)


def test_counts_that_are_not_known_are_not_said_to_differ():
    refusal = topology_of(
        "KStream<String, String> a = "
        'builder.<String, String>stream("a").repartition(Repartitioned.<String, String>as("x")'
        ".withNumberOfPartitions(n));\n"
        'a.join(builder.<String, String>stream("b").repartition(Repartitioned.<String, String>as("y")'
        ".withNumberOfPartitions(2)), (x, y) -> x, JoinWindows.of(Duration.ofMinutes(1)));"
    ).refusal

    assert refusal is None


def test_a_retention_that_is_not_known_may_be_too_short():
    retained = f'.count({WINDOW_STORE}("s").withRetention(Duration.ofHours(hours)));'
    analysis = analysis_of(f"{COUNTED}.windowedBy(TimeWindows.of(Duration.ofMinutes(5))){retained}")

    assert "window-retention" in codes(analysis)


def test_windows_of_a_size_that_is_not_known_are_taken_as_they_are():
    analysis = analysis_of(f"{COUNTED}.windowedBy(TimeWindows.of(Duration.ofMinutes(minutes))).count();")

    assert codes(analysis) == set()


def test_a_store_of_the_wrong_length_for_a_join_is_only_doubted_when_its_length_is_not_known():
    analysis = analysis_of(
        'builder.<String, String>stream("a").join(builder.<String, String>stream("b"), (x, y) -> x, windows, '
        "StreamJoined.<String, String, String>with(Serdes.String(), Serdes.String(), Serdes.String())"
        '.withThisStoreSupplier(Stores.inMemoryWindowStore("s", length, length, true)));'
    )

    assert "window-size" in codes(analysis)


def test_a_grace_period_that_is_not_known_may_be_longer_than_the_history():
    analysis = analysis_of(
        'KTable<String, String> table = builder.table("t", Materialized.<String, String>as('
        'Stores.persistentVersionedKeyValueStore("history", Duration.ofMinutes(1))));\n'
        'builder.<String, String>stream("a").join(table, (x, y) -> x, '
        'Joined.<String, String, String>as("joined").withGracePeriod(grace)).to("b");'
    )

    assert "stores: [joined-Buffer, history?]" in described(analysis)


def test_a_parent_that_is_not_known_is_not_said_to_be_missing():
    analysis = analysis_of(
        'Topology t = new Topology();\nt.addSource("s", "in");\nt.addProcessor("p", Keeping::new, parent);\n'
        't.addSink("k", "out", "p", other);\nt.connectProcessorAndStateStores(parent, store);'
    )

    assert "Processor: p" in described(analysis)
    assert "Sub-topology: 0?" in described(analysis)


def test_a_group_that_is_not_known_is_stood_in_for():
    analysis = analysis_of(
        f"{COUNTED}.<Long>cogroup((k, v, s) -> s).cogroup(others, (k, v, s) -> s).aggregate(() -> 0L);"
    )

    assert "unknown-stream" in codes(analysis)
    assert "${others}?" in described(analysis)


def test_stores_that_a_supplier_takes_from_elsewhere_are_missing_and_told():
    analysis = analysis_of(
        "class Supplying implements ProcessorSupplier<String, String, String, String> {\n"
        "    public Processor<String, String, String, String> get() { return new Forwarding(); }\n"
        "    public Set<StoreBuilder<?>> stores() { return Elsewhere.stores(); }\n}\n"
        'builder.<String, String>stream("a").process(new Supplying()).to("b");'
    )

    assert "unknown-stores" in codes(analysis)


def test_a_topology_that_a_config_names_prints_otherwise():
    named = 'StreamsBuilder own = new StreamsBuilder(new TopologyConfig("name", config, props));\nown.stream("a");'

    assert codes(analysis_of(named)) == {"named-topology"}
