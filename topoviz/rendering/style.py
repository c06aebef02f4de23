"""The look of the pictures: colours for light and dark, and the one style sheet that chooses between them.

Colours also stand in plain attributes, because what makes PNG and PDF from an SVG often knows no variables.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from topoviz.rendering.font_files import FAMILY
from topoviz.rendering.picture import Change, Kind


class Theme(StrEnum):
    """Which colours a picture has; AUTO follows the reader's system."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


ROOT_CLASS: Final = "topoviz"

FONTS: Final = f"'{FAMILY}', 'Source Sans 3', 'Source Sans Pro', Arial, sans-serif"

COLOURS: Final[dict[str, tuple[str, str]]] = {
    "paper": ("#ffffff", "#0f141a"),
    "ink": ("#1b2430", "#e8edf3"),
    "quiet": ("#566170", "#a9b4c1"),
    "line": ("#75818f", "#8b98a7"),
    "group": ("#fafbfc", "#141b23"),
    "group-line": ("#c9d1da", "#33404d"),
    "topic": ("#e6f4ea", "#14321f"),
    "topic-line": ("#1e7b4a", "#6fd39b"),
    "repartition": ("#fff6e5", "#33270f"),
    "repartition-line": ("#b35900", "#ffb454"),
    "end": ("#e3f1ff", "#11304a"),
    "end-line": ("#0072b2", "#6cb6ff"),
    "plain": ("#f4f6f9", "#1d2631"),
    "plain-line": ("#75818f", "#8b98a7"),
    "key": ("#fff0db", "#3a2a12"),
    "key-line": ("#b35900", "#ffb454"),
    "state": ("#efe6fb", "#2c2140"),
    "state-line": ("#6b3fa0", "#c6a5f5"),
    "new": ("#d7f5e3", "#12361f"),
    "new-line": ("#17693e", "#6fd39b"),
    "gone": ("#fbe3e4", "#43191b"),
    "gone-line": ("#b3261e", "#ff9a92"),
}
"""Each colour by name, for light and for dark."""

_FAMILIES: Final = {
    Kind.TOPIC: "topic",
    Kind.REPARTITION: "repartition",
    Kind.SOURCE: "end",
    Kind.SINK: "end",
    Kind.STATELESS: "plain",
    Kind.KEY_CHANGING: "key",
    Kind.STATEFUL: "state",
    Kind.STORE: "state",
    Kind.GLOBAL_STORE: "state",
    Kind.SUB_TOPOLOGY: "group",
    Kind.TASK: "plain",
    Kind.STATEFUL_TASK: "state",
    Kind.CLIENT: "group",
    Kind.THREAD: "group",
    Kind.IDLE_THREAD: "group",
    Kind.GLOBAL_THREAD: "group",
    Kind.ACTIVE: "end",
    Kind.STANDBY: "group",
    Kind.WARM_UP: "group",
    Kind.WITHHELD: "group",
}

_HEAVY_KINDS: Final = {Kind.REPARTITION: 2.0}
_HEAVY_CHANGES: Final = {
    Change.NEW: 2.5,
    Change.GONE: 2.5,
    Change.CHANGED: 3.5,
    Change.MOVED: 3.5,
    Change.PROMOTED: 3.5,
}
_USUAL_WIDTH: Final = 1.3

_LINES: Final = {Kind.STANDBY: "state-line", Kind.WARM_UP: "state-line", Kind.WITHHELD: "key-line"}
"""Colours of edges and signs of what has no ground of its own."""


def fill_of(kind: Kind, change: Change) -> str:
    """Name the colour inside a box; what stays the same in a comparison is kept quiet."""
    match change:
        case Change.SAME:
            return "group"
        case Change.NEW | Change.GONE:
            return change.value
        case _:
            return _FAMILIES[kind]


def line_of(kind: Kind, change: Change) -> str:
    """Name the colour round a box."""
    match change:
        case Change.SAME:
            return "line"
        case Change.NEW | Change.GONE:
            return f"{change.value}-line"
        case _:
            family = _FAMILIES[kind]
            return _LINES.get(kind, "plain-line" if family == "group" else f"{family}-line")


def ink_of(change: Change) -> str:
    """Name the colour of a box's first line."""
    return "quiet" if change is Change.SAME else "ink"


def width_of(kind: Kind, change: Change) -> float:
    """Give the thickness of the line round a box."""
    return _HEAVY_CHANGES.get(change, _HEAVY_KINDS.get(kind, _USUAL_WIDTH))


def colour(name: str, theme: Theme) -> str:
    """Give a colour by name; a picture for both themes has light ones in its attributes."""
    light, dark = COLOURS[name]
    return dark if theme is Theme.DARK else light


def style_sheet() -> str:
    """Give the rules that choose between light and dark, all of them inside the root class.

    A picture's own `data-theme` counts most, then that of the page round it, then what the reader's system says.
    A picture that is opened by itself has its ground in all of the window.
    """
    light, dark = _variables(0), _variables(1)
    root = f".{ROOT_CLASS}"
    rules = [
        f"{root}{{{light}}}",
        f"@media screen and (prefers-color-scheme:dark){{{root}{{{dark}}}}}",
        f"[data-theme=light] {root}{{{light}}}",
        f"[data-theme=dark] {root}{{{dark}}}",
        f"{root}{root}[data-theme=light]{{{light}}}",
        f"{root}{root}[data-theme=dark]{{{dark}}}",
        f"{root}:root{{background:var(--tv-paper)}}",
        *(f"{root} .f-{name}{{fill:var(--tv-{name})}}" for name in COLOURS),
        *(f"{root} .s-{name}{{stroke:var(--tv-{name})}}" for name in COLOURS),
    ]
    return "\n".join(rules)


def _variables(column: int) -> str:
    return ";".join(f"--tv-{name}:{pair[column]}" for name, pair in COLOURS.items())
