"""The legend: each kind of box with its own name in it, in rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.rendering.dot import sizes_of
from topoviz.rendering.layout import Layout, Point
from topoviz.rendering.picture import Box, Change, Comparison, Kind, Picture
from topoviz.rendering.shapes import Size

SPACE: Final = 14.0
LEGEND_WIDTH: Final = 720.0
"""Pixels in a row at least; below a wide picture the rows are as wide as it is."""

_KINDS: Final = {
    Kind.SOURCE: ("source", "reads topics"),
    Kind.STATELESS: ("operator", "keeps no state"),
    Kind.KEY_CHANGING: ("operator", "changes the key"),
    Kind.STATEFUL: ("operator", "keeps state"),
    Kind.SINK: ("sink", "writes to a topic"),
    Kind.TOPIC: ("topic", "yours"),
    Kind.REPARTITION: ("topic", "repartition topic"),
    Kind.STORE: ("state store", ""),
    Kind.GLOBAL_STORE: ("global store", ""),
    Kind.SUB_TOPOLOGY: ("sub-topology", "with its own topics"),
}
_CHANGES: Final = {
    Change.NEW: "new",
    Change.GONE: "gone",
    Change.MOVED: "moved",
    Change.CHANGED: "changed",
}


def whole_legend() -> Picture:
    """Explain everything that a picture may hold."""
    return _legend([*_KINDS], [*_CHANGES], has_tag=True, has_unsure=True)


def legend_for(shown: Picture | Comparison) -> Picture:
    """Explain what a picture holds, and nothing else."""
    pictures = (shown.before, shown.after) if isinstance(shown, Comparison) else (shown,)
    boxes = [box for picture in pictures for box in picture.boxes]
    kinds, changes = {box.kind for box in boxes}, {box.change for box in boxes}
    return _legend(
        [kind for kind in _KINDS if kind in kinds],
        [change for change in _CHANGES if change in changes],
        has_tag=any(box.changelog for box in boxes),
        has_unsure=any(box.is_unsure or box.is_changelog_unsure for box in boxes),
    )


def _legend(kinds: Iterable[Kind], changes: Iterable[Change], *, has_tag: bool, has_unsure: bool) -> Picture:
    boxes = []
    for kind in kinds:
        title, fact = _KINDS[kind]
        changelog = "changelog topic" if kind is Kind.STORE and has_tag else ""
        boxes.append(
            Box(
                f"k-{kind.value}",
                kind,
                title,
                facts=(fact,) if fact else (),
                tooltip=f"{title} {fact}".strip(),
                changelog=changelog,
            )
        )
    for change in changes:
        boxes.append(Box(f"c-{change.value}", Kind.STATELESS, _CHANGES[change], change=change))
    if has_unsure:
        boxes.append(Box("unsure", Kind.STATELESS, "name?", facts=("not certain",), is_unsure=True))
    return Picture("Legend", "What the shapes and lines mean.", tuple(boxes))


def lay_out_legend(legend: Picture, row_width: float = LEGEND_WIDTH) -> Layout:
    """Put the boxes of a legend into rows, centred in their row; no Graphviz is needed for that."""
    sizes = sizes_of(legend)
    rows = _rows(legend, sizes, row_width)
    centres: dict[str, Point] = {}
    top, widest = 0.0, 0.0
    for row in rows:
        height = max((sizes[box.key].height for box in row), default=0.0)
        left = 0.0
        for box in row:
            centres[box.key] = Point(left + sizes[box.key].width / 2, top + height / 2)
            left += sizes[box.key].width + SPACE
        widest = max(widest, left - SPACE)
        top += height + SPACE
    return Layout(Size(widest, max(top - SPACE, 0.0)), centres, {}, {}, sizes)


def _rows(legend: Picture, sizes: Mapping[str, Size], row_width: float) -> list[list[Box]]:
    """Fill rows from left to right, about equally long."""
    whole = sum(sizes[box.key].width + SPACE for box in legend.boxes)
    count = int(whole // row_width) + 1
    rows: list[list[Box]] = [[] for _ in range(count)]
    passed = 0.0
    for box in legend.boxes:
        width = sizes[box.key].width + SPACE
        rows[min(int((passed + width / 2) * count / whole), count - 1)].append(box)
        passed += width
    return rows
