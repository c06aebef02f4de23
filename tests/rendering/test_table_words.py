"""Joins of tables, groupings and suppress in plain words, in the plan, in the topology and in a dump."""

import pytest

from tests.rendering.drawing import box, picture, said, titles
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.rendering.picture import Kind
from topoviz.rendering.viewed import picture_of
from topoviz.rendering.views import parse_view

TABLES = 'KTable<String, String> a = builder.table("a");\nKTable<String, String> b = builder.table("b");\n'
FOREIGN_KEY = TABLES + 'a.leftJoin(b, x -> x, (x, y) -> x + y).toStream().to("x");'


@pytest.mark.parametrize(
    ("java", "title", "kind", "facts"),
    [
        ("a.join(b, (x, y) -> x);", "join of two tables", Kind.STATELESS, ("#6",)),
        (
            'a.outerJoin(b, (x, y) -> x, Materialized.as("s"));',
            "outer join of two tables",
            Kind.STATEFUL,
            ("#6 · store s",),
        ),
        (
            'a.join(b, (x, y) -> x, Named.as("both"), Materialized.with(null, null));',
            "both",
            Kind.STATEFUL,
            ("join of two tables · store #6",),
        ),
        ("a.groupBy((k, v) -> KeyValue.pair(v, k));", "groupBy", Kind.KEY_CHANGING, ("#6 · changes the key",)),
        (
            'a.groupBy((k, v) -> null, Grouped.as("g")).count();',
            "g-repartition",
            Kind.REPARTITION,
            ("#9 · repartition topic",),
        ),
        (
            "a.suppress(Suppressed.untilTimeLimit(Duration.ZERO, Suppressed.BufferConfig.unbounded()));",
            "suppress",
            Kind.STATEFUL,
            ("#6 · store #7",),
        ),
        ("a.toStream().toTable();", "toTable", Kind.STATELESS, ("#7",)),
        ('a.toStream().toTable(Materialized.as("s"));', "toTable", Kind.STATEFUL, ("#7 · store s",)),
        (
            'builder.stream("s").join(a.join(b, (x, y) -> x), (x, y) -> x);',
            "join with joined tables",
            Kind.STATELESS,
            ("#10",),
        ),
    ],
)
def test_operators_of_tables_in_plain_words(java, title, kind, facts):
    found = box(picture(TABLES + java, "plan"), title)

    assert (found.kind, said(found)) == (kind, facts)


def test_a_join_on_a_foreign_key_counts_once_and_each_part_says_what_it_does():
    shown = picture(FOREIGN_KEY, "plan")

    assert shown.description == "5 operators, 2 repartition topics."
    assert [title for title in titles(shown) if title.startswith("foreign key")] == [
        "foreign key left join: subscribe",
        "foreign key left join: keep subscription",
        "foreign key left join: answer subscriber",
        "foreign key left join: resolve answer",
        "foreign key left join: result",
        "foreign key left join: answer all",
    ]


def test_the_sides_of_a_join_of_tables_stand_apart_in_the_topology():
    shown = picture(TABLES + "a.leftJoin(b, (x, y) -> x);", "topology")

    assert box(shown, "left join, left side").kind is Kind.STATELESS
    assert box(shown, "left join, right side").kind is Kind.STATELESS
    assert box(shown, "left join of two tables").kind is Kind.STATELESS


def test_sources_and_sinks_of_a_join_on_a_foreign_key_say_which_way_they_lead():
    shown = titles(picture(FOREIGN_KEY, "topology"))

    assert {"to subscriptions", "from subscriptions", "to answers", "from answers"} <= set(shown)


def test_a_dump_tells_the_topics_of_a_join_on_a_foreign_key_by_their_names():
    dump = """Topologies:
   Sub-topology: 0
    Source: KTABLE-SOURCE-0000000009 (topics: [KTABLE-FK-JOIN-SUBSCRIPTION-REGISTRATION-0000000006-topic])
      --> KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-0000000011
    Processor: KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-0000000011 (stores: [s])
      --> KTABLE-SINK-0000000015
      <-- KTABLE-SOURCE-0000000009
    Sink: KTABLE-SINK-0000000015 (topic: KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-0000000014-topic)
      <-- KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-0000000011

"""
    bundle = Bundle((SourceFile("dump.txt", dump),))
    (topology,) = analyze(Submission(bundle, Settings(language=Language.DESCRIBE))).topologies

    assert titles(picture_of(topology, parse_view("topology")))[:3] == [
        "from subscriptions",
        "foreign key join: subscriptions",
        "to answers",
    ]
