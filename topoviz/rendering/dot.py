"""Pictures as DOT, Graphviz's language.

Ids are made by us (`n0`, `c0`, `e0`). The user's text stands in labels and tooltips alone, escaped; what is sent to be
laid out has none at all, because sizes are reckoned here and places need no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import graphviz

from topoviz.rendering.lettering import TITLE_SIZE, text_width
from topoviz.rendering.picture import Box, Comparison, Kind, Picture, Tie
from topoviz.rendering.shapes import Size, fact_lines, size_of, tag_lines, title_lines

PIXELS_PER_INCH: Final = 72
CALMER_ABOVE: Final = 800
"""Boxes; above this, Graphviz is told to settle for less, which makes large layouts several times faster."""

_LONGEST_TOOLTIP: Final = 2_000
"""Characters; Graphviz reads no token longer than 16,384 bytes."""

_SHAPES: Final = {
    Kind.TOPIC: "cds",
    Kind.REPARTITION: "cds",
    Kind.KEY_CHANGING: "hexagon",
    Kind.STORE: "cylinder",
    Kind.GLOBAL_STORE: "cylinder",
}
_ROUNDED: Final = frozenset({Kind.SOURCE, Kind.SINK, Kind.STATELESS, Kind.SUB_TOPOLOGY})


def sizes_of(*pictures: Picture) -> dict[str, Size]:
    """Reckon the size of every box by key; a box that is in several pictures fits in all of them."""
    sizes: dict[str, Size] = {}
    for picture in pictures:
        for box in picture.boxes:
            size = size_of(box)
            sizes[box.key] = size.at_least(sizes.get(box.key, size))
    return sizes


def united(comparison: Comparison) -> Picture:
    """Put both pictures of a comparison into one, so that they can share one layout."""
    boxes = {**comparison.after.by_key, **comparison.before.by_key}
    first = [box.key for box in comparison.before.boxes]
    order = (*first, *(box.key for box in comparison.after.boxes if box.key not in comparison.before.by_key))
    ties = tuple(dict.fromkeys((*comparison.after.ties, *comparison.before.ties)))
    return Picture(comparison.title, comparison.description, tuple(boxes[key] for key in order), ties)


def to_dot(picture: Picture, sizes: Mapping[str, Size] | None = None, *, with_text: bool = True) -> str:
    """Write a picture as DOT, with labels and tooltips for readers, or bare for the layout."""
    sizes = sizes_of(picture) if sizes is None else sizes
    names = {box.key: f"n{index}" for index, box in enumerate(picture.boxes)}
    graph = graphviz.Digraph("topoviz", graph_attr=_graph_attributes(picture, with_text=with_text))
    graph.attr("node", shape="box", fixedsize="true", label="")
    for index, group in enumerate(picture.groups):
        with graph.subgraph(name=f"cluster_c{index}") as frame:
            frame.attr(margin="16", labeljust="l", label=_label(group.title) if with_text else _room_for(group.title))
            for box in picture.boxes:
                if box.group == group.id:
                    frame.node(names[box.key], **_box_attributes(box, sizes[box.key], with_text=with_text))
            for waypoint in _waypoints(picture, group.id) if not with_text else ():
                frame.node(waypoint, width="0.01", height="0.01")
    framed = {group.id for group in picture.groups}
    for box in picture.boxes:
        if box.group not in framed:
            graph.node(names[box.key], **_box_attributes(box, sizes[box.key], with_text=with_text))
    for index, tie in enumerate(picture.ties):
        tail = names[tie.tail]
        if tie.ranks > 1 and not with_text:
            graph.edge(tail, f"w{index}", id=f"w{index}", dir="none", minlen=str(tie.ranks - 1))
            tail = f"w{index}"
        graph.edge(tail, names[tie.head], id=f"e{index}", **_tie_attributes(tie, with_text=with_text))
    return str(graph.source)


def _waypoints(picture: Picture, group: int) -> list[str]:
    """Name the points through which long ties leave their group at its end.

    Graphviz keeps ties that leave a group out of its search for few crossings, but not what stays inside.
    """
    members = {box.key for box in picture.boxes if box.group == group}
    return [f"w{index}" for index, tie in enumerate(picture.ties) if tie.ranks > 1 and tie.tail in members]


def _tie_attributes(tie: Tie, *, with_text: bool) -> dict[str, str]:
    # Places are worked out without heads, which are painted over the ends of lines between operators and stores.
    way = {(True, False): "forward", (False, True): "back", (True, True): "both"}.get((tie.writes, tie.reads), "none")
    looks = {"style": "dotted", "dir": way if with_text else "none"} if tie.uses else {}
    return looks | ({"minlen": str(tie.ranks)} if tie.ranks > 1 and with_text else {})


def _graph_attributes(picture: Picture, *, with_text: bool) -> dict[str, str]:
    attributes = {"rankdir": "TB", "nodesep": "0.35", "ranksep": "0.6" if picture.groups else "0.45"}
    if len(picture.boxes) > CALMER_ABOVE:
        attributes |= {"nslimit": "2", "nslimit1": "2"}
    if with_text:
        attributes |= {"label": _label(picture.title), "labelloc": "t", "fontname": "Helvetica"}
    return attributes


def _box_attributes(box: Box, size: Size, *, with_text: bool) -> dict[str, str]:
    attributes = {"width": _inches(size.width), "height": _inches(size.height)}
    if not with_text:
        return attributes
    is_dashed = box.is_unsure or box.kind is Kind.REPARTITION
    styles = ["rounded"] * (box.kind in _ROUNDED) + ["dashed"] * is_dashed
    return attributes | {
        "shape": _SHAPES.get(box.kind, "box"),
        "style": ",".join(styles) or "solid",
        "label": _label(*title_lines(box), *fact_lines(box), *tag_lines(box)),
        "tooltip": _label(box.tooltip[:_LONGEST_TOOLTIP]),
        "fontsize": "12",
    }


def _room_for(title: str) -> str:
    """Keep a place of known size free for the title of a frame, which is drawn later; no text is in it."""
    width = round(text_width(title, TITLE_SIZE)) + 8
    cell = f'<TABLE BORDER="0" FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="16"><TR><TD></TD></TR></TABLE>'
    return f"<{cell}>"


def _inches(pixels: float) -> str:
    return f"{pixels / PIXELS_PER_INCH:.4f}".rstrip("0").rstrip(".")


def _label(*texts: str) -> str:
    """Escape lines for a label, so that nothing in them means anything to Graphviz."""
    found = [graphviz.escape(line) for text in texts for line in text.split("\n")]
    # An entity is the one thing that Graphviz still reads inside quotes.
    text = graphviz.nohtml("\\n".join(line.replace("&", "&amp;") for line in found))
    # It must stay the subclass it is: a plain string between angle brackets would be read as HTML.
    assert isinstance(text, str)
    return text
