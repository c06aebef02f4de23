"""Topologies show their nodes, topics, stores and groups, and what is not certain."""

import pytest

from tests.engine.analyzing import topology_of
from tests.rendering.drawing import JOIN_AND_COUNT, box, chain_of, picture, said, ties, titles, topology_of_nodes
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.topology.describe import to_text
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode
from topoviz.rendering.picture import Kind, Undrawable
from topoviz.rendering.viewed import picture_of
from topoviz.rendering.views import parse_view


def of_dump(text):
    settings = Settings(language=Language.DESCRIBE)
    (topology,) = analyze(Submission(Bundle((SourceFile("dump.txt", text),)), settings)).topologies
    return picture_of(topology, parse_view("topology"))


def test_topics_stand_between_sub_topologies_and_stores_below_what_uses_them():
    shown = picture(JOIN_AND_COUNT, "topology", optimize="all")

    assert {
        "a > stream",
        "to repartition > KSTREAM-MAP-0000000001-repartition",
        "KSTREAM-MAP-0000000001-repartition > from repartition",
        "from repartition > join with table b",
        "join with table b ~ b-STATE-STORE-0000000002",
        "keep table b ~ b-STATE-STORE-0000000002",
        "count ~ KSTREAM-AGGREGATE-STATE-STORE-0000000010",
        "to c > c",
    } <= ties(shown)
    assert [group.title for group in shown.groups] == ["Sub-topology 0", "Sub-topology 1"]


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("a", Kind.TOPIC),
        ("KSTREAM-MAP-0000000001-repartition", Kind.REPARTITION),
        ("stream", Kind.SOURCE),
        ("to c", Kind.SINK),
        ("filter null keys", Kind.STATELESS),
        ("map", Kind.KEY_CHANGING),
        ("selectKey", Kind.KEY_CHANGING),
        ("count", Kind.STATEFUL),
        ("keep table b", Kind.STATEFUL),
        ("join with table b", Kind.STATELESS),
        ("b-STATE-STORE-0000000002", Kind.STORE),
    ],
)
def test_each_kind_has_its_shape(title, kind):
    assert box(picture(JOIN_AND_COUNT, "topology", optimize="all"), title).kind is kind


def test_every_node_of_the_topology_is_there_once_by_its_index():
    topology = topology_of(JOIN_AND_COUNT)
    shown = picture_of(topology, parse_view("topology"))

    nodes = [one for one in shown.boxes if one.data_node is not None]

    assert sorted(one.data_node for one in nodes) == list(range(len(topology.topology.nodes)))
    for one in nodes:
        assert one.tooltip.partition("\n")[0] == topology.topology.nodes[one.data_node].name


def test_a_store_carries_its_changelog_topic():
    shown = picture(JOIN_AND_COUNT, "topology")

    assert box(shown, "b-STATE-STORE-0000000002").changelog == "b-STATE-STORE-0000000002-changelog"
    assert "<application.id>-b-STATE-STORE-0000000002-changelog" in box(shown, "b-STATE-STORE-0000000002").tooltip


def test_a_store_that_restores_from_its_topic_says_so_and_has_no_changelog():
    store = box(picture(JOIN_AND_COUNT, "topology", optimize="all"), "b-STATE-STORE-0000000002")

    assert store.changelog == ""
    assert said(store) == ("restored from b",)


def test_a_store_without_logging_says_what_that_means():
    java = 'builder.stream("a").groupByKey().count(Materialized.as("s").withLoggingDisabled());'

    store = box(picture(java.replace("as(", "<String, Long, KeyValueStore<Bytes, byte[]>>as("), "topology"), "s")

    assert store.changelog == ""
    assert said(store) == ("not logged: lost with its instance",)


def test_a_store_that_nobody_uses_stands_alone():
    java = (
        'builder.addStateStore(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("lonely"), null, null));'
        'builder.stream("a").to("b");'
    )

    store = box(picture(java, "topology"), "lonely")

    assert store.group is None
    assert said(store) == ("no processor uses it",)


