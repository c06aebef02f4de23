"""The question which tasks there are and who gets them, as JSON.

A question has `partitions`, and `cluster`, texts in any form that is read, `settings` by name, and `assignor`.
"""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.assigned import Assigned, AssignmentQuestion, assign
from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.tasks.reading_counts import BadPartitionCounts
from topoviz.rendering.assignment.draw import write_holding
from topoviz.rendering.assignment.holders import Holding
from topoviz.rendering.assignment.views import parse_tasks_view
from topoviz.rendering.calculations.model import Asked, BadQuestion, Kind
from topoviz.rendering.forms.model import Form
from topoviz.rendering.style import Theme
from topoviz.rendering.topology_picture import scene_of
from topoviz.rendering.wire import tasks_to_json

SCHEMA: Final = "topoviz/assignment@1"

Json = dict[str, Any]


def answer_assignment(asked: Asked) -> Json:
    """Give the tasks and who gets them; raises BadQuestion with the line of what cannot be read."""
    assigned = _assigned(asked)
    return {"schema": SCHEMA, "tasks": tasks_to_json(asked.analysis, asked.topology, assigned.tasks)}


def draw_assignment(asked: Asked, view: str, form: Form, theme: Theme) -> bytes:
    """Draw who gets which task; raises Undrawable with the views there are."""
    wanted = parse_tasks_view(view)
    return write_holding(scene_of(asked.topology), Holding(_assigned(asked).tasks), wanted, form, theme)


ASSIGNMENT: Final = Kind("assignment", answer_assignment, draw_assignment)


def _assigned(asked: Asked) -> Assigned:
    question = AssignmentQuestion(
        asked.question["partitions"], asked.question["cluster"], asked.question["settings"], asked.question["assignor"]
    )
    try:
        return assign(asked.topology, question, asked.analysis.behaviours)
    except BadPartitionCounts as error:
        raise BadQuestion("bad-partitions", str(error), "Correct that line, and ask again.") from error
    except BadCluster as error:
        raise BadQuestion("bad-cluster", str(error), "Correct that line, and ask again.") from error
    except BadSetting as error:
        raise BadQuestion("bad-setting", str(error), "Correct the setting, or choose another version.") from error
