"""The question which tasks there are and who gets them, as JSON.

A question has `partitions`, `cluster` and `sizes` of stores, texts in any form that is read, `settings` by name,
`assignor`, and in `sizing` what is said of machines and records: `cpus`, `record_bytes` and `record_ms`.
"""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.assigned import NO_ANSWER, Assigned, AssignmentQuestion, assign
from topoviz.engine.sizing.given import Given
from topoviz.rendering.assignment.draw import write_holding
from topoviz.rendering.assignment.of_rebalance import holding_of
from topoviz.rendering.assignment.views import parse_tasks_view
from topoviz.rendering.calculations.assignment_json import assignment_to_json
from topoviz.rendering.calculations.model import Asked, Kind
from topoviz.rendering.calculations.problems import answering, sizes_asked
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.style import Theme
from topoviz.rendering.topology_picture import scene_of

Json = dict[str, Any]


def answer_assignment(asked: Asked) -> Json:
    """Give the tasks and who gets them; raises BadQuestion with the line of what cannot be read."""
    return assignment_to_json(asked.analysis, asked.topology, _assigned(asked, is_sized=True))


def draw_assignment(asked: Asked, view: str, form: Form, theme: Theme) -> bytes:
    """Draw who gets which task; raises Undrawable with the views there are."""
    wanted = parse_tasks_view(view)
    if wanted.step is not None:
        raise Undrawable("An assignment has no steps. Ask for the view without one.")
    return write_holding(scene_of(asked.topology), holding_of(_assigned(asked, is_sized=False)), wanted, form, theme)


ASSIGNMENT: Final = Kind("assignment", answer_assignment, draw_assignment)


def _assigned(asked: Asked, *, is_sized: bool) -> Assigned:
    question = AssignmentQuestion(
        asked.question["partitions"],
        asked.question["cluster"],
        asked.question["settings"],
        asked.question["assignor"],
        Given(**(asked.question.get("sizing") or {})) if is_sized else None,
        sizes_asked(asked.question.get("sizes")) if is_sized else None,
    )
    with answering(*NO_ANSWER):
        return assign(asked.topology, question, asked.analysis.behaviours)
