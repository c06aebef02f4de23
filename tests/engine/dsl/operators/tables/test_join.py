"""Which join of tables a call means, and what stands in for what the text does not tell."""

import pytest

from tests.engine.analyzing import NEW, analysis_of, codes, described, topology_of
from topoviz.engine.logical.nodes import ForeignKeyPart, TableTableJoin

TABLES = 'KTable<String, String> a = builder.table("a");\nKTable<String, String> b = builder.table("b");\n'


def kinds(program: str) -> set[str]:
    """Say which kinds of joins of tables the plan holds."""
    (topology,) = analysis_of(TABLES + program).topologies
    nodes = topology.optimized.before.nodes.values()
    found = {"keys" for node in nodes if isinstance(node, TableTableJoin)}
    return found | {"foreign key" for node in nodes if node.part is ForeignKeyPart.RESULT}


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("a.join(b, (x, y) -> x);", "keys"),
        ("a.join(b, String::concat);", "keys"),
        ("a.join(b, joiner, Named.as(\"n\"), Materialized.as(\"s\"));", "keys"),
        ("ValueJoiner<String, String, String> f = make(); a.join(b, f, Materialized.as(\"s\"));", "keys"),
        ("a.join(b, x -> x, (x, y) -> x);", "foreign key"),
        ("a.leftJoin(b, String::trim, String::concat);", "foreign key"),
        ("a.join(b, x -> x, joiner, Materialized.as(\"s\"));", "foreign key"),
        ("a.join(b, x -> x, joiner, named, stored);", "foreign key"),
        ("Function<String, String> f = make(); a.join(b, f, joiner);", "foreign key"),
    ],
)  # fmt: skip
def test_overloads_are_told_apart(program: str, kind: str):
    assert kinds(program) == {kind}


def test_a_foreign_key_may_come_from_the_key_too_since_4_0():
    call = "a.leftJoin(b, (k, v) -> v, (x, y) -> x);"

    assert "does not have it" in str(topology_of(TABLES + call, version=NEW).refusal)
    assert topology_of(TABLES + call, version="4.3.1").refusal is None


def test_what_may_be_either_is_taken_for_a_join_on_keys_and_doubted():
    analysis = analysis_of(TABLES + "a.join(b, one, two);")

    assert "overload" in codes(analysis)
    assert analysis.is_unsure
    assert "KTABLE-MERGE-0000000006?" in described(analysis)


@pytest.mark.parametrize("call", ["a.join(other, (x, y) -> x)", "a.leftJoin(other, x -> x, (x, y) -> x)"])
def test_a_table_that_the_text_does_not_make_is_stood_in_for(call: str):
    analysis = analysis_of(f'{TABLES}{call}.toStream().to("x");')

    assert "unknown-stream" in codes(analysis)
    assert "${other}?" in described(analysis)


def test_a_join_through_an_unknown_table_parameter_is_marked():
    analysis = analysis_of("""
        class Joins {
            void wire(StreamsBuilder builder, KTable<String, String> users) {
                users.join(builder.<String, String>table("b"), (x, y) -> x).toStream().to("x");
            }
        }
    """)

    assert "KTABLE-MERGE-0000000006?" in described(analysis)


def test_unknown_options_doubt_the_numbers_behind_them():
    analysis = analysis_of(TABLES + "Materialized<String, String, ?> stored = make(); a.join(b, (x, y) -> x, stored);")

    assert "unknown-options" in codes(analysis)
    assert "KTABLE-MERGE-0000000007?" in described(analysis)


@pytest.mark.parametrize("call", ["join(a, (x, y) -> x)", "suppress(held)", "filter((k, v) -> true)"])
def test_a_long_chain_is_followed_to_its_end(call: str):
    analysis = analysis_of(f"""
        KTable<String, String> a = builder.table("a");
        Suppressed<String> held = Suppressed.untilTimeLimit(Duration.ZERO, Suppressed.BufferConfig.unbounded());
        KTable<String, String> t = a;
        for (int i = 0; i < 1500; i++) {{
            t = t.{call};
        }}
        t.groupBy((k, v) -> KeyValue.pair(v, k)).count().toStream().to("x");
        builder.<String, String>stream("s").join(t, (x, y) -> x).to("y");
    """)

    assert not analysis.is_unsure
    assert "a-STATE-STORE-0000000000" in described(analysis)
