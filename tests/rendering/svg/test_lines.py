"""Lines turn with round corners and end in a head; ties are dotted."""

import pytest

from tests.rendering.cards.making import card, row
from tests.rendering.drawing import SVG, parsed
from tests.rendering.svg.sheets import drawn
from topoviz.rendering.cards.model import Link
from topoviz.rendering.picture import Change, Kind
from topoviz.rendering.places.model import Point
from topoviz.rendering.svg.lines import path


@pytest.mark.parametrize(
    ("points", "written"),
    [
        ([(0, 0), (0, 50)], "M0 0L0 50"),
        ([(0, 0), (0, 20), (30, 20), (30, 50)], "M0 0L0 14A6 6 0 0 0 6 20L24 20A6 6 0 0 1 30 26L30 50"),
        ([(0, 0), (0, 20), (4, 20), (4, 50)], "M0 0L0 18A2 2 0 0 0 2 20L2 20A2 2 0 0 1 4 22L4 50"),
        ([(0, 0), (0, 20), (0, 50)], "M0 0L0 20L0 50"),
        ([(0, 0), (0, 20), (0, 20), (9, 20)], "M0 0L0 20L0 20L9 20"),
    ],
    ids=["straight", "two corners", "corners close together", "no corner", "a place twice"],
)
def test_corners_are_round(points, written):
    assert path(tuple(Point(x, y) for x, y in points)) == written


def lines_of(change=Change.NONE):
    cards = [card(Kind.STATEFUL), card(row(Kind.STATELESS, "join", change=change))]
    text = drawn(cards, [Link("r0", "r1"), Link("r0", "r1", uses=True)])
    return [one for one in parsed(text).iter(f"{SVG}g") if "line" in one.get("class", "").split()]


def test_a_flow_has_a_head_and_a_tie_has_dots():
    flow, tie = lines_of()

    assert [one.get("data-from") + one.get("data-to") for one in (flow, tie)] == ["r0r1", "r0r1"]
    assert [len(list(one.iter(f"{SVG}path"))) for one in (flow, tie)] == [2, 1]
    assert flow[0].get("stroke-dasharray") is None
    assert tie[0].get("stroke-dasharray") is not None


def test_the_head_ends_at_the_edge_of_the_card_and_the_line_ends_in_the_head():
    line, head = lines_of()[0].iter(f"{SVG}path")

    assert line.get("d").endswith("L30 100")
    assert "L30 108" in head.get("d")


def test_a_line_to_what_is_new_or_gone_says_so():
    assert [lines_of(change)[0].get("class") for change in (Change.NEW, Change.GONE)] == ["line new", "line gone"]
