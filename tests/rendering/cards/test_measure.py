"""Cards are as large as their text, rows keep to their places, and no name is cut."""

import pytest

from tests.rendering.cards.making import box, card, one_of_each, row
from tests.rendering.hostile import ALL
from topoviz.rendering.cards.measure import BAR, LONG_WRAP_AT, TAG_TIP, WRAP_AT, is_tag, look_of, measure
from topoviz.rendering.cards.model import Row, RowKind
from topoviz.rendering.picture import Kind

NAMES = ("orders-by-customer", "KSTREAM-AGGREGATE-STATE-STORE-0000000010-repartition" * 4, "W" * 249, "x", *ALL[-6:])


def lines(placed):
    """Give the words of a row, line by line."""
    found = {}
    for words in placed.words:
        found.setdefault(words.y, []).append(words.text)
    return [tuple(found[y]) for y in sorted(found)]


@pytest.mark.parametrize("name", NAMES)
def test_all_words_stand_inside_their_row_and_their_card(name):
    for one in one_of_each(name):
        measured = measure(one)
        for placed in measured.rows:
            for words in placed.words:
                assert words.x >= 8
                assert words.x + words.width <= measured.body.width - (TAG_TIP if placed.tag else 8)
                assert placed.top <= words.y - 10
                assert words.y + 3 <= placed.top + placed.height


@pytest.mark.parametrize("name", NAMES)
def test_words_on_one_line_do_not_meet(name):
    for one in one_of_each(name):
        for placed in measure(one).rows:
            by_line = {}
            for words in sorted(placed.words, key=lambda words: words.x):
                assert words.x - by_line.get(words.y, -9) > 7.99
                by_line[words.y] = words.x + words.width


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_wrapped_and_never_cut(name):
    for kind in Kind:
        (placed,) = measure(card(row(kind, name, 8))).rows
        shown = [words.text for words in placed.words if not words.is_quiet]
        assert "".join(shown) == name
        limit = WRAP_AT if len(name) <= 4 * WRAP_AT else LONG_WRAP_AT
        assert all(len(text) <= limit for text in shown)
        assert len(shown) <= 7


def test_rows_stand_below_each_other_between_the_edges():
    for one in one_of_each():
        measured = measure(one)
        down = measured.rows[0].top
        assert down >= 4 + BAR * measured.has_bar_above
        for placed in measured.rows:
            assert placed.top == down
            down += placed.height
        assert measured.body.height - down >= 4 + BAR * measured.has_bar_below


def test_a_step_alone_is_one_line_with_its_number():
    measured = measure(card(row(Kind.STATELESS, "filter", 5)))

    assert lines(measured.rows[0]) == [("filter", "#5")]
    assert measured.size.height == 28


def test_a_short_fact_stands_beside_the_title_and_a_long_one_below():
    (short,) = measure(card(row(Kind.STATELESS, "cheap", facts=("filter",)))).rows
    (long,) = measure(card(row(Kind.STATELESS, "only-orders-from-europe", facts=("filter",)))).rows

    assert lines(short) == [("cheap", "#1", "filter")]
    assert lines(long) == [("only-orders-from-europe", "#1"), ("filter",)]


def test_numbers_of_several_steps_stand_below_each_other():
    placed = measure(card(row(Kind.STATELESS, "cheap", 7, facts=("filter",)), row(Kind.STATELESS, "map", 8))).rows
    numbers = [words for one in placed for words in one.words if words.text.startswith("#")]

    assert lines(placed[0]) == [("cheap", "filter", "#7")]
    assert len({words.x + words.width for words in numbers}) == 1


def test_a_sink_does_not_repeat_the_name_of_its_topic():
    sink = row(Kind.SINK, "to orders", short="sink")

    assert [lines(placed) for placed in measure(card(sink, row(Kind.TOPIC, "orders"))).rows] == [
        [("sink", "#1")],
        [("orders",)],
    ]


def test_a_store_says_that_it_has_a_changelog_topic_and_whether_its_name_is_sure():
    store = row(Kind.STORE, "totals", changelog="a-totals-changelog", is_changelog_unsure=True)

    assert lines(measure(card(Kind.STATEFUL, store)).rows[1]) == [("totals",), ("+ changelog topic?",)]


