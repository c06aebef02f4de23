"""Views of who has which task, and the one text that says which: `tasks`, `tasks-threads`, `tasks-moves`.

Behind each can stand a step of a scenario, counted from 0, such as `tasks@3`, and what stands behind other views:
`;open=g0,c3,h7`, `;whole`, `;panel=wide`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from topoviz.rendering.cards.model import Folding
from topoviz.rendering.forms.model import ABOUT, Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.views import NOTHING_OPENED, Shown, parse_shown

_SUBJECT: Final = re.compile(r"(?P<name>[a-z-]+)(?:@(?P<step>0|[1-9]\d{0,5}))?", re.ASCII)


class TasksViewName(StrEnum):
    """What can be drawn of an assignment."""

    TASKS = "tasks"
    """Topics, tasks, stream threads and clients."""
    THREADS = "tasks-threads"
    """Stream threads and clients alone."""
    MOVES = "tasks-moves"
    """Stream threads and clients with what came, went and changed in a rebalance."""


@dataclass(frozen=True, slots=True)
class TasksView:
    """What is drawn, how much of it is opened, and for how large a place; `step` is one of a scenario."""

    name: TasksViewName
    shown: Shown = NOTHING_OPENED
    step: int | None = None

    @property
    def folding(self) -> Folding:
        """What may be hidden."""
        return Folding(self.shown.opened, self.shown.is_whole)

    def plain(self, form: Form) -> TasksView:
        """Take away what makes no difference to a form."""
        shown = self.shown if ABOUT[form].has_panel else replace(self.shown, panel=Panel.USUAL)
        return replace(self, shown=shown if ABOUT[form].is_folded else Shown(panel=shown.panel))


def parse_tasks_view(text: str) -> TasksView:
    """Read the text of a view; raises Undrawable with what to write instead."""
    subject = text.partition(";")[0]
    found = _SUBJECT.fullmatch(subject)
    if found is None or found["name"] not in tuple(TasksViewName):
        raise Undrawable(f"There is no view of this name. Choose one of: {', '.join(TasksViewName)}.")
    step = None if found["step"] is None else int(found["step"])
    return TasksView(TasksViewName(found["name"]), parse_shown(text[len(subject) :]), step)
