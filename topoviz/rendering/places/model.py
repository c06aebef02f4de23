"""What is laid out, and what comes of it: rectangles and lines without any words. All lengths are in pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height."""

    width: float
    height: float

    def at_least(self, other: Size) -> Size:
        """Give the smallest size that holds both."""
        return Size(max(self.width, other.width), max(self.height, other.height))


class Panel(StrEnum):
    """How large the place is, about, in which a picture is looked at; parts are packed to its proportions."""

    PHONE = "phone"
    USUAL = "usual"
    WIDE = "wide"
    CARD = "card"
    """What is shown of a link elsewhere: as a PNG, always of the same size."""

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        return _PANELS[self]


_PANELS: Final = {
    Panel.PHONE: Size(360, 600),
    Panel.USUAL: Size(640, 700),
    Panel.WIDE: Size(1000, 700),
    Panel.CARD: Size(760, 380),
}


@dataclass(frozen=True, slots=True)
class Point:
    """A place, from the top left."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rectangle:
    """By its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that needs a place; `frame` is the id of the frame it stands in.

    Of spots to which lines lead from one, that with the smaller `order` stands further left where no line crosses for
    that; 0 says that it does not matter. Spots of one `row` stand beside each other in their order, whatever crosses;
    so do the frames they stand in.
    """

    key: str
    size: Size
    frame: int | None = None
    order: int = 0
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """From the lower edge of one spot to the upper edge of another; a tie arrives a quarter in, beside the flow."""

    tail: str
    head: str
    is_tie: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """All that needs a place, in a fixed order.

    `titles` is how wide the title of each frame is, by the frame's id, and `below_titles` how much room more lines take
    below it, where there are any. With `columns`, what no line joins stands in this order, row by row, and in frames so
    many beside each other.
    """

    spots: tuple[Spot, ...]
    lines: tuple[Line, ...] = ()
    titles: Mapping[int, float] | None = None
    below_titles: Mapping[int, float] | None = None
    columns: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A line as a chain of points with right angles, from the edge of its tail to the edge of its head."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where everything stands: spots by key, frames by id, and a way for each line of the ground, in its order."""

    size: Size
    spots: Mapping[str, Rectangle]
    frames: Mapping[int, Rectangle]
    ways: tuple[Way, ...]
