"""Plans show operators in plain words, with Kafka's names in the tooltips."""

import pytest

from tests.rendering.drawing import JOIN_AND_COUNT, box, picture, said, ties, titles
from topoviz.rendering.picture import Kind
from topoviz.rendering.viewed import picture_of
from topoviz.rendering.views import parse_view

STREAM_JOIN = """
KStream<String, String> s = builder.stream("a");
s.join(s, (x, y) -> x, JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(5)));
"""


def test_a_plan_shows_operators_and_repartition_topics_but_no_filters_of_kafkas_own():
    shown = picture(JOIN_AND_COUNT, "plan")

    assert ties(shown) == {
        "stream a > map",
        "map > KSTREAM-MAP-0000000001-repartition",
        "KSTREAM-MAP-0000000001-repartition > join with table b",
        "join with table b > to c",
        "map > KSTREAM-AGGREGATE-STATE-STORE-0000000010-repartition",
        "KSTREAM-AGGREGATE-STATE-STORE-0000000010-repartition > count",
        "count > toStream",
        "toStream > selectKey",
        "selectKey > to d",
    }
    assert "table b" in titles(shown)
    assert shown.description == "9 operators, 2 repartition topics."


@pytest.mark.parametrize(
    ("java", "title", "kind", "facts"),
    [
        ('builder.stream("a");', "stream a", Kind.SOURCE, ("#0",)),
        ('builder.stream("a", Consumed.as("mine"));', "stream a", Kind.SOURCE, ("mine",)),
        ('builder.stream(Arrays.asList("a", "b"));', "stream a, b", Kind.SOURCE, ("#0",)),
        ('builder.stream(Pattern.compile("a.*"));', "stream matching a.*", Kind.SOURCE, ("#0",)),
        ('builder.table("a");', "table a", Kind.SOURCE, ("#2 · not stored",)),
        ('builder.table("a", Materialized.as("s"));', "table a", Kind.SOURCE, ("#1 · own changelog topic",)),
        ('builder.globalTable("a");', "global table a", Kind.SOURCE, ("#2 · every instance has all of it",)),
        ('builder.stream("a").to("b");', "to b", Kind.SINK, ("#1",)),
        ('builder.stream("a").filter((k, v) -> true);', "filter", Kind.STATELESS, ("#1",)),
        ('builder.stream("a").filter((k, v) -> true, Named.as("good"));', "good", Kind.STATELESS, ("filter",)),
        ('builder.stream("a").selectKey((k, v) -> v);', "selectKey", Kind.KEY_CHANGING, ("#1 · changes the key",)),
        ('builder.stream("a").groupByKey().count();', "count", Kind.STATEFUL, ("#2 · store #1",)),
        ('builder.stream("a").groupByKey().count(Materialized.as("s"));', "count", Kind.STATEFUL, ("#1 · store s",)),
        ('builder.table("a").filter((k, v) -> true);', "filter", Kind.STATELESS, ("#3",)),
        (
            STREAM_JOIN,
            "join of two streams",
            Kind.STATEFUL,
            ("#5",),
        ),
        (
            'builder.stream("a").leftJoin(builder.table("b").mapValues(v -> v, Materialized.as("s")), (x, y) -> x);',
            "left join with the table of mapValues",
            Kind.STATELESS,
            ("#5",),
        ),
    ],
)
def test_operators_in_plain_words(java, title, kind, facts):
    found = box(picture(java, "plan"), title)

    assert (found.kind, said(found)) == (kind, facts)


def test_kafkas_full_names_are_in_the_tooltips():
    shown = picture(JOIN_AND_COUNT, "plan")

    assert box(shown, "count").tooltip == (
        "KSTREAM-AGGREGATE-0000000011\nstore: KSTREAM-AGGREGATE-STATE-STORE-0000000010"
    )


def test_a_long_list_of_topics_is_counted_and_the_tooltip_has_them_all():
    topics = [f"topic-{index}" for index in range(20)]
    names = ", ".join(f'"{topic}"' for topic in topics)
    java = f"builder.stream(Arrays.asList({names}));"

    (source,) = picture(java, "plan").boxes

    assert source.title.endswith("and 14 more")
    assert all(f"topic: {topic}" in source.tooltip for topic in topics)


def test_a_store_added_by_hand_hangs_on_what_uses_it():
    java = (
        'builder.addStateStore(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), null, null));'
        'builder.stream("a").process(() -> new Worker(), "s");'
    )

    shown = picture(java, "plan")

    assert "process ~ s" in ties(shown)
    assert box(shown, "s").kind is Kind.STORE


def test_boxes_carry_the_ids_of_their_plan_nodes():
    from tests.engine.analyzing import topology_of

    topology = topology_of(JOIN_AND_COUNT, optimize="all")
    plan = topology.optimized.plan

    shown = picture_of(topology, parse_view("plan-optimized"))

    assert {one.data_node for one in shown.boxes} == {node.id for node in plan.in_order()} - {0}
