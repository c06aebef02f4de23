"""The question what a topology says of a load that was measured of it, as JSON; `engine.advice.asked` has its shape."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from topoviz.engine.advice.asked import question_from_json
from topoviz.engine.advice.of_topology import advise_on
from topoviz.rendering.calculations.model import Asked, Kind
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.style import Theme

SCHEMA: Final = "topoviz/load-advice@1"

Json = dict[str, Any]


def answer_load(asked: Asked) -> Json:
    """Divide the tasks by their load, and plan the program with optimizations; raises BadQuestion."""
    return {"schema": SCHEMA, **asdict(advise_on(asked.topology, asked.analysis, question_from_json(asked.question)))}


def draw_load(asked: Asked, view: str, form: Form, theme: Theme) -> bytes:
    """Draw nothing: raise Undrawable."""
    raise Undrawable("Advice about a load is words and numbers. The page of its report shows them.")


LOAD_ADVICE: Final = Kind("load-advice", answer_load, draw_load)
