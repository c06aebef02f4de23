"""In an overview a sub-topology is one card that says how much is in it and what only it reads and writes."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.rendering.cards.lines import lines_of
from tests.rendering.drawing import picture
from topoviz.rendering.cards.fold import fold, unfolded
from topoviz.rendering.cards.model import FOLDED, Folding, Level, members_of
from topoviz.rendering.cards.rules.stores_inside import stores_inside
from topoviz.rendering.cards.rules.sub_topologies import sub_topologies
from topoviz.rendering.picture import Kind

COUNTED = """
builder.<String, String>stream("orders").selectKey((k, v) -> v).groupByKey()
    .count(Materialized.as("counts")).toStream().to("totals");
builder.stream("clicks").to("totals");
"""


def overview(java, *shown, is_whole=False):
    folding = Folding(frozenset(shown), is_whole=is_whole, level=Level.OVERVIEW)
    return sub_topologies(stores_inside(unfolded(picture(java, "topology")), folding), folding)


def test_each_sub_topology_is_one_card_that_names_the_topics_at_the_ends_of_its_flow():
    assert lines_of(overview(COUNTED)) == [
        "r0: Sub-topology 0 4 steps (reads orders)",
        "r4: Sub-topology 1 4 steps (writes totals)",
        "r8: Sub-topology 2 2 steps (reads clicks) (writes totals)",
        "t1: [counts-repartition]",
        "r0 > t1",
        "t1 > r4",
    ]


def test_the_row_says_how_many_steps_stores_and_changelog_topics_there_are():
    (box,) = overview(COUNTED).by_key["r4"].steps

    assert (box.kind, box.data_sub_topology, box.facts) == (Kind.SUB_TOPOLOGY, 1, ("1 state store",))
    assert box.tooltip == "Sub-topology 1: 4 steps, 1 state store, 1 changelog topic"


def test_everything_is_in_some_card_and_every_node_and_store_in_one():
    shown = picture(COUNTED, "topology")

    found = Counter(box for box in members_of(overview(COUNTED).cards) if box.kind is not Kind.SUB_TOPOLOGY)

    assert set(found) == set(shown.boxes)
    assert {count for box, count in found.items() if box.data_topic is None} == {1}


@pytest.mark.parametrize("hidden", ["r4", "r7", "s0"])
def test_what_is_asked_for_opens_its_sub_topology_in_a_frame_that_knows_it(hidden):
    shown = overview(COUNTED, hidden)

    assert [group.title for group in shown.groups] == ["Sub-topology 1"]
    assert shown.groups[0].opened == {hidden}
    assert [card.key for card in shown.cards if card.group == 1] == ["r4", "r5", "r6", "r7"]
    assert [card.key for card in shown.cards if card.group is None] == ["r0", "r8", "t1", "t2"]


def test_a_topic_at_the_end_of_several_flows_opens_the_first_of_them():
    assert [group.id for group in overview(COUNTED, "t2").groups] == [1]


def test_a_topic_between_two_sub_topologies_is_seen_without_opening_any():
    assert not overview(COUNTED, "t1").groups


def test_a_topic_that_one_sub_topology_writes_and_reads_itself_leads_nowhere():
    java = 'builder.stream(Arrays.asList("first", "again")).to("again");'

    assert lines_of(overview(java)) == ["r0: Sub-topology 0 2 steps (reads first) (reads and writes again)"]


@pytest.mark.parametrize(("count", "named", "rest"), [(5, 5, ""), (7, 4, "(reads 3 more topics) ")])
def test_many_topics_are_counted(count, named, rest):
    topics = ", ".join(f'"t{index}"' for index in range(count))

    (line,) = lines_of(overview(f'builder.stream(Arrays.asList({topics})).to("out");'))

    assert line.count("(reads t") == named
    assert line.endswith(f"{rest}(writes out)")


def test_topics_that_are_read_and_written_are_all_named_while_neither_are_many():
    topics = ", ".join(f'"in-{index}"' for index in range(5))
    sinks = "".join(f's.to("out-{index}");' for index in range(5))
    shown = picture(f"KStream<String, String> s = builder.stream(Arrays.asList({topics})); {sinks}", "topology")

    (line,) = lines_of(fold(shown, Folding(level=Level.OVERVIEW)))

    assert (line.count("(reads in-"), line.count("(writes out-")) == (5, 5)


def test_a_global_store_says_that_it_has_no_tasks():
    (card,) = overview('builder.globalTable("prices");').cards

    (box,) = card.steps
    assert (box.title, box.number, box.facts) == ("Global store (0): no tasks", "2 steps", ())


def test_a_number_that_is_not_certain_keeps_its_question_mark():
    cards = overview('if (args.length > 0) { builder.stream("a").to("b"); } builder.stream("c").to("d");')

    assert {(step.title, step.is_unsure) for card in cards.cards for step in card.steps} == {
        ("Sub-topology 0?", True),
        ("Sub-topology 1?", True),
    }


def test_the_row_says_how_many_names_behind_it_are_not_certain():
    shown = picture(COUNTED, "topology")
    boxes = tuple(replace(box, is_unsure=box.key in ("r5", "s0")) for box in shown.boxes)
    folding = Folding(level=Level.OVERVIEW)

    cards = sub_topologies(stores_inside(unfolded(replace(shown, boxes=boxes)), folding), folding)

    assert cards.by_key["r4"].steps[0].facts == ("1 state store", "2 not certain")


def test_nothing_is_folded_when_all_is_to_be_seen_or_no_overview_is_asked_for():
    cards = unfolded(picture(COUNTED, "topology"))

    assert sub_topologies(cards, FOLDED) is cards
    assert sub_topologies(cards, Folding(is_whole=True, level=Level.OVERVIEW)) is cards
