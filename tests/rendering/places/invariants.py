"""What holds of everything that is placed: all stands apart, and lines have right angles and go past all others."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from topoviz.rendering.places.model import Arrangement, Ground, Rectangle, Size, Way

TITLE_BAND = 26


def misplaced(ground: Ground, placed: Arrangement) -> Iterator[str]:
    """Say what stands over another thing or outside its frame, and which line goes through what is not its end."""
    everything = Rectangle(0, 0, placed.size.width + 0.01, placed.size.height + 0.01)
    for spot in ground.spots:
        place = placed.spots[spot.key]
        if spot.size != Size(place.width, place.height) or not holds(everything, place):
            yield f"{spot.key} has another size, or stands outside"
    yield from (f"{one} and {other} overlap" for one, other in _overlapping(placed.spots))
    yield from (f"frames {one} and {other} overlap" for one, other in _overlapping(placed.frames))
    for frame, rectangle in placed.frames.items():
        if rectangle.width < (ground.titles or {})[frame]:
            yield f"the title of frame {frame} does not fit"
        below = rectangle.y + TITLE_BAND + (ground.below_titles or {}).get(frame, 0)
        for spot in ground.spots:
            if spot.frame == frame and placed.spots[spot.key].y < below:
                yield f"{spot.key} stands in the title of frame {frame}"
            inside = holds if spot.frame == frame else apart
            if not inside(rectangle, placed.spots[spot.key]):
                yield f"{spot.key} stands on the wrong side of frame {frame}"
    frames = {spot.key: spot.frame for spot in ground.spots}
    for line, way in zip(ground.lines, placed.ways, strict=True):
        name = f"the line from {line.tail} to {line.head}"
        if (way.points[0].y, way.points[-1].y) != (placed.spots[line.tail].bottom, placed.spots[line.head].y):
            yield f"{name} does not end at their edges"
        if not all(a.x == b.x or a.y == b.y for a, b in pairwise(way.points)):
            yield f"{name} is slanted"
        yield from (f"{name} goes through {key}" for key, place in placed.spots.items() if is_crossed(place, way))
        for frame, rectangle in placed.frames.items():
            band = TITLE_BAND + (ground.below_titles or {}).get(frame, 0)
            title = Rectangle(rectangle.x + 8, rectangle.y, (ground.titles or {})[frame], band)
            if is_crossed(title, way):
                yield f"{name} goes through the title of frame {frame}"
            if frame not in (frames[line.tail], frames[line.head]) and is_crossed(rectangle, way):
                yield f"{name} goes through frame {frame}"


def apart(one: Rectangle, other: Rectangle) -> bool:
    """Tell whether two rectangles have nothing in common but edges."""
    across = one.right <= other.x or other.right <= one.x
    return across or one.bottom <= other.y or other.bottom <= one.y


def holds(outer: Rectangle, inner: Rectangle) -> bool:
    """Tell whether one rectangle is inside another."""
    across = outer.x <= inner.x and inner.right <= outer.right
    return across and outer.y <= inner.y and inner.bottom <= outer.bottom


def is_crossed(rectangle: Rectangle, way: Way) -> bool:
    """Tell whether a way goes through the inside of a rectangle."""
    inside = Rectangle(rectangle.x + 0.5, rectangle.y + 0.5, rectangle.width - 1, rectangle.height - 1)
    pieces = [Rectangle(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y)) for a, b in pairwise(way.points)]
    return not all(apart(inside, piece) for piece in pieces)


def _overlapping(places):
    pairs = combinations(places.items(), 2)
    return [(one, other) for (one, place), (other, beside) in pairs if not apart(place, beside)]
