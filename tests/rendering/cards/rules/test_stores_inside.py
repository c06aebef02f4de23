"""Stores stand in the cards of the operators that fill them."""

from dataclasses import replace

import pytest

from tests.oracle.check import ask_engine
from tests.oracle.programs import find_programs
from tests.rendering.cards.lines import lines_of, link_lines
from tests.rendering.drawing import picture, topology_of_nodes
from topoviz.engine.topology.nodes import ProcessorNode, SourceNode
from topoviz.rendering.cards.fold import fold, unfolded
from topoviz.rendering.cards.model import WHOLE, RowKind
from topoviz.rendering.cards.rules.stores_inside import stores_inside
from topoviz.rendering.topology_picture import draw_topology, scene_of
from topoviz.rendering.viewed import picture_of
from topoviz.rendering.views import parse_view


def used_by(*names):
    """Fold a topology of steps, each below the source, that use one store."""
    nodes = [SourceNode("in", topics=("a",)), *(ProcessorNode(name, ("in",), stores=("s",)) for name in names)]
    return fold(picture_of(topology_of_nodes(nodes, stores=("s",)), parse_view("topology")))


def keepers(topology):
    """Map each store of an analyzed topology to the step that keeps it, or to None."""
    picture = draw_topology(scene_of(topology))
    cards = stores_inside(unfolded(picture), WHOLE).cards
    rows = ((card, row.box) for card in cards for row in card.rows if row.kind is RowKind.STORE)
    return {box.title: card.rows[0].box.tooltip if card.key != box.key else None for card, box in rows}


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
    reads = [f"user{number}-join" for number in range(100)]

    assert link_lines(used_by("fills", *reads[:2])) == ["r0 > r1", "r0 > r2", "r0 > r3", "r1 ~ r2", "r1 ~ r3"]
    assert [line for line in lines_of(used_by("fills", *reads)) if "~" in line] == []
    keeper, users = lines_of(used_by("fills", *reads))[1:3]
    assert keeper == "r1: fills (store s)"
    assert users.startswith("r2 ×100: user0-join (uses s)")


@pytest.mark.parametrize(
    ("names", "keeper"),
    [
        (["prices-join", "prices"], "prices"),
        (["Join", "L_Join", "Right-SelectKey"], "Right-SelectKey"),
        (["enrich-leftJoin", "joined-prices"], "joined-prices"),
        (["joins", "rejoice"], None),
        (["a", "b"], None),
        (["a-join", "b-join"], None),
        (["a", "KSTREAM-PROCESSOR-0000000007"], None),
        (["a", "KSTREAM-LEFTJOIN-0000000007"], "a"),
        (["a", "KSTREAM-AGGREGATE-0000000007"], "KSTREAM-AGGREGATE-0000000007"),
        (["KSTREAM-LEFTJOIN-0000000007"], None),
        (["my-join"], "my-join"),
    ],
)
def test_only_who_fills_a_store_keeps_it(names, keeper):
    """By names alone; a store stays alone rather than in the card of who may only read it."""
    found = [line for line in lines_of(used_by(*names)) if "store s" in line]

    title = "s0" if keeper is None else f"r{names.index(keeper) + 1}"
    assert [line.partition(":")[0] for line in found] == [title]


def test_a_store_whose_filler_is_not_known_is_tied_to_its_users():
    assert lines_of(used_by("a", "b")) == [
        "r0: [a] | in", "r1: a (uses s)", "r2: b (uses s)", "s0: store s", "r0 > r1", "r0 > r2", "s0 ~ r1", "s0 ~ r2",
    ]  # fmt: skip


RECORDED = [program for program in find_programs() if program.exists_at("4.3.1")]


def test_the_names_of_a_dump_tell_the_same_keepers_as_the_plan_does():
    wrong = {}
    for program in RECORDED[::15]:
        for topology in ask_engine(program, "4.3.1", "all").topologies:
            if topology.topology is not None and not topology.topology.unsure:
                known, by_name = keepers(topology), keepers(replace(topology, optimized=None))
                if different := {store for store in known if known[store] != by_name[store]}:
                    wrong[program.key] = different

    assert wrong == {}


def test_a_tie_does_not_run_beside_a_flow():
    nodes = [
        SourceNode("in", topics=("a",)),
        ProcessorNode("fills", ("in",), stores=("s",)),
        ProcessorNode("asks-join", ("fills",), stores=("s",)),
    ]

    shown = fold(picture_of(topology_of_nodes(nodes, stores=("s",)), parse_view("topology")))

    assert lines_of(shown)[1:] == ["r1: fills (store s)", "r2: asks-join (uses s)", "r0 > r1", "r1 > r2"]


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


def test_of_a_store_that_several_processors_use_a_plan_does_not_say_who_fills_it():
    java = """
    builder.addStateStore(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("seen"), null, null));
    KStream<String, String> s = builder.stream("a");
    s.process(() -> new Seen(), "seen");
    s.process(() -> new Seen(), "seen");
    """

    lines = lines_of(fold(picture(java, "plan")))

    assert [line for line in lines if "seen" in line or "~" in line] == [
        "p1: store seen", "p3: process #1 (uses seen)", "p4: process #2 (uses seen)", "p1 ~ p3", "p1 ~ p4",
    ]  # fmt: skip
