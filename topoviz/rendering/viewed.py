"""What a view shows of a topology, as a picture without places and as cards; drawing it comes after.

What is too large to read at once is shown as the overview, with one card for each sub-topology, and says so.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from topoviz.engine.optimizer.optimizer import Optimized
from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.around import around
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import FOLDED, Cards, Level
from topoviz.rendering.comparison_picture import compare_plans
from topoviz.rendering.lettering import visible
from topoviz.rendering.limits import OVERVIEW_ABOVE
from topoviz.rendering.picture import Comparison, Picture, Undrawable
from topoviz.rendering.plan_picture import draw_plan
from topoviz.rendering.topology_picture import draw_sub_topology, draw_topology, scene_of
from topoviz.rendering.views import View, ViewName

OPEN_ONE: Final = "Open one to see its steps."
"""What to do with an overview, for those who can press something in it."""

_WITH_OVERVIEW: Final = frozenset({ViewName.PLAN, ViewName.PLAN_OPTIMIZED, ViewName.TOPOLOGY})


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
    """Give the plans; raises Undrawable where there is none."""
    if analyzed.optimized is None:
        raise Undrawable(
            f"{analyzed.why_no_plan} Draw the topology (view topology)."
            if analyzed.topology is not None
            else "Kafka Streams would refuse this program before there is a plan to draw. Mend what the error says."
        )
    return analyzed.optimized


def _finished(optimized: Optimized) -> Optimized:
    """Give the plans, the last one among them; raises Undrawable where Kafka Streams refuses it before."""
    if optimized.refusal is not None:
        raise Undrawable(
            "Kafka Streams would refuse this program while it optimizes, so there is no plan after that. "
            "Draw the plan before optimization (view plan)."
        )
    return optimized


def _overview(picture: Picture, view: View, *reasons: str) -> Cards:
    cards = fold(picture, replace(view.folding, is_whole=False, level=Level.OVERVIEW))
    return replace(cards, title="Overview of the topology", notes=(*reasons, *cards.notes))
