"""Which numbers an operator takes, and which names it gives."""

import pytest

from tests.engine.analyzing import NEW, OLD, analysis_of, topology_of
from topoviz.engine.logical.nodes import Repartition

JOIN_WINDOWS = "JoinWindows.of(Duration.ofMinutes(1))"


def names(program: str, version: str = NEW) -> list[str]:
    """The names of the plan's nodes in the order in which they were made."""
    plan = topology_of(program, version=version).optimized.before
    return [node.name for node in plan.nodes.values() if node.name != "root"]


def next_number(program: str, version: str = NEW) -> int:
    return topology_of(program, version=version).optimized.before.next_index


def refusal(program: str, version: str = NEW) -> str:
    return str(topology_of(program, version=version).refusal)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("filter((k, v) -> true)", "KSTREAM-FILTER-0000000001"),
        ("filterNot((k, v) -> true)", "KSTREAM-FILTER-0000000001"),
        ("map((k, v) -> null)", "KSTREAM-MAP-0000000001"),
        ("flatMap((k, v) -> null)", "KSTREAM-FLATMAP-0000000001"),
        ("mapValues(v -> v)", "KSTREAM-MAPVALUES-0000000001"),
        ("flatMapValues(v -> null)", "KSTREAM-FLATMAPVALUES-0000000001"),
        ("selectKey((k, v) -> v)", "KSTREAM-KEY-SELECT-0000000001"),
        ("groupBy((k, v) -> v)", "KSTREAM-KEY-SELECT-0000000001"),
        ("peek((k, v) -> { })", "KSTREAM-PEEK-0000000001"),
        ("foreach((k, v) -> { })", "KSTREAM-FOREACH-0000000001"),
        ("print(Printed.toSysOut())", "KSTREAM-PRINTER-0000000001"),
        ('to("b")', "KSTREAM-SINK-0000000001"),
        ("transformValues(() -> new T())", "KSTREAM-TRANSFORMVALUES-0000000001"),
        ("process(() -> new P())", "KSTREAM-PROCESSOR-0000000001"),
    ],
)
def test_an_operator_takes_one_number(call: str, name: str):
    program = f'builder.<String, String>stream("a").{call};'

    assert names(program) == ["KSTREAM-SOURCE-0000000000", name]
    assert next_number(program) == 2


@pytest.mark.parametrize(
    ("call", "numbers"),
    [
        ('filter((k, v) -> true, Named.as("x"))', 2),
        ('to("b", Produced.as("x"))', 2),
        ('transformValues(() -> new T(), Named.as("x"))', 2),
        ('process(() -> new P(), Named.as("x"))', 1),
        ("groupByKey()", 1),
        ("groupByKey().count()", 3),
        ('groupByKey().count(Materialized.as("s"))', 2),
        ("groupByKey().count(Materialized.with(Serdes.String(), Serdes.Long()))", 4),
        ("groupByKey().reduce((x, y) -> x, Materialized.with(Serdes.String(), Serdes.String()))", 3),
        ("selectKey((k, v) -> v).groupByKey().count()", 7),
        ("branch((k, v) -> true, (k, v) -> false)", 4),
        ('branch(Named.as("x"), (k, v) -> true, (k, v) -> false)', 4),
    ],
)
def test_a_user_s_name_saves_a_number_only_where_kafka_takes_none(call: str, numbers: int):
    assert next_number(f'builder.<String, String>stream("a").{call};') == numbers


@pytest.mark.parametrize(
    ("options", "use"),
    [
        (
            'Grouped<?, ?> o = Grouped.as("first"); o.withName("second");',
            "selectKey((k, v) -> v).groupByKey(o).count()",
        ),
        ('Named o = Named.as("first"); o.withName("second");', "filter((k, v) -> true, o)"),
        ('Joined<?, ?, ?> o = Joined.as("first"); o.withName("second");', 'join(builder.table("t"), (x, y) -> x, o)'),
    ],
)
def test_options_that_give_a_copy_keep_their_own_name(options: str, use: str):
    found = names(f'{options}\nbuilder.<String, String>stream("a").{use};')

    assert any("first" in name for name in found)
    assert not any("second" in name for name in found)


@pytest.mark.parametrize(
    ("options", "use"),
    [
        ('Produced<?, ?> o = Produced.as("first"); o.withName("second");', 'to("b", o)'),
        ('Printed<?, ?> o = Printed.toSysOut(); o.withName("second");', "print(o)"),
    ],
)
def test_options_that_change_in_place_have_the_last_name(options: str, use: str):
    assert names(f'{options}\nbuilder.<String, String>stream("a").{use};')[-1] == "second"


@pytest.mark.parametrize(
    "program",
    [
        'builder.stream("a", Consumed.as("{}"));',
        'builder.<String, String>stream("a").filter((k, v) -> true, Named.as("{}"));',
        'builder.<String, String>stream("a").groupByKey().count(Materialized.as("{}"));',
        'builder.<String, String>stream("a").to("b", Produced.as("{}"));',
        'builder.<String, String>stream("a").groupBy((k, v) -> v, Grouped.as("{}")).count();',
    ],
)
def test_a_name_may_have_249_characters_and_no_more(program: str):
    assert topology_of(program.replace("{}", "x" * 249)).refusal is None
    assert "can't be longer than 249 characters" in refusal(program.replace("{}", "x" * 250))


def test_a_suffix_counts():
    program = 'builder.<String, String>stream("a").branch(Named.as("{}"), (k, v) -> true);'

    assert topology_of(program.replace("{}", "x" * 237)).refusal is None
    assert "can't be longer than 249 characters" in refusal(program.replace("{}", "x" * 238))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            'filter((k, v) -> true, Named.as("x"))',
            "KStream#filter(Predicate, Named) exists from",
        ),
        ("processValues(() -> new P())", "KStream#processValues exists from Kafka Streams 3.3.0 on"),
        (
            f'join(builder.stream("b"), (x, y) -> x, {JOIN_WINDOWS}, StreamJoined.as("s"))',
            "StreamJoined#as exists from",
        ),
    ],
)
def test_what_a_version_does_not_have_is_refused_as_its_compiler_would(call: str, words: str):
    program = f'builder.<String, String>stream("a").{call};'

    assert words in refusal(program, version=OLD)
    assert topology_of(program, version=NEW).refusal is None


def test_a_name_is_taken_for_a_number_by_nobody_but_repartition_topics():
    program = """
        builder.<String, String>stream("a").selectKey((k, v) -> v)
            .groupByKey(Grouped.as("KSTREAM-X-0000000009")).count();
    """

    assert "KSTREAM-SOURCE-0000000006" in names(program)
    assert "mine-repartition-source" in names(program.replace("KSTREAM-X-0000000009", "mine"))


@pytest.mark.parametrize(("version", "repartitions"), [(OLD, 2), ("2.5.0", 2), ("2.5.1", 1), (NEW, 1)])
def test_joins_of_one_stream_share_a_repartition_from_2_5_1_on(version: str, repartitions: int):
    program = """
        KStream<String, String> keyed = builder.<String, String>stream("a").selectKey((k, v) -> v);
        keyed.join(builder.<String, String>table("t"), (x, y) -> x);
        keyed.join(builder.<String, String>table("u"), (x, y) -> x);
    """
    (topology,) = analysis_of(program, version=version).topologies
    nodes = topology.optimized.before.nodes.values()

    assert sum(1 for node in nodes if isinstance(node, Repartition)) == repartitions
