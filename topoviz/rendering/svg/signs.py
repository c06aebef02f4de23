"""The small signs in cards: they say without colours what a row is, and what became of it."""

from __future__ import annotations

from typing import Final

from topoviz.rendering.cards.model import Row, RowKind
from topoviz.rendering.picture import Box, Change, Kind
from topoviz.rendering.places.model import Point
from topoviz.rendering.style import line_of
from topoviz.rendering.svg.pen import Pen, moved

_DIAMOND: Final = "M0 -5L5 0L0 5L-5 0Z"
_DOT: Final = "M-2.5 0a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1 -5 0Z"
_SQUARE: Final = "M-3.5 -3.5H3.5V3.5H-3.5Z"
_SOURCE: Final = "M-5 -5H5V-2.5H-5ZM-2.5 2a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1 -5 0Z"
_SINK: Final = "M-5 5H5V2.5H-5ZM-2.5 -2a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1 -5 0Z"
_FRAME: Final = "M-3 -4H3a2 2 0 0 1 2 2V2a2 2 0 0 1 -2 2H-3a2 2 0 0 1 -2 -2V-2a2 2 0 0 1 2 -2Z"
_TAG: Final = "M-5.5 -3.5H2L5.5 0L2 3.5H-5.5Z"
_CYLINDER: Final = "M-5 -4A5 2 0 0 1 5 -4V4A5 2 0 0 1 -5 4ZM-5 -4A5 2 0 0 0 5 -4"
_DOUBLE: Final = f"{_CYLINDER}M-5 -1.5A5 2 0 0 0 5 -1.5"
_SCREEN: Final = "M-5 -4.5H5V2.5H-5ZM-3 5H3"
_TASK: Final = "M-4.5 -4.5H4.5V4.5H-4.5ZM-1.5 0a1.5 1.5 0 0 1 3 0a1.5 1.5 0 0 1 -3 0Z"
_TASK_WITH_STATE: Final = "M-4.5 -4.5H4.5V4.5H-4.5ZM-2 -2H2V2H-2Z"
_RUNS: Final = "M-3.5 -4.5L4.5 0L-3.5 4.5Z"
_PAUSE: Final = "M-2.5 -4V4M2.5 -4V4"
_FULL: Final = "M-4.5 0a4.5 4.5 0 0 1 9 0a4.5 4.5 0 0 1 -9 0Z"
_EMPTY: Final = "M-4 0a4 4 0 0 1 8 0a4 4 0 0 1 -8 0Z"
_FILLING: Final = f"{_EMPTY}M-4 0H4M-3.5 1.5H3.5M-2.5 3H2.5"
_CLOCK: Final = f"{_FULL}M0 -3V0H2.5"
_OPEN: Final = "M-2 -4L2 0L-2 4"

_SOLID: Final = {
    Kind.STATELESS: _DOT,
    Kind.KEY_CHANGING: _DIAMOND,
    Kind.STATEFUL: _SQUARE,
    Kind.SOURCE: _SOURCE,
    Kind.SINK: _SINK,
    Kind.ACTIVE: _FULL,
}
_HOLLOW: Final = {
    Kind.SUB_TOPOLOGY: _FRAME,
    Kind.TOPIC: _TAG,
    Kind.REPARTITION: _TAG,
    Kind.STORE: _CYLINDER,
    Kind.GLOBAL_STORE: _DOUBLE,
    Kind.TASK: _TASK,
    Kind.STATEFUL_TASK: _TASK_WITH_STATE,
    Kind.CLIENT: _SCREEN,
    Kind.THREAD: _RUNS,
    Kind.IDLE_THREAD: _PAUSE,
    Kind.GLOBAL_THREAD: _DOUBLE,
    Kind.STANDBY: _EMPTY,
    Kind.WARM_UP: _FILLING,
    Kind.WITHHELD: _CLOCK,
}

_CHANGES: Final = {
    Change.NEW: ("new-line", "M-4 0H4M0 -4V4"),
    Change.GONE: ("gone-line", "M-4 0H4"),
    Change.MOVED: ("ink", "M0 -4.5V4.5M-2.5 -2.5L0 -5L2.5 -2.5M-2.5 2.5L0 5L2.5 2.5"),
    Change.PROMOTED: ("ink", "M0 5V-4.5M-3.5 -1L0 -4.5L3.5 -1"),
    Change.CHANGED: ("ink", "M-4.5 1C-3 -2.5 -1.5 -2 0 0S3 2.5 4.5 -1"),
}


def row_sign(row: Row, middle: Point, pen: Pen) -> str:
    """Draw the sign of a row about a place: of what it is, or that it can be opened."""
    if row.kind is RowKind.MORE:
        return f'<path {moved(middle.x, middle.y)} d="{_OPEN}" {pen.stroke("quiet", 1.6)} stroke-linecap="round"/>'
    return _kind_sign(row.box, middle, pen)


def _kind_sign(box: Box, middle: Point, pen: Pen) -> str:
    line, place = line_of(box.kind, box.change), moved(middle.x, middle.y)
    if box.kind in _SOLID:
        return f'<path {place} d="{_SOLID[box.kind]}" {pen.fill(line)}/>'
    dashes = ' stroke-dasharray="2 1.5"' if box.is_unsure or box.kind is Kind.REPARTITION else ""
    return f'<path {place} d="{_HOLLOW[box.kind]}" {pen.stroke(line, 1.3)}{dashes}/>'


def change_sign(change: Change, x: float, y: float, pen: Pen) -> str:
    """Put a sign on an edge: plus, minus, an arrow both ways or up, a wave."""
    if change not in _CHANGES:
        return ""
    name, path = _CHANGES[change]
    return (
        f'<g class="sign" {moved(x, y)}><circle r="8" {pen.both("paper", name, 1.6)}/>'
        f'<path d="{path}" {pen.stroke(name, 1.8)} stroke-linecap="round"/></g>'
    )


def fold_sign(keys: frozenset[str], x: float, y: float, pen: Pen) -> str:
    """Draw a small minus that folds again what was opened; nothing where nothing was."""
    if not keys or not pen.names_things:
        return ""
    return (
        f'<g class="fold" data-fold="{" ".join(sorted(keys))}" {moved(x, y)}><title>Fold again</title>'
        f'<rect x="-8" y="-8" width="16" height="16" rx="4" {pen.both("paper", "quiet", 1.3)}/>'
        f'<path d="M-4 0H4" {pen.stroke("quiet", 1.8)} stroke-linecap="round"/></g>'
    )
