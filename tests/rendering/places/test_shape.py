"""What little grounds look like: where lines leave, share a track, cross a frame, and where spots stand."""

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.rendering.places.grounds import chain, fan
from tests.rendering.places.measures import bends, crossings
from topoviz.rendering.places.arrange import arrange
from topoviz.rendering.places.model import Arrangement, Ground, Line, Panel, Size, Spot


def ground(*lines, frames=None, sizes=None, titles=None):
    """Read lines such as `a > b` and ties such as `a ~ b`; spots come in the order in which they are named."""
    frames, sizes = frames or {}, sizes or {}
    drawn = [Line(*(line.replace("~", ">").split(" > ")), is_tie="~" in line) for line in lines]
    keys = dict.fromkeys(key for line in drawn for key in (line.tail, line.head))
    spots = tuple(Spot(key, Size(*sizes.get(key, (120, 40))), frames.get(key)) for key in keys)
    return Ground(spots, tuple(drawn), titles)


def placed(*lines, **named):
    return arrange(ground(*lines, **named), Panel.USUAL)


def levels(way):
    """Give the heights at which a way runs level."""
    return [a.y for a, b in pairwise(way.points) if a.y == b.y]


def test_lines_of_one_tail_share_a_track():
    found = placed("a > b", "a > c", "a > d", "a > e")

    assert len({way.points[0] for way in found.ways}) == 1
    assert len({y for way in found.ways for y in levels(way)}) == 1
    assert crossings(found) == 0


def test_lines_of_one_head_share_an_arrow_unless_their_tails_have_other_lines():
    alone = placed("a > x", "b > x", "c > x")
    others = placed("a > x", "b > x", "a > y", "b > y")

    assert len({way.points[-1] for way in alone.ways}) == 1
    ends = {way.points[-1].x for way in others.ways[:2]}
    assert len(ends) == 2
    assert max(ends) - min(ends) > 13.9


def test_the_two_sides_of_a_join_keep_their_lines_apart():
    """Each window flows into the other's join, and each join reads the window above it."""
    found = placed(
        *("s > a", "t > b", "b > x", "a > y", "y > m", "x > m", "a ~ x", "b ~ y"),
        sizes={"a": (248, 84), "b": (188, 84), "x": (208, 64), "y": (224, 64)},
    )

    one, other = ([point.x for point in found.ways[line].points] for line in (2, 3))
    assert all(abs(x - beside) >= 7 for x in one for beside in other)
    assert crossings(found) == 1


@pytest.mark.parametrize("first", ["a", "b"])
def test_ties_cross_so_that_flows_go_straight(first):
    """Both windows flow into a join and are read by the other's."""
    ties = ["a ~ y", "b ~ x"]
    found = placed(f"s > {first}", "t > a", "t > b", "a > x", "b > y", *ties, "x > m", "y > m")

    assert bends(Arrangement(found.size, {}, {}, found.ways[3:5])) == 0
    assert crossings(Arrangement(found.size, {}, {}, found.ways[:5] + found.ways[7:])) == 0


def test_what_follows_a_spot_stands_in_its_order_where_no_line_crosses_for_that():
    tree = ground("a > d", "a > c", "a > b", "b > y", "b > x", "c > z")
    spots = tuple(replace(spot, order=ord(spot.key)) for spot in tree.spots)

    found = arrange(replace(tree, spots=spots), Panel.USUAL)

    assert [key for key, _ in sorted(found.spots.items(), key=lambda one: (one[1].y, one[1].x))] == [*"abcdxyz"]


def test_a_tie_leaves_and_arrives_beside_the_flow():
    found = placed("a > b", "a ~ b")
    flow, tie = found.ways

    assert len(flow.points) == len(tie.points) == 2
    assert abs(flow.points[0].x - tie.points[0].x) == 30


def test_a_line_slides_along_its_ends_to_be_straight():
    found = placed("a > b", "a > c", "b > d", sizes={"d": (260, 40), "c": (200, 40)})

    assert len(found.ways[2].points) == 2


def test_lines_that_cross_frames_go_straight_through_their_edges():
    found = placed("a > t", "t > b", frames={"a": 0, "b": 1}, titles={0: 20.0, 1: 20.0})

    assert bends(found) == 0
    assert found.frames[0].bottom < found.spots["t"].y < found.frames[1].y


def test_a_line_comes_in_beside_a_title_however_long():
    found = placed("t > b", "u > c", frames={"b": 0, "c": 0}, titles={0: 400.0})
    frame = found.frames[0]

    assert frame.width >= 400
    for way in found.ways:
        assert [point for point in way.points if point.y <= frame.y][-1].x >= frame.x + 8 + 400


def test_what_is_read_below_is_written_by_a_line_that_goes_up_outside():
    found = placed("a > t", "t > b", "b > c", "c > u", "u > a", frames={"a": 0, "b": 1, "c": 1})

    up = found.ways[4]
    assert max(point.x for point in up.points) > max(frame.right for frame in found.frames.values())


def test_frames_are_sorted_by_what_comes_into_them():
    """Five sources in one frame, each behind a flow of its own: no two of these need to cross."""
    flows = [line for n in range(5) for line in (f"a{n} > t{n}", f"t{n} > s{n}", f"s{n} > m")]
    frames = {f"a{n}": n + 1 for n in range(5)} | {f"s{n}": 0 for n in range(5)} | {"m": 0}

    assert crossings(placed(*flows, frames=frames, titles={0: 90.0})) == 0


@pytest.mark.parametrize("panel", Panel)
def test_spots_without_lines_stand_in_shelves(panel):
    spots = tuple(Spot(str(number), Size(100, 40 + 10 * (number % 4)), number % 2 or None) for number in range(40))

    found = arrange(Ground(spots), panel)

    shape, wanted = found.size.width / found.size.height, panel.size.width / panel.size.height
    assert 0.6 < shape / wanted < 1.6


def test_places_need_no_graphviz_where_all_goes_straight_down(monkeypatch):
    monkeypatch.setenv("DOT", "/nowhere/dot")

    assert bends(arrange(chain("a", "b", "c", frame=0), Panel.USUAL)) == 0


@pytest.mark.parametrize("panel", Panel)
@pytest.mark.parametrize("is_upward", [False, True])
def test_many_that_hang_on_one_stand_in_rows_that_suit_the_panel(panel, is_upward):
    found = arrange(fan(200, 0, is_upward=is_upward), panel)

    shape, wanted = found.size.width / found.size.height, panel.size.width / panel.size.height
    # There is no half of a row, so that the proportions are met roughly.
    assert 0.6 < shape / wanted < 1.6
    assert crossings(found) == 0


def test_a_dozen_that_hang_on_one_stand_side_by_side():
    found = placed(*(f"a > b{number}" for number in range(12)))

    assert len({spot.y for spot in found.spots.values()}) == 2
