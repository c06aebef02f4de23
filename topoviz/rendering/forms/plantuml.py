"""A view as a PlantUML deployment diagram, folded as the view is.

Ids are made by us. The user's text stands in quoted labels alone, where every character that might mean something to
PlantUML, its preprocessor or its Creole is written as its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.forms.chart import Chart, Edge, Node
from topoviz.rendering.forms.chart_of_view import chart_of
from topoviz.rendering.lettering import visible, wrap_words
from topoviz.rendering.picture import Kind
from topoviz.rendering.style import Theme, colour, fill_of, line_of, width_of
from topoviz.rendering.views import View

WRAP_AT: Final = 40
NOTE_WRAP_AT: Final = 80

_PLAIN: Final = frozenset(" .,-_()+?:·×…→−")
"""Besides letters and digits, what means nothing when it stands alone inside a line."""

_SHAPES: Final = {
    Kind.TOPIC: "queue",
    Kind.REPARTITION: "queue",
    Kind.STORE: "database",
    Kind.GLOBAL_STORE: "database",
}
_LOOK: Final = (
    "skinparam defaultTextAlignment left",
    "skinparam roundCorner 8",
    "skinparam shadowing false",
    "skinparam rectangleBorderThickness 1",
)


def to_plantuml(analyzed: AnalyzedTopology, view: View) -> str:
    """Write a view for PlantUML; raises Undrawable when there is no such view."""
    return write(chart_of(analyzed, view), analyzed.name)


def write(chart: Chart, name: str) -> str:
    """Write a chart of the topology of this name."""
    return "\n".join(_lines(chart, name)) + "\n"


def escape(shown: str) -> str:
    """Write a line of what can be seen so that it is text and nothing else inside quotes."""
    found: list[str] = []
    before = ""
    # PlantUML writes SVG that no reader takes where these three stand together.
    for char in shown.replace("]]>", "]]\u200b>"):
        # Most signs of Creole are two of a kind, or stand first.
        is_plain = char.isalnum() or char == " " or (char in _PLAIN and before not in ("", " ", char))
        found.append(char if is_plain and (before or char != " ") else f"<U+{ord(char):04X}>")
        before = char
    return "".join(found)


def _lines(chart: Chart, name: str) -> Iterator[str]:
    yield "@startuml"
    yield from _LOOK
    yield f'title "{escape(visible(f"{chart.title} of {name}"))}"'
    if chart.notes:
        yield "legend top left"
        yield from (escape(line.strip()) for note in chart.notes for line in wrap_words(visible(note), NOTE_WRAP_AT))
        yield "end legend"
    for frame in chart.frames:
        yield f'rectangle "{escape(visible(frame.title))}" as {frame.id} {_colours("group", "group-line")} {{'
        yield from (f"  {_node(node)}" for node in chart.nodes if node.frame == frame.id)
        yield "}"
    yield from (_node(node) for node in chart.nodes if node.frame is None)
    yield from map(_edge, chart.edges)
    yield "@enduml"


def _node(node: Node) -> str:
    label = "\\n".join(map(escape, node.lines(WRAP_AT)))
    colours = _colours(fill_of(node.look, node.change), line_of(node.look, node.change))
    is_dashed = node.is_unsure or node.look in (Kind.REPARTITION, Kind.IDLE_THREAD)
    dashes = ";line.dashed" if is_dashed else ";line.bold" if width_of(node.look, node.change) > 2 else ""
    return f'{_SHAPES.get(node.look, "rectangle")} "{label}" as {node.id} {colours}{dashes}'


def _colours(fill: str, line: str) -> str:
    """Give light colours, for PlantUML's own paper is white."""
    return f"{colour(fill, Theme.LIGHT)};line:{colour(line, Theme.LIGHT)[1:]};text:{colour('ink', Theme.LIGHT)[1:]}"


def _edge(edge: Edge) -> str:
    return f"{edge.tail} {'..' if edge.uses else '-->'} {edge.head}"
