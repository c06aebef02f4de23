"""Before and after, drawn in the old way: every box by itself, laid out by Graphviz at once."""

from __future__ import annotations

from typing import Final

from topoviz.rendering.dot import sizes_of, united
from topoviz.rendering.layout import lay_out
from topoviz.rendering.lettering import wrap
from topoviz.rendering.old_legend import LEGEND_WIDTH, lay_out_legend, legend_for
from topoviz.rendering.old_svg import Panel, Sheet, to_svg
from topoviz.rendering.picture import Comparison
from topoviz.rendering.style import Theme

NOTE_WRAP_AT: Final = 90


def draw_comparison(shown: Comparison, *, theme: Theme, prefix: str | None, with_legend: bool, with_style: bool) -> str:
    """Draw two pictures beside each other; raises Undrawable."""
    panels = _panels(shown)
    legend = None
    is_empty = not (shown.before.boxes or shown.after.boxes)
    if with_legend and not is_empty:
        explained = legend_for(shown)
        widths = [panel.layout.size.width for panel in panels]
        legend = Panel(explained, lay_out_legend(explained, max(LEGEND_WIDTH, sum(widths))))
    empty = ("There is nothing in it.",) if is_empty else ()
    notes = tuple(line for note in (*shown.notes, *empty) for line in wrap(note, NOTE_WRAP_AT))
    sheet = Sheet(shown.title, shown.description, panels, notes, legend)
    return to_svg(sheet, theme=theme, prefix=prefix, with_style=with_style)


def _panels(shown: Comparison) -> tuple[Panel, ...]:
    both = united(shown)
    layout = lay_out(both, sizes_of(shown.before, shown.after))
    curves = {tie: layout.curves[index] for index, tie in enumerate(both.ties)}
    panels = []
    for picture, heading in ((shown.before, shown.before_heading), (shown.after, shown.after_heading)):
        own = {index: curves[tie] for index, tie in enumerate(picture.ties)}
        panels.append(Panel(picture, layout.with_curves(own), heading))
    return tuple(panels)
