"""The shape of each kind of box: how large its text makes it, and its outline as SVG paths.

Paths are about a box's centre; a path is what it is drawn with and whether it is filled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.rendering.lettering import FACT_SIZE, TAG_WRAP_AT, TITLE_SIZE, text_width, wrap
from topoviz.rendering.picture import Box, Kind

TITLE_HEIGHT: Final = 18.0
FACT_HEIGHT: Final = 16.0
BAR: Final = 5.0
TIP: Final = 12.0
LID: Final = 6.0
TAG_GAP: Final = 7.0
TAG_TIP: Final = 8.0
_ROUND: Final = 9.0
_MIN_WIDTH: Final = 84.0
_PADDING_X: Final = 14.0
_PADDING_Y: Final = 8.0


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in pixels."""

    width: float
    height: float

    def at_least(self, other: Size) -> Size:
        """Give the smallest size that holds both."""
        return Size(max(self.width, other.width), max(self.height, other.height))


@dataclass(frozen=True, slots=True)
class Outline:
    """One path of a shape: filled, a line alone, or solid in the colour of the line."""

    path: str
    is_filled: bool = True
    is_solid: bool = False


@dataclass(frozen=True, slots=True)
class Margins:
    """What a shape keeps free of text on each side."""

    left: float = _PADDING_X
    right: float = _PADDING_X
    top: float = _PADDING_Y
    bottom: float = _PADDING_Y


_MARGINS: Final = {
    Kind.TOPIC: Margins(right=_PADDING_X + TIP - 4, top=6, bottom=6),
    Kind.REPARTITION: Margins(right=_PADDING_X + TIP - 4, top=6, bottom=6),
    Kind.SOURCE: Margins(top=_PADDING_Y + BAR),
    Kind.SINK: Margins(bottom=_PADDING_Y + BAR),
    Kind.KEY_CHANGING: Margins(left=_PADDING_X + 8, right=_PADDING_X + 8),
    Kind.STORE: Margins(top=2 * LID + 4, bottom=LID + 4),
    Kind.GLOBAL_STORE: Margins(left=_PADDING_X + 4, right=_PADDING_X + 4, top=2 * LID + 8, bottom=LID + 8),
    Kind.SUB_TOPOLOGY: Margins(left=18, right=18, top=12, bottom=12),
}


def margins_of(kind: Kind) -> Margins:
    """Say what a kind of box keeps free of text."""
    return _MARGINS.get(kind, Margins())


def size_of(box: Box) -> Size:
    """Reckon how large a box is with all its text, and with the tag that hangs on it."""
    margins = margins_of(box.kind)
    width = max(_widest(box) + margins.left + margins.right, _MIN_WIDTH, tag_width(box))
    height = margins.top + text_height(box) + margins.bottom
    return Size(_even(width), _even(height + tag_height(box)))


def title_lines(box: Box) -> tuple[str, ...]:
    """Break a box's title into lines."""
    return wrap(box.title)


def fact_lines(box: Box) -> tuple[str, ...]:
    """Put a box's number and facts on one line with dots between them, or on several when they are long."""
    if box.kind is Kind.SUB_TOPOLOGY:
        return tuple(line for fact in box.facts for line in wrap(fact))
    key = ("changes the key",) if box.changes_key else ()
    text = " · ".join(part for part in (box.number, *box.facts, *key) if part)
    return wrap(text) if text else ()


def tag_lines(box: Box) -> tuple[str, ...]:
    """Break the name of a store's changelog topic into lines."""
    return wrap(box.changelog, TAG_WRAP_AT) if box.changelog else ()


def text_height(box: Box) -> float:
    """Give the height of a box's lines."""
    return len(title_lines(box)) * TITLE_HEIGHT + len(fact_lines(box)) * FACT_HEIGHT


def tag_width(box: Box) -> float:
    """Give the width of a changelog tag."""
    return (
        max((text_width(line, FACT_SIZE) for line in tag_lines(box)), default=0.0) + 2 * 10 + TAG_TIP
        if box.changelog
        else 0.0
    )


