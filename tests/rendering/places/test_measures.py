"""What places are worth is counted as an eye would count it."""

import pytest

from tests.rendering.places.measures import area, bends, crossings, length, slanted_share
from topoviz.rendering.places.model import Arrangement, Point, Size, Way


def ways(*chains):
    return Arrangement(Size(50, 20), {}, {}, tuple(Way(tuple(Point(*at) for at in chain)) for chain in chains))


CROSSINGS = {
    "two lines that cross": (ways([(0, 5), (10, 5)], [(5, 0), (5, 10)]), 1),
    "lines that only touch": (ways([(0, 5), (5, 5)], [(5, 0), (5, 10)]), 0),
    "one flow that parts in three": (
        ways(*([(5, 0), (5, 5), (x, 5), (x, 10)] for x in (0, 5, 9))), 0,
    ),
    "two lines that share a track and cross a third": (
        ways([(0, 0), (0, 5), (10, 5), (10, 9)], [(0, 0), (0, 5), (20, 5), (20, 9)], [(5, 0), (5, 9)]), 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CROSSINGS)
def test_crossings_are_counted_once(case):
    arrangement, expected = CROSSINGS[case]

    assert crossings(arrangement) == expected


def test_lengths_and_corners():
    bent = ways([(0, 0), (0, 10), (20, 10)], [(0, 0), (0, 5), (0, 10)], [(0, 0), (3, 4)])

    assert (bends(bent), length(bent), slanted_share(bent), area(bent)) == (1, 45, 5 / 45, 1000)
    assert slanted_share(ways()) == 0
