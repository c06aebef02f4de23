"""What forms without places write: nodes of a few lines of words, edges and frames; too many of them become fewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from topoviz.rendering.lettering import visible, wrap_evenly
from topoviz.rendering.picture import Change, Kind

MOST_ROWS_OF_FEWER: Final = 2
"""Rows of a node in a chart that says less."""

INDENT: Final = "\u00a0" * 3
"""Spaces that no reader of a text takes away; names have none, for they are shown as escapes."""

KIND_WORDS: Final = {
    Kind.TOPIC: "topic",
    Kind.REPARTITION: "repartition topic",
    Kind.STORE: "state store",
    Kind.GLOBAL_STORE: "global store",
}
CHANGE_WORDS: Final = {
    Change.NEW: " (new)",
    Change.GONE: " (gone)",
    Change.MOVED: " (moved)",
    Change.PROMOTED: " (promoted)",
    Change.CHANGED: " (changed)",
}


@dataclass(frozen=True, slots=True)
class Node:
    """A card as rows of words, of one or more lines each; `id` is made by us, of letters and digits alone.

    `frame` is the id of its frame.
    """

    id: str
    look: Kind
    rows: tuple[tuple[str, ...], ...]
    frame: str | None = None
    change: Change = Change.NONE
    is_unsure: bool = False

    def lines(self, wrap_at: int) -> Iterator[str]:
        """Give its lines with at most so many characters; what goes on with a row begins with INDENT."""
        indent = INDENT if len(self.rows) > 1 else ""
        for row in self.rows:
            parts = [part for line in row for part in wrap_evenly(visible(line), wrap_at)]
            yield parts[0].strip()
            yield from (f"{indent}{part.strip()}" for part in parts[1:])


@dataclass(frozen=True, slots=True)
class Edge:
    """Records flow from one node to another; with `uses` the head uses a store that stands in the tail."""

    tail: str
    head: str
    uses: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A sub-topology, or one side of a comparison."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What a view shows, in a fixed order. `notes` are sentences, such as what is not shown.

    In a comparison the frames are its sides.
    """

    title: str
    description: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    frames: tuple[Frame, ...] = ()
    notes: tuple[str, ...] = ()
    is_compared: bool = False


def with_less(chart: Chart) -> Iterator[Chart]:
    """Give a chart with fewer rows, and then with fewer and fewer nodes."""
    last = with_fewer_rows(chart)
    count = len(last.nodes)
    yield last
    while count:
        count = count * 3 // 4
        yield _first_nodes(last, count)


def with_fewer_rows(chart: Chart, most: int = MOST_ROWS_OF_FEWER) -> Chart:
    """Write only the first rows of each node, and how many there are more."""
    return replace(chart, nodes=tuple(replace(node, rows=_first_rows(node.rows, most)) for node in chart.nodes))


def _first_rows(rows: tuple[tuple[str, ...], ...], most: int) -> tuple[tuple[str, ...], ...]:
    return rows if len(rows) <= most + 1 else (*rows[:most], (f"… {len(rows) - most} more lines",))


def _first_nodes(chart: Chart, count: int) -> Chart:
    """Show the first nodes only, and say how many are not shown."""
    nodes = chart.nodes[:count]
    known = {node.id for node in nodes}
    edges = tuple(edge for edge in chart.edges if edge.tail in known and edge.head in known)
    shown = replace(chart, nodes=nodes, edges=edges)
    return with_note(shown, f"Only the first {count:,} of {len(chart.nodes):,} cards are shown.")


def with_note(chart: Chart, note: str) -> Chart:
    """Say something first."""
    return replace(chart, notes=(note, *chart.notes))
