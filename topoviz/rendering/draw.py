"""From a topology and a view to a drawing: what there is, folded into cards, measured, arranged and written as SVG.

What is too large to read at once is drawn as the overview, with one card for each sub-topology, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from topoviz.engine.optimizer.optimizer import Optimized
from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.around import around
from topoviz.rendering.cards.compared import fold_comparison, united
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.ground import ground_of
from topoviz.rendering.cards.measure import NO_SIZE, Measured, measure
from topoviz.rendering.cards.model import FOLDED, Cards, Level
from topoviz.rendering.comparison_picture import compare_plans
from topoviz.rendering.dot import to_dot
from topoviz.rendering.legend import legend_for, legend_panel, whole_legend
from topoviz.rendering.lettering import visible, wrap_words
from topoviz.rendering.limits import MAX_BOXES, MAX_TIES, OVERVIEW_ABOVE
from topoviz.rendering.picture import Comparison, Picture, Undrawable
from topoviz.rendering.places import model as places
from topoviz.rendering.places.arrange import arrange
from topoviz.rendering.places.graphviz import TooMuch
from topoviz.rendering.places.model import Size
from topoviz.rendering.plan_picture import draw_plan
from topoviz.rendering.style import Theme
from topoviz.rendering.svg.sheet import MARGIN, Panel, Sheet, to_svg
from topoviz.rendering.topology_picture import draw_sub_topology, draw_topology, scene_of
from topoviz.rendering.views import View, ViewName

NARROWEST_NOTE, WIDEST_NOTE = 40, 90
LETTER: Final = 7.0
"""Pixels that a letter of a note takes, about."""

OPEN_ONE: Final = "Open one to see its steps."
"""What to do with an overview, for those who can press something in it."""


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
    sheet = sheet_of(analyzed, view, with_legend=with_legend)
    return to_svg(sheet, theme=theme, prefix=prefix, with_style=with_style)


def sheet_of(analyzed: AnalyzedTopology, view: View, *, with_legend: bool = True) -> Sheet:
    """Give everything that a view shows its place; raises Undrawable as `draw` does."""
    if view.name is ViewName.BEFORE_AFTER:
        shown = compare_plans(_finished(_optimized(analyzed)), analyzed.optimization.text)
        return sheet_with(shown, _placed_alike(shown, view), view.panel, with_legend=with_legend)
    if view.name is ViewName.LEGEND:
        explained = whole_legend()
        return Sheet(explained.title, explained.description, (placed(Cards("", "", ()), view.panel),),
                     legend=legend_panel(explained))  # fmt: skip
    panel = _panel_of(analyzed, view)
    return sheet_with(panel.cards, (panel,), view.panel, with_legend=with_legend)


def dot_of(analyzed: AnalyzedTopology, view: View) -> str:
    """Write one view of a topology as DOT, with labels and nothing folded; nothing is laid out for that."""
    shown = picture_of(analyzed, view)
    return to_dot(united(shown) if isinstance(shown, Comparison) else shown)


def cards_of(analyzed: AnalyzedTopology, view: View) -> Cards:
    """Say what a view shows at once; raises Undrawable when there is no such thing."""
    picture = picture_of(analyzed, view)
    assert isinstance(picture, Picture), "a comparison has two"
    if view.name is ViewName.OVERVIEW:
        return _overview(picture, view)
    if view.name is ViewName.TOPOLOGY and not view.is_whole and len(picture.groups) > 1:
        # What is opened changes nothing about this: else the picture would be another one after one click.
        count = _count_of_all(picture)
        if count > OVERVIEW_ABOVE:
            reason = (
                f"All of it would be {count:,} cards, too many to read at once, so each sub-topology is one here. "
                f"{OPEN_ONE}"
            )
            return _overview(picture, view, reason)
    return _around(picture, view) if view.name is ViewName.AROUND else fold(picture, view.folding)


def overview_of(analyzed: AnalyzedTopology, view: View, *reasons: str) -> Cards | None:
    """Give the overview to show instead of a view that is too large; nothing where there is none, or no larger view."""
    if analyzed.topology is None or view.name not in _WITH_OVERVIEW:
        return None
    return _overview(draw_topology(scene_of(analyzed)), view, *reasons)


def _around(picture: Picture, view: View) -> Cards:
    """Fold what is around something, but not that itself; nobody opened it, so nothing folds it again."""
    cards = fold(picture, replace(view.folding, shown=view.opened | {view.centre}))
    own = {view.centre} - view.opened
    return replace(cards, cards=tuple(replace(card, opened=card.opened - own) for card in cards.cards))


def picture_of(analyzed: AnalyzedTopology, view: View) -> Picture | Comparison:
    """Say what there is to see in a view, with nothing folded; raises Undrawable when there is no such thing."""
    match view.name:
        case ViewName.PLAN:
            return draw_plan(_optimized(analyzed).before, "Plan before optimization")
        case ViewName.PLAN_OPTIMIZED:
            plan = _finished(_optimized(analyzed)).plan
            return draw_plan(plan, f"Plan, topology.optimization = {visible(analyzed.optimization.text)}")
        case ViewName.BEFORE_AFTER:
            return compare_plans(_finished(_optimized(analyzed)), analyzed.optimization.text)
        case ViewName.TOPOLOGY | ViewName.OVERVIEW:
            return draw_topology(scene_of(analyzed))
        case ViewName.SUB_TOPOLOGY:
            assert view.number is not None
            return draw_sub_topology(scene_of(analyzed), view.number)
        case ViewName.AROUND:
            return around(_all_around(analyzed, view.centre), view.centre, view.steps)
        case ViewName.LEGEND:
            raise Undrawable("A legend has nothing to fold.")


@lru_cache(maxsize=8)
def _count_of_all(picture: Picture) -> int:
    """Count the cards of a picture in which nothing is opened; each step in a large one asks for it again."""
    return len(fold(picture, FOLDED).cards)


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


def _overview(picture: Picture, view: View, *reasons: str) -> Cards:
    cards = fold(picture, replace(view.folding, is_whole=False, level=Level.OVERVIEW))
    return replace(cards, title="Overview of the topology", notes=(*reasons, *cards.notes))


def _panel_of(analyzed: AnalyzedTopology, view: View) -> Panel:
    """Place what a view shows; the overview instead, with the reason, where that is too much for Graphviz."""
    try:
        return placed(cards_of(analyzed, view), view.panel)
    except TooMuch as error:
        overview = overview_of(analyzed, view, f"{error} This is the overview instead.")
        if overview is None:
            raise
        return placed(overview, view.panel)


_WITH_OVERVIEW: Final = frozenset({ViewName.PLAN, ViewName.PLAN_OPTIMIZED, ViewName.TOPOLOGY})


def placed(cards: Cards, panel: places.Panel, least: Size = NO_SIZE) -> Panel:
    """Measure cards, each at least so large, and give each its place; raises Undrawable when they are too many."""
    _refuse_too_much(cards)
    measures = {card.key: measure(card, least) for card in cards.cards}
    return arranged(cards, measures, panel)


def arranged(cards: Cards, measures: Mapping[str, Measured], panel: places.Panel) -> Panel:
    """Give cards that are measured their places."""
    sizes = {key: measured.size for key, measured in measures.items()}
    return Panel(cards, measures, arrange(ground_of(cards, sizes), panel))


def _placed_alike(shown: Comparison, view: View) -> tuple[Panel, ...]:
    """Place two pictures as one, so that what is in both stands in the same place."""
    folded = fold_comparison(shown, view.folding)
    _refuse_too_much(folded.both)
    sides = (folded.before, folded.after)
    needed = [{card.key: measure(card).size for card in side.cards} for side in sides]
    sizes = {
        card.key: needed[0].get(card.key, NO_SIZE).at_least(needed[1].get(card.key, NO_SIZE))
        for card in folded.both.cards
    }
    arrangement = arrange(ground_of(folded.both, sizes), view.panel)
    ways = dict(zip(folded.both.links, arrangement.ways, strict=True))
    return tuple(
        Panel(
            side,
            {card.key: measure(card, sizes[card.key]) for card in side.cards},
            replace(arrangement, ways=tuple(ways[link] for link in side.links)),
            heading,
        )
        for side, heading in zip(sides, (shown.before_heading, shown.after_heading), strict=True)
    )


def _refuse_too_much(cards: Cards) -> None:
    for count, limit, what in ((len(cards.cards), MAX_BOXES, "cards"), (len(cards.links), MAX_TIES, "lines")):
        if count > limit:
            raise TooMuch(f"This picture would have {count:,} {what}; the limit is {limit:,}.")


def sheet_with(
    shown: Cards | Comparison, panels: tuple[Panel, ...], place: places.Panel, *, with_legend: bool = True
) -> Sheet:
    """Put panels on one sheet, with the notes of what is shown and a legend."""
    width = max(place.size.width - 2 * MARGIN, sum(panel.arrangement.size.width for panel in panels))
    cards = [panel.cards for panel in panels]
    is_empty = not any(one.cards for one in cards)
    legend = legend_panel(legend_for(cards), width) if with_legend and not is_empty else None
    at = max(NARROWEST_NOTE, min(WIDEST_NOTE, int((place.size.width - 2 * MARGIN) / LETTER)))
    empty = ("There is nothing to draw: no topic is read here.",) if is_empty else ()
    notes = tuple(line for note in (*shown.notes, *empty) for line in wrap_words(note, at))
    return Sheet(shown.title, shown.description, panels, notes, legend, is_for_phone=place is places.Panel.PHONE)
