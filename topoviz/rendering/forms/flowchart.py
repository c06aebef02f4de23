"""A chart as a Mermaid flowchart, small enough for GitHub, which draws none with more edges or characters.

Ids are made by us. The user's text stands in quoted labels alone, where every character that might mean something to
Mermaid, to the Markdown or the HTML that it reads in labels is written as its number. Colours are see-through, so that
a chart is readable on light and on dark pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from topoviz.rendering.forms.chart import INDENT, Chart, Edge, Frame, Node
from topoviz.rendering.lettering import visible, wrap_words
from topoviz.rendering.picture import Change, Kind, Undrawable

MOST_EDGES: Final = 500
"""What GitHub draws: Mermaid's `maxEdges`, which no chart can set for itself."""

_OWN_EDGES: Final = 2
"""Invisible ones that say what stands below what."""

MOST_CHARACTERS: Final = 50_000
"""The same of `maxTextSize`, in units of UTF-16."""

WRAP_AT: Final = 40
"""Characters of a name in a line of a node."""

NOTE_WRAP_AT: Final = 48
WIDTH: Final = 420
"""Pixels at which Mermaid breaks a line itself; more than our lines take, so that it breaks none."""

_PLAIN: Final = frozenset(" .,-()/=+?·×…→−")
"""Besides letters and digits, what means nothing anywhere; not at the start of a line, where Markdown has lists."""

_NOTHING: Final = "\u200b"
_READ_LATE: Final = re.compile(r"\\(?=n)|:(?=fa-)|\$(?=\$)|ﬂ(?=°)|¶(?=ß)")
"""What means something even where it is written by numbers: line breaks, icons, formulas, and Mermaid's own way to keep
numbers. Something that nobody sees is put between.
"""

_SETTINGS: Final = (
    f'%%{{init: {{"flowchart": {{"wrappingWidth": {WIDTH}, "subGraphTitleMargin": {{"top": 4, "bottom": 16}}}}}}}}%%'
)

REASON: Final = f"GitHub draws at most {MOST_EDGES} lines and {MOST_CHARACTERS:,} characters of Mermaid."

_SPACE: Final = "\u00a0"
_SPACES_TO_A_LETTER: Final = 2

_SHAPES: Final = {
    Kind.TOPIC: (">", "]"),
    Kind.REPARTITION: (">", "]"),
    Kind.SOURCE: ("(", ")"),
    Kind.SINK: ("(", ")"),
    Kind.STATELESS: ("(", ")"),
    Kind.KEY_CHANGING: ("(", ")"),
    Kind.STORE: ("[(", ")]"),
    Kind.GLOBAL_STORE: ("[(", ")]"),
    Kind.SUB_TOPOLOGY: ("(", ")"),
    Kind.TASK: ("(", ")"),
    Kind.CLIENT: ("(", ")"),
    Kind.THREAD: ("(", ")"),
    Kind.IDLE_THREAD: ("(", ")"),
    Kind.GLOBAL_THREAD: ("(", ")"),
}

_CLASSES: Final = {
    Kind.TOPIC: "topic",
    Kind.REPARTITION: "repartition",
    Kind.SOURCE: "ends",
    Kind.SINK: "ends",
    Kind.STATELESS: "step",
    Kind.KEY_CHANGING: "key",
    Kind.STATEFUL: "state",
    Kind.STORE: "state",
    Kind.GLOBAL_STORE: "state",
    Kind.SUB_TOPOLOGY: "part",
    Kind.TASK: "step",
    Kind.STATEFUL_TASK: "state",
    Kind.CLIENT: "part",
    Kind.THREAD: "part",
    Kind.IDLE_THREAD: "idle",
    Kind.GLOBAL_THREAD: "part",
}
_LEFT: Final = "text-align:left,"
_DASHES: Final = "stroke-dasharray:6 4"
_STYLES: Final = {
    "topic": "fill:#2a9d5c,fill-opacity:0.14,stroke:#2a9d5c",
    "repartition": f"fill:#c77700,fill-opacity:0.14,stroke:#c77700,stroke-width:2px,{_DASHES}",
    "ends": "fill:#2f81d0,fill-opacity:0.14,stroke:#2f81d0",
    "step": "fill:#7d8896,fill-opacity:0.1,stroke:#7d8896",
    "key": "fill:#c77700,fill-opacity:0.14,stroke:#c77700",
    "state": "fill:#9165d6,fill-opacity:0.16,stroke:#9165d6",
    "part": "fill:#7d8896,fill-opacity:0.1,stroke:#7d8896",
    "idle": "fill:none,stroke:#7d8896,stroke-dasharray:2 4",
    "frame": "fill:#7d8896,fill-opacity:0.05,stroke:#7d8896",
    "note": "text-align:left,fill:none,stroke:none",
    "new": "stroke:#2a9d5c,stroke-width:3px",
    "gone": f"stroke:#d9534f,stroke-width:3px,{_DASHES}",
    "changed": "stroke-width:3px",
    "unsure": _DASHES,
}
_CHANGES: Final = {
    Change.NEW: "new",
    Change.GONE: "gone",
    Change.MOVED: "changed",
    Change.PROMOTED: "changed",
    Change.CHANGED: "changed",
}


