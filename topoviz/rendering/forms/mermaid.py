"""A view as a Mermaid flowchart that GitHub draws."""

from __future__ import annotations

from itertools import chain

from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.forms.chart_of_view import chart_of, smaller_charts
from topoviz.rendering.forms.flowchart import MOST_CHARACTERS, REASON, Flowchart, first_fitting
from topoviz.rendering.views import View


def to_mermaid(analyzed: AnalyzedTopology, view: View) -> str:
    """Write a view as a flowchart within GitHub's limits; what is too large is folded more, and says so.

    Raises Undrawable when there is no such view.
    """
    return fitting(analyzed, view).text


def fitting(
    analyzed: AnalyzedTopology, view: View, most_characters: int = MOST_CHARACTERS, reason: str = REASON
) -> Flowchart:
    """Write as much of a view as GitHub draws, or fewer characters, for which `reason` is a sentence.

    Raises Undrawable as `to_mermaid` does, and when nothing is that small.
    """
    chart = chart_of(analyzed, view)
    return first_fitting(chain((chart,), smaller_charts(analyzed, view, reason)), analyzed.name, most_characters)
