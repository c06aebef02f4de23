"""What stands around one thing is shown without the rest."""

import pytest

from tests.rendering.drawing import box, picture, ties, titles
from topoviz.rendering.around import around
from topoviz.rendering.picture import Undrawable

TWO_PARTS = """
builder.<String, String>stream("orders").filter((k, v) -> true).selectKey((k, v) -> v).groupByKey()
    .count(Materialized.as("counts")).toStream().to("totals");
builder.stream("clicks").to("pages");
"""


def test_steps_are_counted_up_and_down_and_topics_and_stores_come_with_them():
    whole = picture(TWO_PARTS, "topology")

    shown = around(whole, box(whole, "selectKey").key, 1)

    assert titles(shown) == ["filter", "selectKey", "filter null keys"]
    assert ties(shown) == {"filter > selectKey", "selectKey > filter null keys"}


def test_from_a_step_over_a_topic_to_the_next_is_one():
    whole = picture(TWO_PARTS, "topology")

    shown = around(whole, box(whole, "to repartition").key, 2)

    assert titles(shown) == [
        "selectKey", "filter null keys", "to repartition", "from repartition", "count", "counts", "counts-repartition",
    ]  # fmt: skip
    assert [group.title for group in shown.groups] == ["Sub-topology 0", "Sub-topology 1"]


@pytest.mark.parametrize(("title", "expected"), [
    ("counts-repartition", ["to repartition", "from repartition", "counts-repartition"]),
    ("counts", ["count", "counts"]),
])  # fmt: skip
def test_a_topic_or_a_store_has_its_users_around_it(title, expected):
    whole = picture(TWO_PARTS, "topology")

    assert titles(around(whole, box(whole, title).key, 1)) == expected


def test_a_sub_topology_has_what_its_topics_lead_to_around_it():
    shown = around(picture(TWO_PARTS, "topology"), "g1", 1)

    assert shown.title == "Around sub-topology 1"
    assert titles(shown)[:5] == ["to repartition", "from repartition", "count", "toStream", "to totals"]
    assert titles(shown)[5:] == ["counts", "counts-repartition", "totals"]


def test_a_plan_has_operators_alone():
    whole = picture(TWO_PARTS, "plan")

    assert titles(around(whole, box(whole, "selectKey").key, 1)) == ["filter", "selectKey", "counts-repartition"]


@pytest.mark.parametrize(("steps", "note"), [
    (1, "What is at most 1 step around selectKey #2. 8 more steps are not shown."),
    (9, "What is at most 9 steps around selectKey #2. 2 more steps are not shown."),
])  # fmt: skip
def test_a_note_says_what_is_shown_and_how_much_is_not(steps, note):
    whole = picture(TWO_PARTS, "topology")

    assert around(whole, box(whole, "selectKey").key, steps).notes == (note, *whole.notes)


def test_a_note_says_when_it_is_all():
    whole = picture('builder.stream("a").to("b");', "topology")

    assert around(whole, "r0", 1).notes[0].endswith("That is all there is.")


def test_a_key_that_is_not_there_is_refused():
    with pytest.raises(Undrawable, match="Nothing in this picture has the key r99"):
        around(picture(TWO_PARTS, "topology"), "r99", 2)
