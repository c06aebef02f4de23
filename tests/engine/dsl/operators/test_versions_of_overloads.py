"""Methods, overloads and classes that a version lacks: the compiler refuses the program, and so does the engine."""

import pytest

from tests.engine.analyzing import topology_of

COUNTED = 'builder.<String, String>stream("a").groupByKey()'
STORE = 'Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("s"), Serdes.String(), Serdes.String())'


@pytest.mark.parametrize(
    ("program", "version", "words"),
    [
        ('builder.stream("a").repartition();', "2.5.1", "KStream#repartition exists from Kafka Streams 2.6.0 on"),
        (f"{COUNTED}.cogroup((k, v, s) -> s);", "2.4.1", "KGroupedStream#cogroup exists from Kafka Streams 2.5.0 on"),
        (
            f"{COUNTED}.<Long>cogroup((k, v, s) -> s).windowedBy(SlidingWindows.withTimeDifferenceAndGrace(a, b));",
            "2.6.3",
            "SlidingWindows#withTimeDifferenceAndGrace exists from Kafka Streams 2.7.0 on",
        ),
        (
            'builder.stream("a").join(builder.table("t"), (x, y) -> x, Joined.as("j").withGracePeriod(Duration.ZERO));',
            "3.4.1",
            "Joined#withGracePeriod exists from Kafka Streams 3.6.0 on",
        ),
        (
            'builder.table("t", Materialized.as(Stores.persistentVersionedKeyValueStore("s", Duration.ZERO)));',
            "3.4.1",
            "Stores#persistentVersionedKeyValueStore exists from Kafka Streams 3.5.0 on",
        ),
        (
            f"{COUNTED}.count(Materialized.as(Materialized.StoreType.IN_MEMORY));",
            "3.1.2",
            "Materialized#as(Materialized$StoreType) exists from Kafka Streams 3.2.0 on",
        ),
        (
            f"{COUNTED}.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1))).count();",
            "2.8.2",
            "TimeWindows#ofSizeWithNoGrace exists from Kafka Streams 3.0.0 on",
        ),
        (
            f"{COUNTED}.windowedBy(TimeWindows.of(Duration.ofMinutes(1)).until(1L)).count();",
            "3.0.2",
            "TimeWindows#until was removed in Kafka Streams 3.0.0",
        ),
        (
            f'builder.addGlobalStore({STORE}, "t", "source", Consumed.with(a, b), "processor", Filling::new);',
            "3.0.2",
            (
                "StreamsBuilder#addGlobalStore(StoreBuilder, String, String, Consumed, String, ProcessorSupplier) "
                "was removed in Kafka Streams 3.0.0"
            ),
        ),
        (
            "new StreamsBuilder(config).stream(topic);",
            "3.1.2",
            "new StreamsBuilder(TopologyConfig) exists from Kafka Streams 3.2.0 on",
        ),
        (
            f'new Topology().addReadOnlyStateStore({STORE}, "source", null, null, "a", "p", Filling::new);',
            "3.7.2",
            "Topology#addReadOnlyStateStore exists from Kafka Streams 3.8.0 on",
        ),
    ],
)
def test_what_a_version_lacks_is_refused_with_the_version_that_has_it(program: str, version: str, words: str):
    refusal = topology_of(program, version=version).refusal

    assert refusal is not None
    assert str(refusal) == f"compiler: {words}; {version} does not have it."
