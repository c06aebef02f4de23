"""The question what happens to tasks over time, as JSON.

A question has texts in any form that is read, `partitions`, `events` and `cluster`, `settings` by name, and `assignor`.
"""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.played import NOT_PLAYED, PlayedScenario, ScenarioQuestion, play_scenario
from topoviz.rendering.assignment.draw import write_holding
from topoviz.rendering.assignment.of_scenario import Moments, holding_at, moments_of
from topoviz.rendering.assignment.views import parse_tasks_view
from topoviz.rendering.calculations.model import Asked, Kind
from topoviz.rendering.calculations.problems import answering
from topoviz.rendering.calculations.scenario_json import scenario_to_json
from topoviz.rendering.forms.model import Form
from topoviz.rendering.style import Theme
from topoviz.rendering.topology_picture import scene_of
from topoviz.rendering.words import counted

Json = dict[str, Any]


def answer_scenario(asked: Asked) -> Json:
    """Give the steps of a scenario; raises BadQuestion with the line of what cannot be read or cannot happen."""
    found = _played(asked)
    asked.kept.put(_question_of(asked), moments_of(found))
    asked.say("writing")
    return scenario_to_json(asked.analysis, asked.topology, found)


def draw_scenario(asked: Asked, view: str, form: Form, theme: Theme) -> bytes:
    """Draw who has which task at a step of a scenario, the last one if none is named; raises Undrawable."""
    wanted = parse_tasks_view(view)
    moments: Moments | None = asked.kept.get(_question_of(asked))
    if moments is None:
        moments = moments_of(_played(asked))
        asked.kept.put(_question_of(asked), moments)
    return write_holding(scene_of(asked.topology), holding_at(moments, wanted.step), wanted, form, theme)


def _question_of(asked: Asked) -> Json:
    return {"kind": "scenario", "topology": asked.place, **asked.question}


def _played(asked: Asked) -> PlayedScenario:
    question = ScenarioQuestion(
        asked.question["partitions"],
        asked.question["events"],
        asked.question["cluster"],
        asked.question["settings"],
        asked.question["assignor"],
    )

    def say(steps: int, rebalances: int) -> None:
        asked.say(f"step {steps:,}, {counted(rebalances, 'rebalance')}")

    with answering(*NOT_PLAYED):
        return play_scenario(asked.topology, question, asked.analysis.behaviours, say)


SCENARIO: Final = Kind("scenario", answer_scenario, draw_scenario)