def test_what_the_look_of_a_topic_says_is_not_said_again():
    topic = row(Kind.REPARTITION, "a-repartition", facts=("repartition topic", "4 partitions"))

    assert lines(measure(card(topic)).rows[0]) == [("a-repartition",), ("4 partitions",)]


@pytest.mark.parametrize(
    ("rows", "look"),
    [
        ([Kind.STATELESS], Kind.STATELESS),
        ([Kind.KEY_CHANGING, Kind.KEY_CHANGING], Kind.KEY_CHANGING),
        ([Kind.SOURCE, Kind.KEY_CHANGING], Kind.STATELESS),
        ([Kind.SOURCE, Kind.SINK], Kind.SOURCE),
        ([Kind.SOURCE, Row(RowKind.MORE, (box(Kind.STATELESS, "map"),), "… 1 more step"), Kind.SINK], Kind.STATELESS),
        ([Kind.STATEFUL, row(Kind.STORE, "s")], Kind.STATEFUL),
        ([row(Kind.TOPIC, "t"), Kind.SUB_TOPOLOGY], Kind.SUB_TOPOLOGY),
        ([row(Kind.REPARTITION, "t"), Row(RowKind.NOTE, text="loops back to t")], Kind.REPARTITION),
        ([row(Kind.STORE, "s")], Kind.STORE),
        ([Row(RowKind.NOTE, text="nothing")], Kind.STATELESS),
    ],
)
def test_a_card_looks_as_what_is_in_it(rows, look):
    assert look_of(card(*rows)) is look


def test_bars_stand_where_records_come_in_and_go_out():
    run = measure(card(row(Kind.TOPIC, "a"), Kind.SOURCE, Kind.STATELESS))

    assert (run.has_bar_above, run.has_bar_below) == (True, False)
    assert (measure(card(Kind.SINK)).has_bar_above, measure(card(Kind.SINK)).has_bar_below) == (False, True)


def test_a_topic_alone_is_a_tag_and_one_in_a_card_has_a_tag():
    alone, inside = card(row(Kind.TOPIC, "a")), card(row(Kind.TOPIC, "a"), Kind.SOURCE)

    assert is_tag(alone)
    assert measure(alone).rows[0].tag is None
    assert not is_tag(inside)
    assert measure(inside).rows[0].tag is not None


def test_alike_cards_behind_take_room():
    measured = measure(card(Kind.STATELESS, twins=3))

    assert measured.size.width == measured.body.width + 8
    assert measured.size.height == measured.body.height + 8


def test_a_hundred_stores_are_a_hundred_rows():
    stores = [row(Kind.STORE, f"store-{number}", number) for number in range(100)]

    assert len(measure(card(Kind.STATEFUL, *stores)).rows) == 101


def test_a_sentence_uses_the_width_that_its_card_has_anyway():
    also = Row(RowKind.ALSO, (box(Kind.SINK, "sink"),), "historic-orders-by-customer-and-region: −1 mapValues")
    wide = row(Kind.STATELESS, "W" * 28)

    assert len(lines(measure(card(Kind.STATELESS, also)).rows[1])) == 2
    assert len(lines(measure(card(wide, also)).rows[1])) == 1


def test_the_same_card_is_measured_the_same():
    assert [measure(one) for one in one_of_each()] == [measure(one) for one in one_of_each()]


def test_facts_wrap_as_names_do():
    (placed,) = measure(
        card(Row(RowKind.STEP, (box(Kind.STATEFUL, "keep", facts=("restored from " + "b" * 60,)),)))
    ).rows

    assert all(len(words.text) <= WRAP_AT for words in placed.words)


def test_a_whole_sub_topology_has_its_counts_beside_its_title_and_longer_lines():
    name = "dptuple-leftjoin-saker-repartition"
    step = box(Kind.SUB_TOPOLOGY, "Sub-topology 16", 4, number="375 steps", facts=("6 state stores",))

    placed = measure(card(Row(RowKind.STEP, (step,)), row(Kind.REPARTITION, name, 8))).rows

    assert lines(placed[0]) == [("Sub-topology 16", "6 state stores", "375 steps")]
    assert lines(placed[1]) == [(name,)]


def test_a_heading_stands_over_its_list():
    also = Row(RowKind.ALSO, (box(Kind.SINK, "sink", 93),), "map → out")
    heading, listed = measure(card(Row(RowKind.NOTE, text="5 outputs"), also)).rows

    assert heading.words[0].x == listed.words[0].x
