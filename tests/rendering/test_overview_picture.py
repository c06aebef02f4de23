"""Large topologies are drawn one level up, and say so."""

import re

import pytest

from tests.engine.analyzing import topology_of
from tests.rendering.drawing import box, picture, svg, ties, titles, words
from topoviz.rendering.draw import draw
from topoviz.rendering.limits import OVERVIEW_ABOVE
from topoviz.rendering.picture import Comparison, Kind
from topoviz.rendering.places.graphviz import TooMuch
from topoviz.rendering.views import parse_view

TWO_PARTS = """
builder.<String, String>stream("orders").selectKey((k, v) -> v).groupByKey()
    .count(Materialized.as("counts")).toStream().to("totals");
builder.stream("clicks").to("pages");
"""


def chains(count, length):
    return "".join(
        f'{{ KStream<String, String> s = builder.stream("in-{chain}");'
        f'for (int i = 0; i < {length}; i++) {{ s = s.peek((k, v) -> {{}}); }} s.to("out-{chain}"); }}'
        for chain in range(count)
    )


def test_there_is_one_box_for_each_sub_topology_with_its_own_topics_and_counts():
    shown = picture(TWO_PARTS, "overview")

    assert titles(shown) == ["Sub-topology 0", "Sub-topology 1", "Sub-topology 2", "counts-repartition"]
    assert box(shown, "Sub-topology 0").facts == ("4 nodes", "reads orders")
    assert box(shown, "Sub-topology 1").facts == ("4 nodes · 1 state store · 1 changelog topic", "writes totals")
    assert box(shown, "Sub-topology 2").facts == ("2 nodes", "reads clicks", "writes pages")


def test_topics_that_connect_sub_topologies_stand_between_them():
    assert ties(picture(TWO_PARTS, "overview")) == {
        "Sub-topology 0 > counts-repartition",
        "counts-repartition > Sub-topology 1",
    }


def test_a_topic_of_the_users_connects_what_writes_it_and_what_reads_it():
    java = 'builder.stream("a").to("between"); builder.stream("between").to("b");'

    shown = picture(java, "overview")

    assert ties(shown) == {"Sub-topology 0 > between", "between > Sub-topology 1"}
    assert box(shown, "Sub-topology 0").facts == ("2 nodes", "reads a")


def test_boxes_tell_which_sub_topology_they_open():
    shown = picture(TWO_PARTS, "overview")

    assert [one.data_sub_topology for one in shown.boxes] == [0, 1, 2, None]


@pytest.mark.parametrize("view", ["plan", "plan-optimized", "before-after", "topology"])
def test_a_large_view_is_drawn_as_the_overview_and_says_so(view):
    shown = picture(chains(4, 80), view)

    assert not isinstance(shown, Comparison)
    assert {one.kind for one in shown.boxes} == {Kind.SUB_TOPOLOGY}
    assert "too many to read at once" in shown.notes[0]
    assert "view sub-topology:NUMBER" in shown.notes[0]


def test_a_view_that_is_just_small_enough_is_drawn_whole():
    # A source, a sink and their operators; a plan has no boxes for topics.
    assert len(picture(chains(1, OVERVIEW_ABOVE - 2), "plan").boxes) == OVERVIEW_ABOVE
    assert len(picture(chains(1, OVERVIEW_ABOVE - 1), "plan").boxes) == 1


def test_a_large_sub_topology_is_drawn_whole_when_it_is_asked_for():
    assert len(picture(chains(2, 400), "sub-topology:1").boxes) == 404


def test_many_topics_of_one_sub_topology_are_counted():
    topics = ", ".join(f'"t{index}"' for index in range(20))

    facts = box(picture(f'builder.stream(Arrays.asList({topics})).to("out");', "overview"), "Sub-topology 0").facts

    (line,) = [fact for fact in facts if fact.startswith("reads ")]
    assert re.fullmatch(r"reads (?:t\d+, ){5}t\d+ and 14 more", line)


def test_what_cannot_be_laid_out_in_time_is_drawn_as_the_overview(monkeypatch):
    from topoviz.rendering import draw as module

    lay_out = module.lay_out

    def give_up_on_nodes(picture, *rest):
        if any(box.kind is Kind.SOURCE for box in picture.boxes):
            raise TooMuch("It takes too long.")
        return lay_out(picture, *rest)

    monkeypatch.setattr(module, "lay_out", give_up_on_nodes)

    text = draw(topology_of(TWO_PARTS), parse_view("topology"))

    assert any("It takes too long. This is the overview instead." in line for line in words(text))
    assert "Sub-topology 0" in words(text)


def test_the_overview_is_small_enough_to_embed():
    assert len(svg(chains(40, 20), "topology").encode()) < 100_000
