"""Stores stand in the cards of the operators that fill them."""

from tests.rendering.cards.lines import lines_of, link_lines
from tests.rendering.drawing import picture, topology_of_nodes
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.draw import picture_of
from topoviz.rendering.views import parse_view


def shared_by(count):
    names = [f"user{number}" for number in range(count)]
    nodes = [SourceNode("in", topics=("a",)), *(ProcessorNode(name, ("in",), stores=("s",)) for name in names)]
    return fold(picture_of(topology_of_nodes(nodes, stores=("s",)), parse_view("topology")))


def test_a_table_stands_where_it_is_filled_and_is_named_where_it_is_read():
    java = 'builder.stream("a").join(builder.table("b"), (x, y) -> y).to("c");'

    assert lines_of(fold(picture(java, "topology"))) == [
        "r0: [a] | stream #0 | join with table b #4 (reads b-STATE-STORE-0000000001) | to c #5 | [c]",
        "r1: [b] | table b #2",
        "r2: keep table b #3 (store b-STATE-STORE-0000000001)",
        "r1 > r2",
        "r2 ~ r0",
    ]


def test_a_store_that_nobody_uses_keeps_its_card():
    java = """
    builder.addStateStore(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("lonely"), null, null));
    builder.stream("a").to("b");
    """

    assert "s0: store lonely" in lines_of(fold(picture(java, "topology")))


def test_a_few_users_of_a_store_are_tied_to_it_and_many_only_name_it():
    assert link_lines(shared_by(3)) == ["r0 > r1", "r0 > r2", "r0 > r3", "r1 ~ r2", "r1 ~ r3"]
    assert [line for line in lines_of(shared_by(100)) if "~" in line] == []
    keeper, users = lines_of(shared_by(100))[1:3]
    assert keeper == "r1: user0 (store s)"
    assert users.startswith("r2 ×99: user1 (uses s)")


def test_a_tie_does_not_run_beside_a_flow():
    nodes = [
        SourceNode("in", topics=("a",)),
        ProcessorNode("fills", ("in",), stores=("s",)),
        ProcessorNode("asks", ("fills",), stores=("s",)),
    ]

    shown = fold(picture_of(topology_of_nodes(nodes, stores=("s",)), parse_view("topology")))

    assert lines_of(shown)[1:] == ["r1: fills (store s)", "r2: asks (uses s)", "r0 > r1", "r1 > r2"]


def test_the_store_that_both_sides_of_a_join_fill_stands_in_the_first():
    java = """
    builder.<String, String>stream("a").leftJoin(builder.<String, String>stream("b"), (x, y) -> x,
        JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(1))).to("c");
    """

    lines = lines_of(fold(picture(java, "topology", version="3.9.2")))

    assert [line.partition("(")[2] for line in lines if "SHARED" in line] == [
        "store KSTREAM-OUTERSHARED-0000000004-store) (reads KSTREAM-OUTEROTHER-0000000005-store)",
        "reads KSTREAM-JOINTHIS-0000000004-store) (reads and writes KSTREAM-OUTERSHARED-0000000004-store)",
    ]
    assert [line for line in lines if "~" in line] == ["r2 ~ r5", "r3 ~ r4"]


def test_a_store_that_is_added_by_hand_stands_in_its_first_user_in_a_plan_too():
    java = """
    builder.addStateStore(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("seen"), null, null));
    KStream<String, String> s = builder.stream("a");
    s.process(() -> new Seen(), "seen");
    s.process(() -> new Seen(), "seen");
    """

    lines = lines_of(fold(picture(java, "plan")))

    assert [line for line in lines if "seen" in line or "~" in line] == [
        "p3: process #1 (store seen)",
        "p4: process #2 (uses seen)",
        "p3 ~ p4",
    ]


def test_of_steps_with_names_of_their_own_a_table_that_leads_nowhere_keeps_the_store():
    nodes = [
        SourceNode("in", topics=("a",)),
        ProcessorNode("prices-join", ("in",), stores=("prices",)),
        SinkNode("out", ("prices-join",), topic="b"),
        SourceNode("prices-source", topics=("c",)),
        ProcessorNode("prices-table", ("prices-source",), stores=("prices",)),
    ]

    shown = fold(picture_of(topology_of_nodes(nodes, stores=("prices",)), parse_view("topology")))

    assert "r4: prices-table (store prices)" in lines_of(shown)
    assert "r1: prices-join (uses prices)" in lines_of(shown)
