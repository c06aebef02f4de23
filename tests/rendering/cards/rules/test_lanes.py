"""Parts of a large sub-topology that do nearly the same are lanes: one is shown, and how the others differ is said."""

from dataclasses import replace

from tests.rendering.cards.lines import card_lines, line_of, link_lines
from tests.rendering.drawing import picture
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import FOLDED, WHOLE, Folding
from topoviz.rendering.picture import Change

LANES = """
KTable<String, String> prices = builder.table("prices");
for (String one : List.of("a", "b", "c", "d")) {
    KStream<String, String> s = builder.<String, String>stream(one).join(prices, (x, y) -> x);
    s.filter((k, v) -> true).to(one + "-kept");
    KStream<String, String> rest = s.mapValues(v -> v);
    if (one.equals("b")) rest.peek((k, v) -> {}).to("rest");
    else if (one.equals("c")) rest.selectKey((k, v) -> v).peek((k, v) -> {}).to("rest");
    else rest.to("rest");
    s.foreach((k, v) -> {});
    s.flatMapValues(v -> List.of()).to("flat");
}
"""
"""A table and four streams that look it up; two of them do the same."""


def folded(java=LANES, folding=FOLDED):
    return fold(picture(java, "topology"), folding)


def also(cards):
    return [row.text for card in cards.cards for row in card.rows if row.is_hiding]


def test_the_first_lane_says_how_the_others_differ():
    cards = folded()

    assert [card.twins for card in cards.cards] == [1, 1, 4, 1, 1, 1, 1]
    assert line_of(cards.cards[2]).startswith("r2 ×4: [a] | stream #3 | join with table prices #4")
    assert also(cards) == ["b: +1 peek", "c: +1 selectKey, +1 peek", "d: the same"]
    assert link_lines(cards) == ["r0 > r1", "r2 > r4", "r2 > r6", "r2 > r8", "r2 > r9"]


def test_a_lane_that_has_to_be_seen_stands_beside_the_first():
    opened = folded(folding=Folding(frozenset({"r17"})))

    assert also(opened) == ["c: +1 selectKey, +1 peek", "d: the same"]
    assert any(line.startswith("r11: [b] | stream #12") for line in card_lines(opened))
    assert [card.key for card in opened.cards if card.opened] == ["r11"]
    assert also(folded(folding=WHOLE)) == []


def test_a_lane_that_does_other_things_is_shown():
    others = "rest" + ".map((k, v) -> KeyValue.pair(k, v))" * 4 + ".to"
    java = LANES.replace("rest.peek((k, v) -> {}).to", others)

    assert also(folded(java)) == ["c: +1 selectKey, +1 peek", "d: the same"]


def test_a_sub_topology_that_is_read_at_once_has_no_lanes():
    assert also(folded(LANES.replace("s.foreach((k, v) -> {});", ""))) == []


def test_topics_that_lead_into_hidden_lanes_lead_into_the_first():
    java = 'for (String one : List.of("a", "b", "c", "d")) builder.stream("raw-" + one).to(one);'

    links = link_lines(folded(LANES + java))

    assert {"t1 > r2", "t5 > r2", "t7 > r2", "t9 > r2"} <= {*links}


def test_what_changed_between_two_pictures_is_never_hidden():
    whole = picture(LANES, "topology")
    boxes = tuple(replace(box, change=Change.NEW if box.key == "r17" else Change.SAME) for box in whole.boxes)

    assert also(fold(replace(whole, boxes=boxes))) == ["c: +1 selectKey, +1 peek", "d: the same"]


def test_lanes_that_are_twins_already_share_a_line_with_all_their_names():
    java = LANES.replace('List.of("a", "b", "c", "d")', 'List.of("b", "a", "c", "d", "e")')
    other = """
    KStream<String, String> other = builder.<String, String>stream("z").join(prices, (x, y) -> x);
    other.foreach((k, v) -> {}); other.map((k, v) -> null).to("z1"); other.selectKey((k, v) -> v).to("z2");
    """

    assert also(folded(java + other)) == ["a, d, e: −1 peek", "c: +1 selectKey"]