def tag_height(box: Box) -> float:
    """Give the height of a changelog tag with the gap above it."""
    return len(tag_lines(box)) * FACT_HEIGHT + 6 + TAG_GAP if box.changelog else 0.0


def outlines(kind: Kind, size: Size) -> tuple[Outline, ...]:
    """Give the paths of a shape about its centre, filled ones first."""
    x, y = size.width / 2, size.height / 2
    match kind:
        case Kind.TOPIC | Kind.REPARTITION:
            return (Outline(arrow_tag(size, TIP)),)
        case Kind.SOURCE:
            return Outline(_rounded(x, y, _ROUND)), Outline(_bar(x, y, -1), is_solid=True)
        case Kind.SINK:
            return Outline(_rounded(x, y, _ROUND)), Outline(_bar(x, y, 1), is_solid=True)
        case Kind.KEY_CHANGING:
            return (Outline(_hexagon(x, y)),)
        case Kind.STATEFUL:
            return (Outline(_rounded(x, y, 0)),)
        case Kind.STORE:
            return _cylinder(x, y)
        case Kind.GLOBAL_STORE:
            return *_cylinder(x, y), *(_as_line(one) for one in _cylinder(x - 4, y - 4))
        case Kind.SUB_TOPOLOGY:
            return (Outline(_rounded(x, y, 12)),)
        case _:
            return (Outline(_rounded(x, y, _ROUND)),)


def arrow_tag(size: Size, tip: float) -> str:
    """Draw a tag that points right and grows with its text."""
    x, y = size.width / 2, size.height / 2
    return f"M{-x:g} {-y:g}H{x - tip:g}L{x:g} 0L{x - tip:g} {y:g}H{-x:g}Z"


def _rounded(x: float, y: float, radius: float) -> str:
    if radius == 0:
        return f"M{-x:g} {-y:g}H{x:g}V{y:g}H{-x:g}Z"
    arc = f"a{radius:g} {radius:g} 0 0 1"
    return (
        f"M{radius - x:g} {-y:g}H{x - radius:g}{arc} {radius:g} {radius:g}V{y - radius:g}"
        f"{arc} {-radius:g} {radius:g}H{radius - x:g}{arc} {-radius:g} {-radius:g}V{radius - y:g}"
        f"{arc} {radius:g} {-radius:g}Z"
    )


def _bar(x: float, y: float, side: int) -> str:
    """Draw a bar inside a rounded box: at its top for side -1, at its bottom for side 1."""
    edge, inner, corner = side * y, side * (y - BAR), x - _ROUND
    sweep = 1 if side < 0 else 0
    arc = f"A{_ROUND:g} {_ROUND:g} 0 0 {sweep}"
    return f"M{1 - x:g} {inner:g}{arc} {-corner:g} {edge:g}H{corner:g}{arc} {x - 1:g} {inner:g}Z"


def _hexagon(x: float, y: float) -> str:
    shoulder = x - 14
    return f"M{-x:g} 0L{-shoulder:g} {-y:g}H{shoulder:g}L{x:g} 0L{shoulder:g} {y:g}H{-shoulder:g}Z"


def _cylinder(x: float, y: float) -> tuple[Outline, ...]:
    arc = f"A{x:g} {LID:g} 0 0"
    body = f"M{-x:g} {LID - y:g}{arc} 1 {x:g} {LID - y:g}V{y - LID:g}{arc} 1 {-x:g} {y - LID:g}Z"
    return Outline(body), Outline(f"M{-x:g} {LID - y:g}{arc} 0 {x:g} {LID - y:g}", is_filled=False)


def _as_line(outline: Outline) -> Outline:
    return Outline(outline.path, is_filled=False)


def _widest(box: Box) -> float:
    titles = [text_width(line, TITLE_SIZE) for line in title_lines(box)]
    facts = [text_width(line, FACT_SIZE) for line in fact_lines(box)]
    return max((*titles, *facts), default=0.0)


def _even(value: float) -> float:
    """Round up to an even number of pixels, so that halves are whole."""
    return float(2 * int((value + 1.999) // 2))
