"""From a topology and the name of a view to a drawing.

What is too large for a view is drawn one level up, as the overview, and says so.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.optimizer.optimizer import Optimized
from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.around import around
from topoviz.rendering.comparison_picture import compare_plans
from topoviz.rendering.dot import sizes_of, to_dot, united
from topoviz.rendering.layout import lay_out
from topoviz.rendering.lettering import visible, wrap
from topoviz.rendering.limits import OVERVIEW_ABOVE
from topoviz.rendering.old_legend import LEGEND_WIDTH, lay_out_legend, legend_for, whole_legend
from topoviz.rendering.old_svg import Panel, Sheet, to_svg
from topoviz.rendering.overview_picture import draw_overview
from topoviz.rendering.picture import Comparison, Picture, Undrawable
from topoviz.rendering.places.graphviz import TooMuch
from topoviz.rendering.plan_picture import draw_plan
from topoviz.rendering.style import Theme
from topoviz.rendering.topology_picture import draw_sub_topology, draw_topology, scene_of
from topoviz.rendering.views import View, ViewName
from topoviz.rendering.views import parse_view as parse_view

NOTE_WRAP_AT: Final = 90


def draw(
    analyzed: AnalyzedTopology,
    view: View,
    *,
    theme: Theme = Theme.AUTO,
    prefix: str | None = None,
    with_legend: bool = True,
    with_style: bool = True,
) -> str:
    """Draw one view of a topology as SVG; raises Undrawable with a sentence when there is none to draw."""
    shown = picture_of(analyzed, view)
    try:
        sheet = _sheet(shown, with_legend=with_legend)
    except TooMuch as error:
        if analyzed.topology is None or view.name not in _WITH_OVERVIEW:
            raise
        reason = f"{error} This is the overview instead."
        sheet = _sheet(draw_overview(scene_of(analyzed), reason), with_legend=with_legend)
    return to_svg(sheet, theme=theme, prefix=prefix, with_style=with_style)


def dot_of(analyzed: AnalyzedTopology, view: View) -> str:
    """Write one view of a topology as DOT, with labels; nothing is laid out for that."""
    shown = picture_of(analyzed, view)
    if isinstance(shown, Comparison):
        return to_dot(united(shown), sizes_of(shown.before, shown.after))
    return to_dot(shown)


def picture_of(analyzed: AnalyzedTopology, view: View) -> Picture | Comparison:
    """Say what a view of a topology shows; raises Undrawable when there is no such thing."""
    shown = _whole_picture(analyzed, view)
    boxes = max(len(one.boxes) for one in _pictures(shown))
    if boxes <= OVERVIEW_ABOVE or analyzed.topology is None or view.name not in _WITH_OVERVIEW:
        return shown
    reason = (
        f"This view has {boxes:,} boxes, too many to read at once, so this is the overview: "
        "one box for each sub-topology. Draw one by itself (view sub-topology:NUMBER)."
    )
    return draw_overview(scene_of(analyzed), reason)


_WITH_OVERVIEW: Final = frozenset({ViewName.PLAN, ViewName.PLAN_OPTIMIZED, ViewName.BEFORE_AFTER, ViewName.TOPOLOGY})


def _whole_picture(analyzed: AnalyzedTopology, view: View) -> Picture | Comparison:
    match view.name:
        case ViewName.PLAN:
            return draw_plan(_optimized(analyzed).before, "Plan before optimization")
        case ViewName.PLAN_OPTIMIZED:
            plan = _finished(_optimized(analyzed)).plan
            return draw_plan(plan, f"Plan, topology.optimization = {visible(analyzed.optimization.text)}")
        case ViewName.BEFORE_AFTER:
            return compare_plans(_finished(_optimized(analyzed)), analyzed.optimization.text)
        case ViewName.TOPOLOGY:
            return draw_topology(scene_of(analyzed))
        case ViewName.OVERVIEW:
            return draw_overview(scene_of(analyzed), "One box for each sub-topology.")
        case ViewName.SUB_TOPOLOGY:
            assert view.number is not None
            return draw_sub_topology(scene_of(analyzed), view.number)
        case ViewName.AROUND:
            return around(_all_around(analyzed, view.centre), view.centre, view.steps)
        case ViewName.LEGEND:
            return whole_legend()


def _all_around(analyzed: AnalyzedTopology, key: str) -> Picture:
    """Draw all that something stands in: a plan for its operators, the last one that has it; else the topology."""
    if not key.startswith("p"):
        return draw_topology(scene_of(analyzed))
    optimized = _optimized(analyzed)
    plans = (optimized.before,) if optimized.refusal is not None else (optimized.plan, optimized.before)
    drawn = [draw_plan(plan, "Plan") for plan in plans]
    return next((one for one in drawn if key in one.by_key), drawn[0])


def _optimized(analyzed: AnalyzedTopology) -> Optimized:
    if analyzed.optimized is None:
        raise Undrawable(
            f"{analyzed.why_no_plan} Draw the topology (view topology)."
            if analyzed.topology is not None
            else "Kafka Streams would refuse this program before there is a plan to draw. Mend what the error says."
        )
    return analyzed.optimized


def _finished(optimized: Optimized) -> Optimized:
    if optimized.refusal is not None:
        raise Undrawable(
            "Kafka Streams would refuse this program while it optimizes, so there is no plan after that. "
            "Draw the plan before optimization (view plan)."
        )
    return optimized


# --- sheets -----------------------------------------------------------------------------------------------------------


def _pictures(shown: Picture | Comparison) -> tuple[Picture, ...]:
    return (shown.before, shown.after) if isinstance(shown, Comparison) else (shown,)


def _sheet(shown: Picture | Comparison, *, with_legend: bool) -> Sheet:
    if shown.title == "Legend":
        assert isinstance(shown, Picture)
        return Sheet(shown.title, shown.description, (Panel(shown, lay_out_legend(shown)),))
    panels = _panels(shown)
    legend = None
    if with_legend and any(picture.boxes for picture in _pictures(shown)):
        explained = legend_for(shown)
        widths = [panel.layout.size.width for panel in panels]
        legend = Panel(explained, lay_out_legend(explained, max(LEGEND_WIDTH, sum(widths))))
    empty = () if any(picture.boxes for picture in _pictures(shown)) else ("There is nothing in it.",)
    notes = tuple(line for note in (*shown.notes, *empty) for line in wrap(note, NOTE_WRAP_AT))
    return Sheet(shown.title, shown.description, panels, notes, legend)


def _panels(shown: Picture | Comparison) -> tuple[Panel, ...]:
    if isinstance(shown, Picture):
        return (Panel(shown, lay_out(shown)),)
    both = united(shown)
    layout = lay_out(both, sizes_of(shown.before, shown.after))
    curves = {tie: layout.curves[index] for index, tie in enumerate(both.ties)}
    panels = []
    for picture, heading in ((shown.before, shown.before_heading), (shown.after, shown.after_heading)):
        own = {index: curves[tie] for index, tie in enumerate(picture.ties)}
        panels.append(Panel(picture, layout.with_curves(own), heading))
    return tuple(panels)
