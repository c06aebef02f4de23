"""The question what happens to tasks over time, as JSON.

A question has texts in any form that is read, `partitions`, `events` and `cluster`, `settings` by name, and `assignor`.
"""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.played import NOT_PLAYED, ScenarioQuestion, play_scenario
from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.rendering.calculations.assignment import PROBLEMS
from topoviz.rendering.calculations.model import Asked, BadQuestion, Kind
from topoviz.rendering.calculations.scenario_json import scenario_to_json
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.style import Theme

Json = dict[str, Any]

SCENARIO_PROBLEMS: Final = PROBLEMS | {BadScenario: ("bad-scenario", "Correct that line, and ask again.")}
"""The code and the next step for each reason why there is no answer."""


def answer_scenario(asked: Asked) -> Json:
    """Give the steps of a scenario; raises BadQuestion with the line of what cannot be read or cannot happen."""
    question = ScenarioQuestion(
        asked.question["partitions"],
        asked.question["events"],
        asked.question["cluster"],
        asked.question["settings"],
        asked.question["assignor"],
    )
    try:
        found = play_scenario(asked.topology, question, asked.analysis.behaviours)
    except NOT_PLAYED as error:
        code, next_step = SCENARIO_PROBLEMS[type(error)]
        raise BadQuestion(code, str(error), next_step) from error
    return scenario_to_json(asked.analysis, asked.topology, found)


def draw_scenario(asked: Asked, view: str, form: Form, theme: Theme) -> bytes:
    """Draw a scenario."""
    raise Undrawable("A scenario has no picture of its own.")


SCENARIO: Final = Kind("scenario", answer_scenario, draw_scenario)
