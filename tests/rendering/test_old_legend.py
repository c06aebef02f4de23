"""Legends explain what is in a picture."""

from itertools import pairwise

from tests.rendering.drawing import FILTER_BEFORE_JOIN, picture, titles
from topoviz.rendering.dot import sizes_of
from topoviz.rendering.old_legend import lay_out_legend, legend_for, whole_legend
from topoviz.rendering.picture import Change, Kind


def test_the_whole_legend_explains_every_kind_and_change():
    legend = whole_legend()

    assert {box.kind for box in legend.boxes} == set(Kind)
    assert {box.change for box in legend.boxes} == set(Change) - {Change.SAME}


def test_a_picture_explains_what_is_in_it_and_nothing_else():
    legend = legend_for(picture('builder.stream("a").to("b");', "topology"))

    assert [box.kind for box in legend.boxes] == [Kind.SOURCE, Kind.SINK, Kind.TOPIC]


def test_a_comparison_explains_its_signs():
    legend = legend_for(picture(FILTER_BEFORE_JOIN, "before-after", optimize="all"))

    assert titles(legend)[-2:] == ["moved", "changed"]


def test_doubt_is_explained_where_there_is_doubt():
    legend = legend_for(picture('builder.stream(System.getenv("X")).to("b");', "topology"))

    assert titles(legend)[-1] == "name?"


def test_boxes_of_a_legend_do_not_overlap():
    legend = whole_legend()
    layout, sizes = lay_out_legend(legend, 400), sizes_of(legend)

    rows = {}
    for box in legend.boxes:
        centre, size = layout.centres[box.key], sizes[box.key]
        rows.setdefault(centre.y, []).append((centre.x - size.width / 2, centre.x + size.width / 2))
    assert len(rows) > 1
    for row in rows.values():
        assert all(first[1] < second[0] for first, second in pairwise(row))
