"""Alike branches are one stack that says how they differ, and opens."""

from dataclasses import replace

import pytest

from tests.rendering.cards.lines import card_lines, line_of, lines_of
from tests.rendering.drawing import picture
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.likeness import outputs_of
from topoviz.rendering.cards.model import FOLDED, WHOLE, Folding, RowKind, members_of
from topoviz.rendering.picture import Change

THREE_OUTPUTS = """
KStream<String, String> s = builder.<String, String>stream("in").filter((k, v) -> true);
s.mapValues(v -> v).to("a");
s.mapValues(v -> v).to("b");
s.mapValues(v -> v).to("c");
"""

TREES = """
KStream<String, String> s = builder.stream("in");
for (String one : List.of("a", "b", "c")) {
    KStream<String, String> branch = s.mapValues(v -> v);
    branch.filter((k, v) -> true).to(one);
    branch.peek((k, v) -> {}).to("all");
}
"""

DIAMONDS = """
KStream<String, String> s = builder.stream("in");
for (String one : List.of("a", "b", "c")) {
    KStream<String, String> branch = s.filter((k, v) -> true, Named.as("only-" + one));
    branch.mapValues(v -> v).merge(branch.peek((k, v) -> {})).to("out");
}
"""

TWINS_IN_TWINS = """
KStream<String, String> s = builder.stream("in");
for (String one : List.of("a", "b", "c")) {
    KStream<String, String> branch = s.mapValues(v -> v);
    for (String two : List.of("x", "y", "z")) branch.filter((k, v) -> true).to(one + two);
}
"""


def folded(java, folding=FOLDED, view="topology"):
    return fold(picture(java, view), folding)


def test_three_alike_branches_are_one_stack_that_names_the_other_topics():
    assert lines_of(folded(THREE_OUTPUTS)) == [
        "r0: [in] | stream #0 | filter #1",
        "r2 ×3: mapValues #2 | to a #3 | [a] | b {r5 t2} | c {r7 t3} + {r4 r6}",
        "r0 > r2",
    ]


def test_two_alike_branches_stay():
    assert len(folded(THREE_OUTPUTS.replace('s.mapValues(v -> v).to("c");', "")).cards) == 3


@pytest.mark.parametrize(
    "other", ["s.filter((k, v) -> true)", "s.selectKey((k, v) -> v)", "s.mapValues(v -> v).peek((k, v) -> {})"]
)
def test_what_does_something_else_is_no_twin(other):
    assert all(card.twins == 1 for card in folded(THREE_OUTPUTS.replace("s.mapValues(v -> v)", other, 1)).cards)


def test_whole_trees_are_stacked_card_by_card():
    assert lines_of(folded(TREES)) == [
        "r0: [in] | stream #0",
        "r1 ×3: mapValues #1 + {r6 r11}",
        "r2 ×3: filter #2 | to a #3 | [a] | b {r8 t3} | c {r13 t4} + {r7 r12}",
        "r4 ×3: peek #4 | to all #5 | [all] + {r9 r10 r14 r15}",
        "r0 > r1",
        "r1 > r2",
        "r1 > r4",
    ]


def test_trees_that_merge_again_are_stacked_too():
    assert lines_of(folded(DIAMONDS)) == [
        "r0: [in] | stream #0",
        "r1 ×3: only-a | only-b {r6} | only-c {r11}",
        "r2 ×3: mapValues #2 + {r7 r12}",
        "r3 ×3: peek #3 + {r8 r13}",
        "r4 ×3: merge #4 | to out #5 | [out] + {r9 r10 r14 r15}",
        "r0 > r1",
        "r1 > r2",
        "r1 > r3",
        "r2 > r4",
        "r3 > r4",
    ]


def test_branches_that_lead_to_different_places_are_no_twins():
    java = """
    KStream<String, String> s = builder.stream("in");
    KStream<String, String> ab = s.mapValues(v -> v).merge(s.mapValues(v -> v));
    ab.merge(s.mapValues(v -> v)).merge(s.mapValues(v -> v)).to("out");
    """

    assert all(card.twins == 1 for card in folded(java).cards)


def test_twins_inside_twins_are_counted_together():
    outer, inner = folded(TWINS_IN_TWINS).cards[1:]

    assert line_of(outer) == "r1 ×3: mapValues #1 + {r8 r15}"
    assert line_of(inner).startswith("r2 ×9: filter #2 | to ax #3 | [ax] | ay {r5 t2} | az {r7 t3} | bx {r10 t4} | by")


def test_of_many_twins_the_last_are_counted():
    names = ", ".join(f'"t{number}"' for number in range(60))
    java = f'KStream<String, String> s = builder.stream("in"); for (String one : List.of({names})) s.to(one);'

    (_, stack) = folded(java).cards

    assert [row.text for row in stack.rows if row.is_hiding] == [
        *(f"t{number}" for number in range(1, 9)),
        "and 51 more",
    ]
    assert stack.twins == 60


def test_what_is_to_be_seen_opens_its_stack():
    opened = folded(THREE_OUTPUTS, Folding(frozenset({"t3"})))

    assert card_lines(opened)[1:] == [
        "r2: mapValues #2 | to a #3 | [a]", "r4: mapValues #4 | to b #5 | [b]", "r6: mapValues #6 | to c #7 | [c]",
    ]  # fmt: skip
    assert [card.opened for card in opened.cards] == [frozenset(), *[frozenset({"t3"})] * 3]
    assert folded(THREE_OUTPUTS, Folding(frozenset({"t1", "r2"}))) == folded(THREE_OUTPUTS)