@dataclass(frozen=True, slots=True)
class Flowchart:
    """A chart that GitHub draws, and what it shows."""

    chart: Chart
    text: str

    @property
    def is_overview(self) -> bool:
        """Whether sub-topologies stand in it as one card each."""
        return any(node.look is Kind.SUB_TOPOLOGY for node in self.chart.nodes)


def first_fitting(charts: Iterable[Chart], name: str, most_characters: int = MOST_CHARACTERS) -> Flowchart:
    """Write the first chart that GitHub draws; raises Undrawable when none is that small."""
    for one in charts:
        text = write(one, name)
        if len(one.edges) + _OWN_EDGES <= MOST_EDGES and length(text) <= most_characters:
            return Flowchart(one, text)
    raise Undrawable(f"No chart of this view has at most {most_characters:,} characters.")


def length(text: str) -> int:
    """Count characters as JavaScript does."""
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


def escape(shown: str) -> str:
    """Write a line of what can be seen so that it is text and nothing else wherever a quoted label is read."""
    shown = _READ_LATE.sub(rf"\g<0>{_NOTHING}", shown)
    first = len(shown) - len(shown.lstrip(INDENT))
    found = [char if char.isalnum() or char in _PLAIN else _numbered(char) for char in shown]
    if found and not (shown[first].isascii() and shown[first].isalpha()):
        found[first] = _numbered(shown[first])
    # What looks like an address becomes a link.
    return "".join(found).replace("www.", f"www{_numbered('.')}")


def write(chart: Chart, name: str) -> str:
    """Write a chart of the topology of this name as a flowchart, however large."""
    return "\n".join(_statements(chart, name)) + "\n"


def _numbered(char: str) -> str:
    return f"#{ord(char)};"


def _statements(chart: Chart, name: str) -> Iterator[str]:
    yield _SETTINGS
    yield "flowchart TD"
    yield from (f"  %% {escape(visible(note))}" for note in chart.notes)
    yield f"  accTitle: {escape(visible(f'{chart.title} of {name}'))}"
    yield f"  accDescr: {escape(visible(chart.description))}"
    if chart.notes:
        notes = (line.strip() for note in chart.notes for line in wrap_words(visible(note), NOTE_WRAP_AT))
        yield f'  note["{_label(notes)}"]'
    if not chart.nodes:
        yield '  empty["There is nothing to draw."]'
    for frame in chart.frames:
        yield from _frame(frame, chart)
    framed = {frame.id for frame in chart.frames}
    yield from (f"  {_node(node)}" for node in chart.nodes if node.frame not in framed)
    yield from (f"  {_edge(edge)}" for edge in chart.edges)
    yield from (f"  {one} ~~~ {other}" for one, other in pairwise(_below_each_other(chart)))
    yield from _classes(chart)


def _below_each_other(chart: Chart) -> Iterator[str]:
    """Name what stands from top to bottom though no line leads there: notes, and the sides of a comparison."""
    if chart.notes:
        yield "note"
    first = next((node.frame or node.id for node in chart.nodes), "empty")
    yield from [frame.id for frame in chart.frames] if chart.is_compared else [first]


def _frame(frame: Frame, chart: Chart) -> Iterator[str]:
    title = visible(frame.title)
    inside = {node.id for node in chart.nodes if node.frame == frame.id}
    # Mermaid writes titles in the middle, where lines come in: this moves them to the left.
    if any(edge.head in inside and edge.tail not in inside for edge in chart.edges):
        title += _SPACE * (_SPACES_TO_A_LETTER * len(title))
    yield f'  subgraph {frame.id}["{escape(title)}"]'
    # Mermaid turns a frame that nothing leads into or out of.
    yield "    direction TB"
    yield from (f"    {_node(node)}" for node in chart.nodes if node.frame == frame.id)
    yield "  end"


def _node(node: Node) -> str:
    before, after = _SHAPES.get(node.look, ("[", "]"))
    return f'{node.id}{before}"{_label(node.lines(WRAP_AT))}"{after}'


def _label(lines: Iterable[str]) -> str:
    return "<br/>".join(map(escape, lines))


def _edge(edge: Edge) -> str:
    return f"{edge.tail} {'-.-' if edge.uses else '-->'} {edge.head}"


def _classes(chart: Chart) -> Iterator[str]:
    members: dict[str, list[str]] = {}
    for node in chart.nodes:
        members.setdefault(_CLASSES[node.look], []).append(node.id)
        if node.change in _CHANGES:
            members.setdefault(_CHANGES[node.change], []).append(node.id)
        if node.is_unsure:
            members.setdefault("unsure", []).append(node.id)
    if chart.frames:
        members["frame"] = [frame.id for frame in chart.frames]
    if chart.notes:
        members["note"] = ["note"]
    for name in _STYLES:
        if name in members:
            yield f"  classDef {name} {_LEFT if name in _CLASSES.values() else ''}{_STYLES[name]}"
            yield f"  class {','.join(members[name])} {name}"
