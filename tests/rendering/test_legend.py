"""Legends explain what is in a picture."""

from itertools import combinations

from tests.rendering.cards.making import box, card, row
from topoviz.rendering.cards.model import Cards, Link, Row, RowKind, row_of
from topoviz.rendering.legend import legend_for, legend_panel, whole_legend
from topoviz.rendering.picture import Change, Kind


def shown(*cards, links=()):
    """Give what the legend of these cards explains, by the words in it."""
    legend = legend_for([Cards("Cards", "By hand.", cards, links)])
    return [one.rows[0].box.title for one in legend.cards]


def test_the_whole_legend_explains_every_kind_and_change():
    boxes = [one.rows[0].box for one in whole_legend().cards]

    assert {one.kind for one in boxes} == set(Kind)
    assert {one.change for one in boxes} == set(Change) - {Change.SAME}


def test_a_picture_explains_what_is_in_it_and_nothing_else():
    assert shown(card(row(Kind.TOPIC, "a"), Kind.SOURCE), card(Kind.SINK)) == ["source", "sink", "topic"]


def test_what_is_hidden_is_not_explained():
    behind = (row(Kind.STATEFUL, "count").box,)

    assert shown(card(Kind.STATELESS, behind=behind)) == ["step"]


def test_signs_are_explained_where_they_stand():
    assert shown(card(Kind.STATELESS), links=(Link("r0", "r0", uses=True),)) == ["step", "uses a store"]
    changes_key = Row(RowKind.ALSO, (box(Kind.KEY_CHANGING, "map"),), "◆ map → out")
    assert shown(card(Row(RowKind.NOTE, text="5 outputs"), changes_key)) == ["changes the key"]
    assert shown(card(Kind.STATELESS, twins=2)) == ["step", "several that are alike"]
    assert shown(card(row(Kind.STATELESS, "map", change=Change.MOVED))) == ["step", "moved"]
    assert shown(card(row(Kind.STATELESS, "map", is_unsure=True))) == ["step", "name?"]
    assert shown(card(Kind.STATEFUL, row(Kind.STORE, "s", is_changelog_unsure=True)))[-1] == "name?"


def test_dashes_are_explained_where_there_are_dashes():
    name, changelog = box(Kind.STATELESS, "map", is_unsure=True), box(Kind.STORE, "s", is_changelog_unsure=True)
    samples = [legend_for([Cards("", "", (card(row_of(one)),))]).cards[-1].rows[0].box for one in (name, changelog)]

    assert [(one.title, one.is_unsure) for one in samples] == [("name?", True), ("name?", False)]


def test_the_cards_of_a_legend_do_not_overlap():
    places = legend_panel(whole_legend(), 400).arrangement.spots.values()

    assert len({place.y for place in places}) > 1
    for one, other in combinations(places, 2):
        assert one.right < other.x or other.right < one.x or one.bottom < other.y or other.bottom < one.y