def test_a_global_store_has_a_group_without_tasks():
    java = 'builder.stream("visits").join(builder.globalTable("countries"), (k, v) -> k, (v, c) -> v).to("out");'

    shown = picture(java, "topology")

    assert [group.title for group in shown.groups if group.is_global] == ["Global store (1): no tasks"]
    assert box(shown, "countries-STATE-STORE-0000000001").kind is Kind.GLOBAL_STORE
    assert "join with global table countries" in titles(shown)


def test_a_pattern_and_a_topic_of_the_same_text_are_two_things():
    shown = picture_of(
        topology_of_nodes([SourceNode("in", pattern="orders"), SinkNode("out", ("in",), topic="orders")]),
        parse_view("topology"),
    )

    assert ties(shown) == {"matching orders > in", "in > out", "out > orders"}


def test_a_sink_that_chooses_topics_says_so():
    shown = picture('builder.stream("a").to((k, v, c) -> v.toString());', "topology")

    assert "to a topic for each record > a topic for each record" in ties(shown)


def test_partitions_that_were_set_are_told():
    nodes = [SourceNode("in", topics=("a",)), SinkNode("out", ("in",), topic="r-repartition")]

    shown = picture_of(topology_of_nodes(nodes, repartition_topics={"r-repartition": 8}), parse_view("topology"))

    assert said(box(shown, "r-repartition")) == ("repartition topic · 8 partitions",)


@pytest.mark.parametrize("length", [100, 249, 512])
def test_long_names_are_whole(length):
    name = "t" * length

    shown = picture_of(chain_of(["in", "out"], topics=(name, "out")), parse_view("topology"))

    assert next(one for one in shown.boxes if one.tooltip == name).title == name


def test_a_name_longer_than_any_real_one_is_refused_with_its_length():
    with pytest.raises(
        Undrawable, match=r"begins with tttt.* has 100,000 characters; pictures take names of up to 512"
    ):
        picture_of(chain_of(["in", "out"], topics=("t" * 100_000, "out")), parse_view("topology"))


# --- what is not certain ----------------------------------------------------------------------------------------------


def test_unsure_names_carry_a_question_mark_and_a_dashed_line():
    java = 'builder.stream(System.getenv("ORDERS")).to("out");'

    shown = picture(java, "topology")

    assert [(one.title, one.is_unsure) for one in shown.boxes if one.kind is Kind.TOPIC] == [
        ("${ORDERS}?", True),
        ("out", False),
    ]


def test_an_unsure_shape_is_told_above_and_in_the_numbers_of_groups():
    java = 'KStream<String, String> s = builder.stream("a"); if (flag) { s = s.mapValues(v -> v); } s.to("b");'

    shown = picture(java, "topology")

    assert any(note.startswith("Not certain: ") for note in shown.notes)
    assert [group.title for group in shown.groups] == ["Sub-topology 0?"]
    assert box(shown, "mapValues").is_unsure
    assert said(box(shown, "mapValues")) == ("#1?",)


# --- dumps ------------------------------------------------------------------------------------------------------------

DUMP = """Topologies:
   Sub-topology: 0
    Source: KSTREAM-SOURCE-0000000000 (topics: [a])
      --> KSTREAM-KEY-SELECT-0000000001
    Processor: KSTREAM-KEY-SELECT-0000000001 (stores: [])
      --> KSTREAM-AGGREGATE-0000000003
      <-- KSTREAM-SOURCE-0000000000
    Processor: KSTREAM-AGGREGATE-0000000003 (stores: [counts])
      --> mine
      <-- KSTREAM-KEY-SELECT-0000000001
    Processor: mine (stores: [])
      --> KSTREAM-SINK-0000000009
      <-- KSTREAM-AGGREGATE-0000000003
    Sink: KSTREAM-SINK-0000000009 (topic: b)
      <-- mine
"""


