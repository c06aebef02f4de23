"""Many unlike ends of one card are one card with a line each."""

from tests.rendering.cards.lines import card_lines, lines_of
from tests.rendering.drawing import picture, topology_of_nodes
from topoviz.engine.topology.nodes import ProcessorNode, SourceNode
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import Folding
from topoviz.rendering.topology_picture import draw_topology, scene_of

FIVE_ENDS = """
KStream<String, String> s = builder.<String, String>stream("in").filter((k, v) -> true);
s.to("a");
s.mapValues(v -> v).to("a");
s.selectKey((k, v) -> v).peek((k, v) -> {}).to("b");
s.peek((k, v) -> {}).mapValues(v -> v).foreach((k, v) -> {});
s.peek((k, v) -> {}).foreach((k, v) -> {});
"""
OTHERS = "peek … foreach {r8 r9 r10} | peek, foreach {r11 r12}"


def test_unlike_ends_of_one_card_are_lines_of_one():
    assert lines_of(fold(picture(FIVE_ENDS, "topology"))) == [
        "r0: [in] | stream #0 | filter #1",
        f"r2: 5 outputs | a {{r2 t1}} | mapValues → a {{r3 r4 t1}} | ◆ selectKey → b {{r5 r6 r7 t2}} | {OTHERS}",
        "r0 > r2",
    ]


def test_twins_among_unlike_ends_share_a_line():
    java = FIVE_ENDS + 'for (String one : List.of("x", "y", "z")) s.flatMapValues(v -> List.of()).to(one);'
    (_, ends) = fold(picture(java, "topology")).cards

    assert (ends.rows[0].text, ends.rows[-1].text) == ("8 outputs", "flatMapValues → x ×3")


def test_ends_below_twins_are_counted_for_one_of_them():
    source, *ends = FIVE_ENDS.strip().splitlines()
    branch = "KStream<String, String> b = s.mapValues(v -> v);" + "".join(ends).replace("s.", "b.")
    java = f'{source} for (String one : List.of("x", "y", "z")) {{ {branch} }}'

    (_, top, below) = fold(picture(java, "topology")).cards

    assert (top.twins, below.twins) == (3, 3)
    assert [row.text for row in below.rows][:3] == ["5 outputs", "a", "mapValues → a"]


def test_four_ends_stand_beside_each_other():
    assert len(fold(picture(FIVE_ENDS.replace('s.to("a");', "", 1), "topology")).cards) == 5


def test_an_end_that_keeps_a_store_stands_alone():
    java = FIVE_ENDS + "s.groupByKey().count();"

    assert [line for line in card_lines(fold(picture(java, "topology"))) if "count" in line and "store" in line]


def test_what_is_to_be_seen_opens_the_ends():
    opened = fold(picture(FIVE_ENDS, "topology"), Folding(frozenset({"r4"})))

    assert len(opened.cards) == 6
    assert [card.opened for card in opened.cards[1:]] == [frozenset({"r4"})] * 5


def test_of_two_hundred_unlike_ends_few_have_a_line():
    letters = "ABCDEFGHIJKLMNOPQRST"
    steps = [f"KSTREAM-{letters[n // 20]}{letters[n % 20]}-{n:010}" for n in range(200)]
    ends = [ProcessorNode(step, ("above",)) for step in steps]
    topology = topology_of_nodes([SourceNode("in", topics=("in",)), ProcessorNode("above", ("in",)), *ends])

    (_, below) = fold(draw_topology(scene_of(topology))).cards

    assert [row.text for row in below.rows][:3] == ["200 outputs", "aa", "ab"]
    assert [row.text for row in below.rows][8:] == ["ah", "and 192 more"]
    assert len(below.hidden) == 200
