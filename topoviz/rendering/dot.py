"""Pictures as DOT, Graphviz's language, for people who go on with them: everything there is, with nothing folded.

Ids are made by us (`n0`, `c0`, `e0`). The user's text stands in labels and tooltips alone, escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import graphviz

from topoviz.rendering.lettering import wrap
from topoviz.rendering.picture import Box, Kind, Picture, Tie

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
_ROUNDED: Final = frozenset({
    Kind.SOURCE, Kind.SINK, Kind.STATELESS, Kind.SUB_TOPOLOGY, Kind.TASK, Kind.CLIENT, Kind.THREAD, Kind.IDLE_THREAD,
    Kind.GLOBAL_THREAD,
})  # fmt: skip


def to_dot(picture: Picture) -> str:
    """Write a picture as DOT; the same picture gives the same text."""
    names = {box.key: f"n{index}" for index, box in enumerate(picture.boxes)}
    graph = graphviz.Digraph("topoviz", graph_attr=_graph_attributes(picture))
    graph.attr("node", shape="box", fontname="Helvetica", fontsize="12")
    for index, group in enumerate(picture.groups):
        with graph.subgraph(name=f"cluster_c{index}") as frame:
            # Graphviz draws lines through the label of a cluster, and round a node.
            frame.attr(margin="16", label="")
            frame.node(f"t{index}", shape="plaintext", label=_label(group.title))
            for box in picture.boxes:
                if box.group == group.id:
                    frame.node(names[box.key], **_box_attributes(box))
    framed = {group.id for group in picture.groups}
    for box in picture.boxes:
        if box.group not in framed:
            graph.node(names[box.key], **_box_attributes(box))
    for index, tie in enumerate(picture.ties):
        graph.edge(names[tie.tail], names[tie.head], id=f"e{index}", **_tie_attributes(tie))
    return str(graph.source)


def _tie_attributes(tie: Tie) -> dict[str, str]:
    way = {(True, False): "forward", (False, True): "back", (True, True): "both"}.get((tie.writes, tie.reads), "none")
    return {"style": "dotted", "dir": way} if tie.uses else {}


def _graph_attributes(picture: Picture) -> dict[str, str]:
    attributes = {"rankdir": "TB", "nodesep": "0.35", "ranksep": "0.45", "fontname": "Helvetica"}
    if len(picture.boxes) > CALMER_ABOVE:
        attributes |= {"nslimit": "2", "nslimit1": "2"}
    return attributes | {"label": _label(picture.title), "labelloc": "t"}


def _box_attributes(box: Box) -> dict[str, str]:
    is_dashed = box.is_unsure or box.kind in (Kind.REPARTITION, Kind.IDLE_THREAD)
    styles = ["rounded"] * (box.kind in _ROUNDED) + ["dashed"] * is_dashed
    return {
        "shape": _SHAPES.get(box.kind, "box"),
        "style": ",".join(styles) or "solid",
        "label": _label(*lines_of(box)),
        "tooltip": _label(box.tooltip[:_LONGEST_TOOLTIP]),
    }


def lines_of(box: Box) -> Iterator[str]:
    """Write a box as lines: its title, then its number and facts, then its changelog topic."""
    yield from wrap(box.title)
    facts = " · ".join(part for part in (box.number, *box.facts, "changes the key" * box.changes_key) if part)
    yield from wrap(facts) if facts else ()
    yield from wrap(box.changelog) if box.changelog else ()


def _label(*texts: str) -> str:
    """Escape lines for a label, so that nothing in them means anything to Graphviz."""
    found = [graphviz.escape(line) for text in texts for line in text.split("\n")]
    # An entity is the one thing that Graphviz still reads inside quotes.
    text = graphviz.nohtml("\\n".join(line.replace("&", "&amp;") for line in found))
    # It must stay the subclass it is: a plain string between angle brackets would be read as HTML.
    assert isinstance(text, str)
    return text
