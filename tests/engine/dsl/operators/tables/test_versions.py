"""Operators and overloads of tables that a version lacks are refused as its compiler would."""

import pytest

from tests.engine.analyzing import NEW, OLD, topology_of

TABLES = 'KTable<String, String> a = builder.table("a");\nKTable<String, String> b = builder.table("b");\n'
BUFFER = "Suppressed.BufferConfig.unbounded()"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            'a.join(b, (x, y) -> x, Named.as("n"));',
            "KTable#join(KTable, ValueJoiner, Named) exists from Kafka Streams 2.4",
        ),
        ('a.filter((k, v) -> true, Named.as("n"));', "KTable#filter(Predicate, Named) exists from Kafka Streams 2.4"),
        ('a.mapValues(v -> v, Named.as("n"));', "KTable#mapValues(ValueMapper, Named) exists from"),
        ('a.toStream(Named.as("n"));', "KTable#toStream(Named) exists from"),
        (
            'a.transformValues(() -> null, Named.as("n"));',
            "KTable#transformValues(ValueTransformerWithKeySupplier, Named, ",
        ),
        ('a.groupBy((k, v) -> null).count(Named.as("n"));', "KGroupedTable#count(Named) exists from"),
        ("a.join(b, x -> x, (x, y) -> x);", "KTable#join(KTable, Function, ValueJoiner) exists from Kafka Streams 2.4"),
        ("a.toStream().toTable();", "KStream#toTable exists from Kafka Streams 2.5.0 on"),
        (
            f"a.suppress(Suppressed.untilTimeLimit(Duration.ZERO, {BUFFER}.withLoggingDisabled()));",
            "Suppressed.BufferConfig#withLoggingDisabled exists from Kafka Streams 2.6.0 on",
        ),
    ],
)
def test_what_came_later_is_refused(call: str, words: str):
    assert words in str(topology_of(TABLES + call, version=OLD).refusal)
    assert topology_of(TABLES + call, version=NEW).refusal is None


@pytest.mark.parametrize(("version", "is_refused"), [("3.0.2", True), ("3.1.0", False)])
def test_a_foreign_key_join_takes_table_joined_from_3_1_on(version: str, is_refused: bool):
    topology = topology_of(TABLES + 'a.join(b, x -> x, (x, y) -> x, TableJoined.as("n"));', version=version)

    assert ("TableJoined#as exists" in str(topology.refusal)) is is_refused


@pytest.mark.parametrize(("version", "is_refused"), [("2.8.2", False), ("3.0.0", True)])
def test_a_grouping_takes_serialized_before_3_0(version: str, is_refused: bool):
    topology = topology_of(TABLES + "a.groupBy((k, v) -> null, Serialized.with(null, null));", version=version)

    assert ("Serialized#with was removed" in str(topology.refusal)) is is_refused
