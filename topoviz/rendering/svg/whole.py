"""Places in whole pixels, so that edges are sharp and equal distances look equal."""

from __future__ import annotations

from math import floor

from topoviz.rendering.places.model import Arrangement, Point, Rectangle, Way


def in_whole_pixels(places: Arrangement) -> Arrangement:
    """Move everything by half a pixel at most; what stood on one line still does."""
    return Arrangement(
        places.size,
        {key: _rectangle(spot) for key, spot in places.spots.items()},
        {frame: _rectangle(place) for frame, place in places.frames.items()},
        tuple(Way(tuple(Point(_whole(one.x), _whole(one.y)) for one in way.points)) for way in places.ways),
    )


def _rectangle(place: Rectangle) -> Rectangle:
    left, top = _whole(place.x), _whole(place.y)
    return Rectangle(left, top, _whole(place.right) - left, _whole(place.bottom) - top)


def _whole(value: float) -> float:
    return float(floor(value + 0.5))
