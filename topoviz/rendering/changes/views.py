"""Views of what changes, and the one text that says which: `changes`, `changes-all`, `old`, `new`.

Behind each can stand what stands behind other views: `;open=r5,s1`, `;whole`, `;panel=wide`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from topoviz.rendering.cards.model import Folding
from topoviz.rendering.forms.model import ABOUT, Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.views import NOTHING_OPENED, Shown, parse_shown


class ChangeViewName(StrEnum):
    """What can be drawn of a change."""

    CHANGES = "changes"
    """Both versions in one: what changes, and of a large topology only what stands beside it."""
    ALL = "changes-all"
    """Both versions in one, with everything."""
    OLD = "old"
    """The old version with what becomes of it."""
    NEW = "new"
    """The new version with what is other than before."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """What is drawn, how much of it is opened, and for how large a place."""

    name: ChangeViewName
    shown: Shown = NOTHING_OPENED

    @property
    def folding(self) -> Folding:
        """What may be hidden."""
        return Folding(self.shown.opened, self.shown.is_whole)

    def plain(self, form: Form) -> ChangeView:
        """Take away what makes no difference to a form."""
        shown = self.shown if ABOUT[form].has_panel else replace(self.shown, panel=Panel.USUAL)
        return replace(self, shown=shown if ABOUT[form].is_folded else Shown(panel=shown.panel))


def parse_change_view(text: str) -> ChangeView:
    """Read the text of a view; raises Undrawable with what to write instead."""
    subject = text.partition(";")[0]
    if subject not in tuple(ChangeViewName):
        raise Undrawable(f"There is no view of this name. Choose one of: {', '.join(ChangeViewName)}.")
    return ChangeView(ChangeViewName(subject), parse_shown(text[len(subject) :]))