def test_a_dump_is_drawn_from_the_names_in_it():
    shown = of_dump(DUMP)

    assert titles(shown)[:5] == ["source", "selectKey", "aggregate", "mine", "to b"]
    assert [one.kind for one in shown.boxes[:5]] == [
        Kind.SOURCE, Kind.KEY_CHANGING, Kind.STATEFUL, Kind.STATELESS, Kind.SINK,
    ]  # fmt: skip


def test_the_children_of_a_split_in_a_dump_have_words():
    names = ("KSTREAM-BRANCH-00000000012", "KSTREAM-BRANCH-00000000010", "KSTREAM-BRANCH-0000000001-paid")
    blocks = "".join(
        f"    Processor: {name} (stores: [])\n      --> none\n      <-- KSTREAM-BRANCH-0000000001\n" for name in names
    )
    shown = of_dump(
        "Topologies:\n   Sub-topology: 0\n    Source: a (topics: [a])\n      --> KSTREAM-BRANCH-0000000001\n"
        f"    Processor: KSTREAM-BRANCH-0000000001 (stores: [])\n      --> {', '.join(names)}\n      <-- a\n{blocks}"
    )

    assert [one.title for one in shown.boxes if one.tooltip in names] == [
        "output 2",
        "all other records",
        "output paid",
    ]


@pytest.mark.parametrize(
    ("java", "store", "said"),
    [
        ('builder.table("a").toStream().to("b");', None, []),
        (
            'builder.<String, String>stream("s").join(builder.<String, String>table("t"), (x, y) -> x).to("b");',
            "t-STATE-STORE-0000000001",
            ["written by: KTABLE-SOURCE-0000000003", "read by: KSTREAM-JOIN-0000000004"],
        ),
        (
            'builder.stream("s").groupByKey().count(Materialized.as("counts"));',
            "counts",
            ["read and written by: KSTREAM-AGGREGATE-0000000001"],
        ),
    ],
)
def test_a_store_says_who_writes_and_who_reads_it_and_a_dump_tells_the_same(java, store, said):
    analyzed = topology_of(java)
    for shown in (picture_of(analyzed, parse_view("topology")), of_dump(to_text(analyzed.description))):
        stores = [one for one in shown.boxes if one.kind is Kind.STORE]
        assert [one.title for one in stores] == ([] if store is None else [store])
        uses = [line for one in stores for line in one.tooltip.splitlines() if " by: " in line]
        assert uses == said
        assert {(tie.writes, tie.reads) for tie in shown.ties if tie.uses} == {
            ("written" in line, "read" in line) for line in said
        }


def test_a_changelog_topic_that_a_dump_does_not_name_is_unsure():
    store = box(of_dump(DUMP), "counts")

    assert store.changelog == "counts-changelog?"
    assert store.is_changelog_unsure
    assert not store.is_unsure


def test_a_dump_without_anything_is_an_empty_picture():
    assert of_dump("Topologies:\n \n").boxes == ()


def test_a_node_that_stands_twice_is_drawn_once():
    nodes = [SourceNode("in", topics=("a",)), ProcessorNode("p", ("in",)), ProcessorNode("p", ("in",))]

    shown = picture_of(topology_of_nodes(nodes), parse_view("topology"))

    assert titles(shown).count("p") == 1


# --- one sub-topology -------------------------------------------------------------------------------------------------


def test_one_sub_topology_has_its_own_topics_alone():
    shown = picture(JOIN_AND_COUNT, "sub-topology:0", optimize="all")

    assert [group.title for group in shown.groups] == ["Sub-topology 0"]
    assert {title for title in titles(shown) if title in ("a", "b", "c", "d")} == {"a"}


def test_a_sub_topology_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(Undrawable, match=r"There is no sub-topology 9\. The topology has: 0, 1, 2\."):
        picture(JOIN_AND_COUNT, "sub-topology:9")


# --- where topics stand -----------------------------------------------------------------------------------------------
