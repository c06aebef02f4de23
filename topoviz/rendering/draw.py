"""From a topology and a view to a drawing: what is shown, measured, arranged and written as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.cards.compared import fold_comparison, united
from topoviz.rendering.cards.ground import ground_of
from topoviz.rendering.cards.measure import NO_SIZE, Measured, measure
from topoviz.rendering.cards.model import Cards
from topoviz.rendering.dot import to_dot
from topoviz.rendering.legend import legend_for, legend_panel, whole_legend
from topoviz.rendering.lettering import wrap_words
from topoviz.rendering.limits import MAX_BOXES, MAX_TIES
from topoviz.rendering.picture import Comparison
from topoviz.rendering.places import model as places
from topoviz.rendering.places.arrange import arrange
from topoviz.rendering.places.graphviz import TooMuch
from topoviz.rendering.places.model import Size
from topoviz.rendering.style import Theme
from topoviz.rendering.svg.sheet import MARGIN, Panel, Sheet, to_svg
from topoviz.rendering.viewed import cards_of, overview_of, picture_of
from topoviz.rendering.views import View, ViewName

NARROWEST_NOTE, WIDEST_NOTE = 40, 90
LETTER: Final = 7.0
"""Pixels that a letter of a note takes, about."""


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
        shown = picture_of(analyzed, view)
        assert isinstance(shown, Comparison), "this view has two pictures"
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


# --- sheets -----------------------------------------------------------------------------------------------------------


def _panel_of(analyzed: AnalyzedTopology, view: View) -> Panel:
    """Place what a view shows; the overview instead, with the reason, where that is too much for Graphviz."""
    try:
        return placed(cards_of(analyzed, view), view.panel)
    except TooMuch as error:
        overview = overview_of(analyzed, view, f"{error} This is the overview instead.")
        if overview is None:
            raise
        return placed(overview, view.panel)


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
    has_legend = with_legend and not is_empty and place is not places.Panel.CARD
    legend = legend_panel(legend_for(cards), width) if has_legend else None
    at = max(NARROWEST_NOTE, min(WIDEST_NOTE, int((place.size.width - 2 * MARGIN) / LETTER)))
    empty = ("There is nothing to draw: no topic is read here.",) if is_empty else ()
    notes = tuple(line for note in (*shown.notes, *empty) for line in wrap_words(note, at))
    return Sheet(shown.title, shown.description, panels, notes, legend, is_for_phone=place is places.Panel.PHONE)
