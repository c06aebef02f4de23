"""From a change and a view to what goes on a sheet, and to the files of all forms.

A large topology is not drawn as a whole: what changes stands there with the steps beside it, else, where that is too
much too, each sub-topology is one card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from topoviz.engine.changes.compare import Change
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import FOLDED, Cards, Folding, Level
from topoviz.rendering.changes.beside import beside
from topoviz.rendering.changes.overlaid import alone, changed_keys, overlaid
from topoviz.rendering.changes.views import ChangeView, ChangeViewName
from topoviz.rendering.dot import to_dot
from topoviz.rendering.draw import placed, sheet_with
from topoviz.rendering.forms.chart import Chart, with_less, with_note
from topoviz.rendering.forms.chart_of_view import chart_of_cards
from topoviz.rendering.forms.excalidraw import write_sheet
from topoviz.rendering.forms.flowchart import REASON, Flowchart, first_fitting
from topoviz.rendering.forms.markdown import under_heading
from topoviz.rendering.forms.model import Form
from topoviz.rendering.forms.pdf import to_pdf
from topoviz.rendering.forms.plantuml import write as write_plantuml
from topoviz.rendering.limits import LESS, OVERVIEW_ABOVE
from topoviz.rendering.picture import Picture, Undrawable
from topoviz.rendering.places.graphviz import TooMuch
from topoviz.rendering.png import to_png
from topoviz.rendering.style import Theme
from topoviz.rendering.svg.font import with_font
from topoviz.rendering.svg.sheet import Sheet, to_svg
from topoviz.rendering.viewed import OPEN_ONE


def write_change(change: Change, view: ChangeView, form: Form, theme: Theme = Theme.AUTO) -> bytes:
    """Give the file of a view in a form; raises Undrawable with a sentence when there is none."""
    try:
        return _WRITERS[form](change, view.plain(form), theme)
    except Undrawable as error:
        is_least = view.name is ChangeViewName.CHANGES
        less = "Open less." if is_least else f"Draw what changes alone (view {ChangeViewName.CHANGES})."
        raise Undrawable(str(error).replace(LESS, less)) from error


def sheet_of(change: Change, view: ChangeView) -> Sheet:
    """Give everything that a view shows its place; raises Undrawable."""
    panel = view.shown.panel
    try:
        shown = placed(cards_of(change, view), panel)
    except TooMuch as error:
        reason = f"{str(error).removesuffix(LESS).strip()} Each sub-topology is one card instead. {OPEN_ONE}"
        shown = placed(_overview(picture_of(change, view), view.folding, reason), panel)
    return sheet_with(shown.cards, (shown,), panel)


def picture_of(change: Change, view: ChangeView) -> Picture:
    """Say what there is to see in a view, with nothing folded; raises Undrawable where a version is refused."""
    match view.name:
        case ChangeViewName.OLD:
            return alone(change, is_old=True)
        case ChangeViewName.NEW:
            return alone(change, is_old=False)
        case _:
            return overlaid(change)


def cards_of(change: Change, view: ChangeView) -> Cards:
    """Say what a view shows at once; raises Undrawable."""
    picture, folding = picture_of(change, view), view.folding
    if view.name is ChangeViewName.ALL or folding.is_whole:
        return fold(picture, folding)
    changed = changed_keys(picture)
    # What is opened changes nothing about how much is shown: else one click would make it another picture.
    count = len(fold(picture, FOLDED).cards)
    if count <= OVERVIEW_ABOVE:
        return fold(picture, folding)
    if not changed:
        reason = f"All of it would be {count:,} cards, so each sub-topology is one here. {OPEN_ONE}"
        return _overview(picture, folding, reason)
    everything = ChangeViewName.ALL if view.name is ChangeViewName.CHANGES else f"{view.name};whole"
    part = beside(picture, [*changed, *sorted(folding.shown & picture.by_key.keys())], everything)
    count = len(fold(part, FOLDED).cards)
    if count <= OVERVIEW_ABOVE:
        return fold(part, folding)
    reason = f"What changes would be {count:,} cards with what stands beside it, so each sub-topology is one here."
    return _overview(picture, folding, f"{reason} {OPEN_ONE}")


def _overview(picture: Picture, folding: Folding, reason: str) -> Cards:
    cards = fold(picture, replace(folding, is_whole=False, level=Level.OVERVIEW))
    return replace(cards, notes=(*cards.notes, reason))


# --- forms ------------------------------------------------------------------------------------------------------------

_Writer = Callable[[Change, ChangeView, Theme], bytes]


def _svg(change: Change, view: ChangeView, theme: Theme) -> bytes:
    return with_font(to_svg(sheet_of(change, view), theme=theme)).encode()


def _png(change: Change, view: ChangeView, theme: Theme) -> bytes:
    return to_png(to_svg(sheet_of(change, view), theme=theme, with_style=False), theme, view.shown.panel)


def _pdf(change: Change, view: ChangeView, _: Theme) -> bytes:
    return to_pdf(to_svg(sheet_of(change, view), theme=Theme.LIGHT, with_style=False))


def _excalidraw(change: Change, view: ChangeView, _: Theme) -> bytes:
    return write_sheet(sheet_of(change, view)).encode()


def _dot(change: Change, view: ChangeView, _: Theme) -> bytes:
    return to_dot(picture_of(change, view)).encode()


def _plantuml(change: Change, view: ChangeView, _: Theme) -> bytes:
    return write_plantuml(_chart(change, view), _name(change)).encode()


def _mermaid(change: Change, view: ChangeView, _: Theme) -> bytes:
    return _flowchart(change, view).text.encode()


def _markdown(change: Change, view: ChangeView, _: Theme) -> bytes:
    return under_heading(_flowchart(change, view), _name(change)).encode()


def _flowchart(change: Change, view: ChangeView) -> Flowchart:
    return first_fitting(_charts(change, view), _name(change))


def _charts(change: Change, view: ChangeView) -> Iterator[Chart]:
    yield _chart(change, view)
    folded = replace(view, shown=replace(view.shown, opened=FOLDED.shown, is_whole=False))
    chart = with_note(_chart(change, folded), f"{REASON} It is folded here.")
    yield chart
    yield from with_less(chart)


def _chart(change: Change, view: ChangeView) -> Chart:
    return chart_of_cards(cards_of(change, view))


def _name(change: Change) -> str:
    return change.compared.new.analyzed.name


_WRITERS: Final[dict[Form, _Writer]] = {
    Form.SVG: _svg,
    Form.PNG: _png,
    Form.PDF: _pdf,
    Form.EXCALIDRAW: _excalidraw,
    Form.DOT: _dot,
    Form.MERMAID: _mermaid,
    Form.PLANTUML: _plantuml,
    Form.MARKDOWN: _markdown,
}
