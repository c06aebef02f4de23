"""In an overview what leads one to one is one card, and what is alike is stacked."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from tests.rendering.cards.lines import card_lines, lines_of, link_lines
from tests.rendering.drawing import picture
from topoviz.rendering.cards.fold import fold, unfolded
from topoviz.rendering.cards.model import Folding, Level, RowKind, members_of
from topoviz.rendering.cards.rules.chains import chains
from topoviz.rendering.cards.rules.sub_topologies import sub_topologies
from topoviz.rendering.picture import Kind
from topoviz.rendering.svg.row import tooltip

FAN_IN = ("a", "m"), ("b", "m"), ("c", "m"), ("m", "z")


def overview(java, *shown):
    folding = Folding(frozenset(shown), level=Level.OVERVIEW)
    return chains(sub_topologies(unfolded(picture(java, "topology")), folding), folding)


def line(*topics, steps=0):
    """Lead records from topic to topic, each time through a sub-topology with some steps."""
    return "".join(
        f'builder.<String, String>stream("{above}"){".peek((k, v) -> {})" * steps}.to("{below}");'
        for above, below in pairwise(topics)
    )


def lines(*all_topics):
    return "".join(line(*topics) for topics in all_topics)


def also(cards):
    return [row.text for card in cards.cards for row in card.rows if row.kind is RowKind.ALSO]


def test_sub_topologies_that_lead_one_to_one_are_one_card():
    assert lines_of(overview(line("a", "b", "c"))) == [
        "r0: Sub-topology 0 2 steps (reads a) | [b] | Sub-topology 1 2 steps (writes c)",
    ]


def test_a_chain_ends_where_flows_meet():
    assert lines_of(overview(lines(("a", "b", "c", "d"), ("x", "c")))) == [
        "r0: Sub-topology 0 2 steps (reads a) | [b] | Sub-topology 1 2 steps",
        "r6: Sub-topology 3 2 steps (reads x)",
        "t2: [c] | Sub-topology 2 2 steps (writes d)",
        "r0 > t2",
        "r6 > t2",
    ]


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ("dp-orders-of-the-session-repartitioned", "dp-…"),
        ("dp-short", "dp-short"),
        ("dp-x-orders-of-the-session-repartitioned", "dp-x-orders-of-the-session-repartitioned"),
        ("something-that-is-called-otherwise-altogether", "something-that-is-called-otherwise-altogether"),
        ("w" * 40, "w" * 40),
    ],
)
def test_long_names_that_end_as_the_first_are_told_by_what_differs(second, told):
    shown = overview(line("aap-orders-of-the-session-repartitioned", "z") + line(second, "z"))

    assert also(shown) == [f"also 1: {told}"]
    (row,) = [row for card in shown.cards for row in card.rows if row.is_hiding]
    assert second in [box.title for box in row.boxes]
    assert (second in tooltip(row)) == (second != told)


def test_a_long_chain_goes_on_in_the_next_card():
    shown = overview(line(*"abcdefgh"))

    assert [len(card.steps) for card in shown.cards] == [5, 2]
    assert lines_of(shown)[-1] == "r0 > r10"


def test_alike_chains_are_stacked_with_a_line_each_and_their_steps_as_a_range():
    java = line("a", "b", "m") + line("c", "d", "m", steps=3) + line("m", "z")

    assert [re.sub("{.*}", "{…}", text) for text in lines_of(overview(java))] == [
        "r0 ×2: Sub-topology 0 2–5 steps (reads a) | [b] | Sub-topology 1 2–5 steps | also 2 → 3: c {…}",
        "t2: [m] | Sub-topology 4 2 steps (writes z)",
        "r0 > t2",
    ]


def test_alike_trees_are_stacked_card_by_card():
    java = "".join(
        f'{{ KStream<String, String> s = builder.stream("in-{land}"); s.to("left-{land}"); s.to("right-{land}"); }}'
        + lines((f"left-{land}", f"l-{land}"), (f"right-{land}", f"x-{land}", "end"))
        for land in ("no", "se")
    )

    shown = overview(java)

    assert [card.twins for card in shown.cards] == [2, 2, 2]
    assert link_lines(shown) == ["r0 > t1", "r0 > t2"]
    assert also(shown) == ["also 4: in-se", "also 5: left-se", "also 6 → 7: right-se"]


def test_stacks_that_are_stacked_name_all_that_are_in_them():
    java = "".join(
        f'{{ KStream<String, String> s = builder.stream("in-{land}"); s.to("left-{land}"); s.to("right-{land}"); }}'
        + lines((f"left-{land}", f"l-{land}"), (f"right-{land}", f"r-{land}"))
        for land in ("no", "se")
    )

    assert also(overview(java)) == ["also 3: in-se", "also 2: right-no", "also 4: left-se", "also 5: right-se"]


def test_stores_of_alike_sub_topologies_are_counted_as_steps_are():
    java = """
    builder.<String, String>stream("a").groupByKey().count().toStream().to("m");
    KTable<String, Long> counted = builder.<String, String>stream("b").groupByKey().count();
    counted.filter((k, v) -> true, Materialized.as("x")).toStream().to("m");
    """

    (box,) = overview(java + line("m", "z")).by_key["r0"].steps

    assert (box.number, box.facts) == ("4–5 steps", ("1–2 state stores",))


def test_topics_that_lead_from_and_to_the_same_places_are_stacked():
    java = """
    KStream<String, String> s = builder.stream("a");
    s.to("b");
    s.to("c");
    builder.stream(Arrays.asList("b", "c")).foreach((k, v) -> {});
    """

    assert card_lines(overview(java)) == [
        "r0: Sub-topology 0 3 steps (reads a)",
        "r3: Sub-topology 1 2 steps",
        "t1 ×2: [b] | also c {t2}",
    ]


def test_unlinked_sub_topologies_are_alike_by_their_steps():
    java = lines(("a", "b"), ("c", "d")) + line("e", "f", steps=2)

    assert card_lines(overview(java)) == [
        "r0 ×2: Sub-topology 0 2 steps (reads a) (writes b) | also 1: c {g1 r2 r3 t2 t3}",
        "r4: Sub-topology 2 4 steps (reads e) (writes f)",
    ]


def test_of_many_alike_ones_the_last_are_counted():
    rows = also(overview(lines(*((f"in-{number}", "m") for number in range(12)), ("m", "z"))))

    assert rows[0] == "also 1: in-1"
    assert rows[7:] == ["also 8: in-8", "and 3 more"]


@pytest.mark.parametrize("asked_for", ["g1", "g2"])
def test_a_stack_is_taken_apart_by_the_key_of_a_row_behind_it_and_knows_it(asked_for):
    shown = overview(lines(*FAN_IN), asked_for)

    assert [len(card.steps) for card in shown.cards] == [1, 1, 1, 1]
    assert [card.opened for card in shown.cards] == [{asked_for}] * 3 + [frozenset()]


def test_a_step_behind_a_stack_opens_its_own_sub_topology_alone():
    shown = overview(lines(*FAN_IN), "r2")

    assert [group.id for group in shown.groups] == [1]
    assert also(shown) == ["also 2: c"]


def test_everything_behind_stacks_and_chains_is_kept_and_every_node_once():
    java = line("a", "b", "m") + line("c", "d", "m", steps=3) + line("m", "z", "y")
    whole = picture(java, "topology").boxes

    found = Counter(box for box in members_of(overview(java).cards) if box.kind is not Kind.SUB_TOPOLOGY)

    assert set(found) == set(whole)
    assert {found[box] for box in whole if box.data_node is not None} == {1}


def test_unlike_sub_topologies_below_one_are_no_outputs_of_it():
    sinks = "".join(f's.to("t{number}-0");' for number in range(5))
    below = "".join(
        line(*(f"t{number}-{place}" for place in range(number + 1)))
        + f'builder.stream("t{number}-{number}").foreach((k, v) -> {{}});'
        for number in range(5)
    )
    shown = picture(f'KStream<String, String> s = builder.stream("in"); {sinks}{below}', "topology")

    cards = fold(shown, Folding(level=Level.OVERVIEW)).cards

    assert [len(card.steps) for card in cards] == [1, 1, 2, 3, 4, 5]
