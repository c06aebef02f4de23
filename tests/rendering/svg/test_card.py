"""Cards are drawn with everything that a page has to know of them, and tell their kinds apart without colours."""

import re

import pytest

from tests.rendering.cards.making import box, card, one_of_each, row
from tests.rendering.drawing import SVG, parsed
from tests.rendering.svg.sheets import drawn
from topoviz.rendering.cards.model import Row, RowKind
from topoviz.rendering.picture import Change, Kind


def groups(text, name):
    """Give the groups of a class."""
    return [one for one in parsed(text).iter(f"{SVG}g") if name in one.get("class", "").split()]


def one_card(*rows, **rest):
    """Draw one card and give its group."""
    (found,) = groups(drawn([card(*rows, **rest)]), "card")
    return found


def shape_of(group):
    """Give all that is drawn without its colours, which say nothing in black and white."""
    text = "".join(
        f"{one.tag} {one.get('d')} {one.get('stroke-dasharray')} {one.get('stroke-width')} {one.get('transform')}"
        for one in group.iter()
        if one.tag in (f"{SVG}path", f"{SVG}circle")
    )
    return re.sub(r"\s+", " ", text)


def test_each_kind_can_be_told_without_colours():
    shapes = {
        kind: shape_of(one_card(row(kind, "orders", number=""))) for kind in Kind if kind is not Kind.SUB_TOPOLOGY
    }

    assert len(set(shapes.values())) == len(shapes)


def test_each_kind_of_row_can_be_told_without_colours():
    kinds = [kind for kind in Kind if kind not in (Kind.TOPIC, Kind.REPARTITION)]
    shapes = {kind: shape_of(list(one_card(row(Kind.STATELESS, "a"), row(kind, "orders")))[2]) for kind in kinds}

    assert len(set(shapes.values())) == len(shapes)


@pytest.mark.parametrize("change", [Change.NEW, Change.GONE, Change.MOVED, Change.CHANGED])
def test_a_change_has_a_sign_once_on_a_card_or_on_its_rows(change):
    alone = one_card(row(Kind.STATELESS, "filter", change=change))
    among = one_card(row(Kind.STATELESS, "map", change=Change.SAME), row(Kind.STATELESS, "filter", change=change))

    assert [len(list(one.iter(f"{SVG}circle"))) for one in (alone, among)] == [1, 1]
    assert change.value in alone.get("class").split()


def test_a_card_and_its_rows_can_be_found_by_what_they_are():
    found = one_card(row(Kind.TOPIC, "orders", 3), row(Kind.SOURCE, "stream", 7), row(Kind.KEY_CHANGING, "map", 8))
    rows = [one for one in found.iter(f"{SVG}g") if "row" in one.get("class", "").split()]

    assert found.get("data-card") == "r0"
    assert [(one.get("class"), one.get("data-topic"), one.get("data-node")) for one in rows] == [
        ("row topic", "3", None),
        ("row step source", None, "7"),
        ("row step key-changing", None, "8"),
    ]


def test_every_row_begins_with_a_ground_over_its_width():
    text = drawn(one_of_each())

    for found in groups(text, "row"):
        first = next(iter(found))
        assert first.tag == f"{SVG}rect"
        assert "row-ground" in first.get("class").split()


def test_the_ground_of_a_row_reaches_the_bar_beside_it():
    found = one_card(Kind.SOURCE, Kind.STATELESS, Kind.SINK)
    grounds = [(float(one.get("y")), float(one.get("height"))) for one in found.iter(f"{SVG}rect")]

    assert grounds == [(4, 24), (28, 20), (48, 24)]


def test_what_hides_says_what_and_how_to_open_it():
    more = Row(RowKind.MORE, (box(Kind.STATELESS, "a", 7), box(Kind.STORE, "b", 2)), "… 1 more step")
    also = Row(RowKind.ALSO, (box(Kind.STATELESS, "a", 9),), "the same")
    found = one_card(row(Kind.STATELESS, "filter", 5), more, also, twins=2, behind=(box(Kind.STATELESS, "c", 11),))
    hiding = {
        one.get("class"): (one.get("data-open"), one.get("data-hides"))
        for one in found.iter(f"{SVG}g")
        if one.get("data-open")
    }

    assert hiding == {"row more": ("r7", "r7 s2"), "row also": ("r9", "r9"), "badge": ("r9", "r9 r11")}


def test_the_row_of_a_whole_sub_topology_opens_it():
    step = box(Kind.SUB_TOPOLOGY, "Sub-topology 4", 4, data_node=None, data_sub_topology=4)
    found = one_card(Row(RowKind.STEP, (step,), behind=(box(Kind.STATELESS, "a", 7), box(Kind.STATELESS, "b", 8))))
    (opening,) = [one for one in found.iter(f"{SVG}g") if one.get("data-open")]

    assert (opening.get("data-sub-topology"), opening.get("data-open"), opening.get("data-hides")) == (
        "4",
        "r7",
        "r7 r8",
    )


def test_what_was_opened_can_be_folded_again():
    (fold,) = groups(drawn([card(row(Kind.STATELESS, "filter"), opened=frozenset({"r9", "r7"}))]), "fold")

    assert fold.get("data-fold") == "r7 r9"


def test_the_full_name_and_what_is_uncertain_are_in_the_tooltip():
    store = row(Kind.STORE, "s", tooltip="s\nchangelog topic: app-s-changelog", changelog="x", is_changelog_unsure=True)
    found = one_card(row(Kind.KEY_CHANGING, "map", tooltip="KSTREAM-MAP-1", changes_key=True), store)

    assert [one.text for one in found.iter(f"{SVG}title")] == [
        "KSTREAM-MAP-1\nChanges the key.",
        "s\nchangelog topic: app-s-changelog\nThe text does not determine every name here.",
    ]


def test_what_is_unsure_has_dashes():
    assert "6 4" in shape_of(one_card(row(Kind.STATELESS, "name?", is_unsure=True)))
    assert "6 4" not in shape_of(one_card(row(Kind.STATELESS, "name")))
