"""Before and after share their places, and what changed is marked."""

import pytest

from tests.rendering.drawing import FILTER_BEFORE_JOIN, JOIN_AND_COUNT, SVG, box, parsed, picture, places, said, svg
from topoviz.rendering.comparison_picture import MOST_COMPARED
from topoviz.rendering.picture import Change, Undrawable


def changes(shown):
    return {one.title: one.change.value for one in shown.boxes}


def test_two_topics_become_one_and_the_one_keeps_its_place():
    shown = picture(JOIN_AND_COUNT, "before-after", optimize="all")

    assert changes(shown.before) == {
        "stream a": "same",
        "map": "same",
        "KSTREAM-MAP-0000000001-repartition": "changed",
        "join with table b": "same",
        "to c": "same",
        "KSTREAM-AGGREGATE-STATE-STORE-0000000010-repartition": "gone",
        "count": "same",
        "toStream": "same",
        "selectKey": "same",
        "to d": "same",
        "table b": "changed",
    }
    assert changes(shown.after) == {
        title: change for title, change in changes(shown.before).items() if change != "gone"
    }
    kept = "KSTREAM-MAP-0000000001-repartition"
    assert box(shown.before, kept).key == box(shown.after, kept).key
    assert box(shown.before, kept).data_node != box(shown.after, kept).data_node


def test_a_filter_that_goes_behind_the_topic_has_moved():
    shown = picture(FILTER_BEFORE_JOIN, "before-after", optimize="all")

    assert changes(shown.before)["filter"] == changes(shown.after)["filter"] == "moved"
    assert changes(shown.after)["join with table b"] == "same"
    # It is one topic, though one place for both would turn the flow between topic and filter round.
    topic = "KSTREAM-FILTER-0000000002-repartition"
    assert changes(shown.before)[topic] == changes(shown.after)[topic] == "moved"
    assert box(shown.before, topic).key != box(shown.after, topic).key
    assert shown.notes == (
        "1 internal topic fewer.",
        "1 loss: what a filter drops goes through a repartition topic.",
    )


def test_a_table_that_restores_from_its_topic_has_changed():
    java = 'builder.table("a", Materialized.as("s"));'

    shown = picture(java, "before-after", optimize="reuse.ktable.source.topics")

    assert said(box(shown.before, "table a")) == ("#1 · own changelog topic",)
    assert said(box(shown.after, "table a")) == ("#1 · restored from its topic",)
    assert changes(shown.after) == {"table a": "changed"}
    assert shown.notes == ("1 internal topic fewer.",)


def test_a_self_join_that_shares_one_store_shows_what_goes():
    java = (
        'KStream<String, String> s = builder.stream("a");'
        's.join(s, (x, y) -> x, JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(5))).to("b");'
    )

    shown = picture(java, "before-after", optimize="all")

    assert changes(shown.before)["join, right window"] == "gone"
    assert "join with itself" in changes(shown.after)


def test_nothing_changes_and_it_is_said():
    shown = picture('builder.stream("a").to("b");', "before-after", optimize="all")

    assert {one.change for one in (*shown.before.boxes, *shown.after.boxes)} == {Change.SAME}
    assert shown.notes == ("The optimizer changes nothing here.",)


@pytest.mark.parametrize("java", [JOIN_AND_COUNT, FILTER_BEFORE_JOIN])
def test_what_is_in_both_pictures_stands_in_the_same_place(java):
    root = parsed(svg(java, "before-after", optimize="all", with_legend=False))

    before, after = (places(one) for one in root.iter(f"{SVG}g") if one.get("class") == "picture")

    both = before.keys() & after.keys()
    assert len(both) > 3
    assert {key: before[key] for key in both} == {key: after[key] for key in both}


def test_a_line_ends_at_its_cards_in_both_pictures():
    """A card whose words differ is as large in one picture as in the other."""
    root = parsed(svg(FILTER_BEFORE_JOIN, "before-after", optimize="all", with_legend=False))

    grounds = [
        {
            card.get("data-card"): card.find(f"{SVG}path").get("d")
            for card in one.iter(f"{SVG}g")
            if card.get("data-card")
        }
        for one in root.iter(f"{SVG}g")
        if one.get("class") == "picture"
    ]

    assert all(grounds[0][key] == grounds[1][key] for key in grounds[0].keys() & grounds[1].keys())


def test_what_changed_has_signs_as_well_as_colours():
    parts = [
        parsed(svg(java, "before-after", optimize="all", with_legend=False))
        for java in (FILTER_BEFORE_JOIN, JOIN_AND_COUNT)
    ]
    signs = {
        one.get("class").split()[-1]: len([child for child in one if child.get("class") == "sign"])
        for root in parts
        for one in root.iter(f"{SVG}g")
        if one.get("class", "").startswith("card ")
    }

    assert signs == {"same": 0, "changed": 1, "moved": 1, "gone": 1}


def test_plans_that_are_too_large_to_compare_are_refused():
    java = (
        'KStream<String, String> s = builder.stream("a");'
        f"for (int i = 0; i < {MOST_COMPARED}; i++) {{ s = s.peek((k, v) -> {{}}); }}"
    )

    with pytest.raises(Undrawable, match="too many to compare"):
        picture(java, "before-after", optimize="all")


@pytest.mark.parametrize(("view", "is_below"), [("before-after", False), ("before-after;panel=phone", True)])
def test_on_a_phone_the_plan_after_stands_below_the_one_before(view, is_below):
    root = parsed(svg(JOIN_AND_COUNT, view, optimize="all", with_legend=False))

    before, after = (
        one.get("transform").removeprefix("translate(").removesuffix(")").replace(",", " ").split()
        for one in root.iter(f"{SVG}g")
        if one.get("class") == "picture"
    )

    assert (after[0] == before[0]) is is_below
    assert (float(after[1]) > float(before[1])) is is_below
