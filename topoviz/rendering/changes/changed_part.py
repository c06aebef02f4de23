"""What changes in a topology and what stands beside it, as a chart for a pull request: few things at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.changes.compare import Change
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import STORES, TOPICS
from topoviz.rendering.changes.beside import beside
from topoviz.rendering.changes.overlaid import changed_keys, overlaid
from topoviz.rendering.forms.chart import Chart, with_note
from topoviz.rendering.forms.chart_of_view import chart_of_cards
from topoviz.rendering.picture import Picture
from topoviz.rendering.words import counted

MOST_CHANGED: Final = 30
MOST_SHOWN: Final = 45
MOST_EDGES: Final = 90


def changed_part(change: Change) -> Chart | None:
    """Draw what changes with the steps beside it; None where only numbers of names do.

    Where that is too much, stores and topics come first.
    """
    picture = overlaid(change)
    changed = changed_keys(picture)
    if not changed:
        return None
    first = sorted(changed, key=lambda key: _comes_later(picture, key))[:MOST_CHANGED]
    chart = chart_of_cards(fold(beside(picture, first)))
    kept = _first_nodes(chart, first)
    edges = [edge for edge in chart.edges if edge.tail in kept and edge.head in kept]
    share = f"{counted(len(changed), 'thing')} of {len(picture.boxes):,}"
    shown = replace(
        chart,
        description=f"What changes, with the steps beside it: {share}.",
        nodes=tuple(node for node in chart.nodes if node.id in kept),
        edges=tuple(edges[:MOST_EDGES]),
        notes=(),
    )
    used = {node.frame for node in shown.nodes}
    shown = replace(shown, frames=tuple(frame for frame in shown.frames if frame.id in used))
    if len(edges) > MOST_EDGES:
        shown = with_note(shown, f"{len(edges) - MOST_EDGES:,} lines are not shown.")
    if len(changed) > len(first):
        shown = with_note(shown, f"{len(changed) - len(first):,} more things change than are shown.")
    return shown


def _comes_later(picture: Picture, key: str) -> int:
    kind = picture.by_key[key].kind
    return 0 if kind in STORES else 1 if kind in TOPICS else 2


def _first_nodes(chart: Chart, first: list[str]) -> set[str]:
    """Keep as many as can be read: what changes, then what stands beside it."""
    changed = set(first)
    in_order = sorted(chart.nodes, key=lambda node: node.id not in changed)
    return {node.id for node in in_order[:MOST_SHOWN]}