def test_inside_an_opened_stack_others_stay_closed_and_the_other_way_round():
    outer_open = folded(TWINS_IN_TWINS, Folding(frozenset({"r8"})))
    inner_open = folded(TWINS_IN_TWINS, Folding(frozenset({"r4"})))

    assert [card.twins for card in outer_open.cards] == [1, 1, 3, 1, 3, 1, 3]
    assert [card.twins for card in inner_open.cards] == [1, 3, 3, 3, 3]


def test_everything_hidden_can_be_opened_and_nothing_is_lost():
    for java in (THREE_OUTPUTS, TREES, DIAMONDS, TWINS_IN_TWINS):
        everything = {box.key for box in members_of(folded(java, WHOLE).cards)}
        assert {box.key for box in members_of(folded(java).cards)} == everything
        for key in everything:
            opened = folded(java, Folding(frozenset({key})))
            assert key not in {box.key for card in opened.cards for box in card.hidden}


def test_a_line_opens_its_own_stack_alone_whoever_else_writes_the_topic():
    java = THREE_OUTPUTS + THREE_OUTPUTS.replace(" s ", " z ").replace("s.map", "z.map").replace('"in"', '"other"')
    stacks = [card for card in folded(java).cards if card.twins > 1]

    opened = folded(java, Folding(frozenset({stacks[0].hidden[0].key})))

    assert [card.key for card in stacks] == ["r2", "r10"]
    assert [card.key for card in opened.cards if card.twins > 1] == ["r10"]


def test_what_changed_between_two_pictures_is_never_hidden():
    whole = picture(THREE_OUTPUTS, "topology")
    boxes = tuple(replace(box, change=Change.NEW if box.title == "to c" else Change.SAME) for box in whole.boxes)

    assert all(card.twins == 1 for card in fold(replace(whole, boxes=boxes)).cards)


def test_outputs_of_a_split_are_alike_by_their_numbers_but_what_the_user_calls_them_is_told():
    java = """
    KStream<String, String> s = builder.stream("in");
    s.split().branch((k, v) -> true, Branched.withConsumer(one -> one.to("a")))
        .branch((k, v) -> false, Branched.<String, String>withConsumer(one -> one.to("a"), "paid"))
        .defaultBranch(Branched.withConsumer(one -> one.to("a")));
    """

    assert [row.text for card in folded(java).cards for row in card.rows if row.is_hiding] == ["output paid"]


def test_a_stack_of_several_outputs_says_which():
    branch = '.branch((k, v) -> true, Branched.withConsumer(one -> one.mapValues(v -> v).to("a")))'
    java = f'builder.<String, String>stream("in").split(){branch * 3}.defaultBranch();'

    assert any("outputs 1–3" in line for line in card_lines(folded(java)))
    assert outputs_of("output 2", ["output 5", "output 4"]) == "outputs 2, 4, 5"
    assert outputs_of("output 1", ["output 2"]) == "outputs 1, 2"
    assert outputs_of("output 1", ["output 1"]) == "output 1"
    assert outputs_of("output 1", ["all other records"]) == "output 1"


def test_below_a_card_that_names_its_twins_others_name_them_only_where_it_says_more():
    java = """
    KStream<String, String> s = builder.stream("in");
    for (String one : List.of("aap", "dp", "ts")) {
        KStream<String, String> own = s.filter((k, v) -> true, Named.as(one + "-only"));
        own.to(one + "-all"); own.mapValues(v -> v).to(WHERE);
    }
    """

    def said(where):
        cards = folded(java.replace("WHERE", where)).cards
        return [[row.text for row in card.rows if row.is_hiding] for card in cards if card.twins == 3]

    assert said('"rest-of-" + one') == [["dp-only", "ts-only"], [], []]
    assert said("one") == [["dp-only", "ts-only"], [], ["dp", "ts"]]


def test_topics_between_the_same_sub_topologies_are_one_tag():
    java = """
    KStream<String, String> s = builder.stream("in");
    for (String one : List.of("a", "b", "c")) s.to(one);
    builder.stream(List.of("a", "b", "c")).foreach((k, v) -> {});
    """

    assert lines_of(folded(java)) == [
        "r0: [in] | stream #0",
        "r1 ×3: to a #1 | to b {r2} | to c {r3}",
        "r4: stream #4 | foreach #5",
        "t1 ×3: [a] | b {t2} | c {t3}",
        "r0 > r1",
        "r1 > t1",
        "t1 > r4",
    ]


def test_branches_of_a_plan_that_fill_stores_of_other_names_are_alike_and_tell_the_names():
    cards = folded(
        """
        KStream<String, String> s = builder.stream("in");
        for (String one : List.of("a", "b", "c")) {
            s.groupByKey().count(Materialized.as(one + "-count")).toStream().to(one);
        }
        for (int i = 0; i < 3; i++) s.groupByKey().reduce((x, y) -> x);
        """,
        view="plan",
    )

    assert [(card.twins, [row.box.title for row in card.rows if row.kind is RowKind.STEP]) for card in cards.cards] == [
        (1, ["stream in"]),
        (3, ["count"]),
        (3, ["toStream", "to a"]),
        (3, ["reduce"]),
    ]
    also = [row.text for card in cards.cards for row in card.rows if row.kind is RowKind.ALSO]
    assert also == ["store b-count", "store c-count", "to b", "to c"]
