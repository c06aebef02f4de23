"""Whole pixels keep together what stood together."""

from topoviz.rendering.places.model import Arrangement, Point, Rectangle, Size, Way
from topoviz.rendering.svg.whole import in_whole_pixels


def test_a_line_still_ends_at_its_card():
    card = Rectangle(20.4995, 10.5, 84, 28)
    way = Way((Point(62.5, card.bottom), Point(62.5, 90.25)))

    found = in_whole_pixels(Arrangement(Size(200, 100), {"r0": card}, {0: card}, (way,)))

    assert found.spots == {"r0": Rectangle(20, 11, 84, 28)}
    assert found.frames == {0: Rectangle(20, 11, 84, 28)}
    assert found.ways == (Way((Point(63, 39), Point(63, 90))),)
