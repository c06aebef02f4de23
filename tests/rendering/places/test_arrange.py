"""Everything has a place of its own, and lines between places have right angles."""

from itertools import combinations, pairwise

import pytest

from tests.rendering.places.grounds import chain, ground_of
from topoviz.rendering.places.arrange import arrange
from topoviz.rendering.places.model import Ground, Panel
from topoviz.rendering.shapes import Size

GROUNDS = [ground_of(seed, spots, frames) for seed, (spots, frames) in enumerate([(1, 0), (8, 0), (9, 2), (40, 5)] * 4)]


def apart(one, other, by=0.0):
    across = one.right + by <= other.x or other.right + by <= one.x
    return across or one.bottom + by <= other.y or other.bottom + by <= one.y


def holds(outer, inner):
    across = outer.x <= inner.x and inner.right <= outer.right
    return across and outer.y <= inner.y and inner.bottom <= outer.bottom


def test_an_empty_ground_needs_no_room():
    assert arrange(Ground(()), Panel.USUAL).size == Size(0, 0)


def test_lines_go_down():
    placed = arrange(chain("a", "b"), Panel.USUAL)

    start, *_, end = placed.ways[0].points
    assert (start.y, end.y) == (placed.spots["a"].bottom, placed.spots["b"].y)


@pytest.mark.parametrize("ground", GROUNDS)
def test_what_is_arranged_stands_apart_with_right_angles_between(ground):
    placed = arrange(ground, Panel.USUAL)

    assert placed == arrange(ground, Panel.USUAL)
    assert all((spot.size.width, spot.size.height) == (placed.spots[spot.key].width, placed.spots[spot.key].height)
               for spot in ground.spots)  # fmt: skip
    assert all(apart(one, other) for one, other in combinations(placed.spots.values(), 2))
    for frame, rectangle in placed.frames.items():
        for spot in ground.spots:
            inside = holds if spot.frame == frame else apart
            assert inside(rectangle, placed.spots[spot.key])
    assert len(placed.ways) == len(ground.lines)
    for way in placed.ways:
        assert all(a.x == b.x or a.y == b.y for a, b in pairwise(way.points))
