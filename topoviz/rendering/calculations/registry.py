"""All kinds of questions, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from topoviz.engine.results import Analysis
from topoviz.rendering.calculations.assignment import ASSIGNMENT
from topoviz.rendering.calculations.comparison import COMPARISON
from topoviz.rendering.calculations.load_advice import LOAD_ADVICE
from topoviz.rendering.calculations.model import Asked, Kept
from topoviz.rendering.calculations.scenario import SCENARIO
from topoviz.rendering.calculations.simulation import SIMULATION
from topoviz.rendering.forms.model import Form
from topoviz.rendering.simulation.trace.pieces import PieceHead
from topoviz.rendering.style import Theme

Json = dict[str, Any]

KINDS: Final = {kind.name: kind for kind in (ASSIGNMENT, SCENARIO, SIMULATION, COMPARISON, LOAD_ADVICE)}


def asked_of(
    analysis: Analysis,
    asked: Json,
    kept: Kept,
    say: Callable[[str], None] = lambda _: None,
    give: Callable[[PieceHead, bytes], None] = lambda _head, _data: None,
) -> Asked:
    """Read `{"kind", "topology", "question", "old"}`; `old` is the submission that a comparison begins from.

    `kept` is what was worked out for other questions about this analysis; `say` takes what is being done, `give` pieces
    of what is too long for an answer.
    """
    return Asked(analysis, asked["question"], asked["topology"], asked.get("old"), kept, say, give)


def answer(asked: Asked, kind: str) -> Json:
    """Answer a question; raises BadQuestion."""
    return KINDS[kind].answer(asked)


def picture_of_answer(asked: Asked, kind: str, view: str, form: Form, theme: Theme) -> bytes:
    """Draw a view of the answer to a question; raises BadQuestion, or Undrawable where there is no such view."""
    return KINDS[kind].draw(asked, view, form, theme)
