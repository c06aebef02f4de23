"""What changes between two versions, as files and as a page without scripts says it."""

from __future__ import annotations

import json
from typing import Any, Final

from django.http import HttpResponse

from topoviz.engine.changes.finding import Level
from topoviz.rendering.changes.text import change_to_text
from topoviz.rendering.changes.views import ChangeViewName
from topoviz.rendering.changes.words import (
    by_level,
    cause_words,
    level_of,
    names_said,
    places,
    places_of,
    what_changes,
)
from topoviz.rendering.forms.model import Form
from topoviz.web.analyses.drawing import View
from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.files import file_response
from topoviz.web.documents.pictures import Wish, calculation_response, name_of_comparison
from topoviz.web.documents.problems import Problem

Json = dict[str, Any]

_UNRELATED: Final = "Two unrelated topologies"

CHANGE_FILES: Final = {"md": "text/markdown", "txt": "text/plain", "json": "application/json"}
"""The files that a comparison has beside its pictures, with their types."""


def change_file(found: Calculation, ending: str, wish: Wish) -> HttpResponse:
    """Give a comparison as Markdown for a pull request, as text or as JSON; raises Problem while there is no answer."""
    if found.result is None:
        raise Problem(409, "no-result", "There is no answer.", "Look at the comparison for how it stands.")
    if ending == "md":
        return calculation_response(found, View(ChangeViewName.CHANGES, form=Form.MARKDOWN), wish)
    text = found.result if ending == "json" else change_to_text(json.loads(found.result))
    name = name_of_comparison(found, ending)
    return file_response(text.encode(), CHANGE_FILES[ending], name, is_download=wish.is_download)


def comparison_context(calculation: Calculation | None) -> Json:
    """Give what the template of a page shows of a comparison; nothing where a link shows another thing."""
    if calculation is None or calculation.old_analysis is None:
        return {}
    document: Json = json.loads(calculation.result or "{}")
    found = places(document)
    is_unrelated = document["relation"] == "unrelated"
    return {
        "comparison": {
            "name": calculation.name,
            "verdict": _UNRELATED if is_unrelated else document["verdict"]["sentence"],
            "tone": "trouble" if is_unrelated else _tone(document),
            "decides": _deciding(document),
            "words": document["words"],
            "steps": [
                {**step, "names": names_said(document) if step["kind"] == "name" else []}
                for step in document["migration"]["steps"]
            ],
            "has_picture": bool(document["things"]),
            "levels": [
                {
                    "words": level.words,
                    "findings": [
                        {
                            "what": what_changes(one),
                            "effect": one["effect"],
                            "way_out": one["way_out"],
                            "source": [*filter(None, (*places_of(one, found), cause_words(one), one["reference"]))],
                        }
                        for one in findings
                    ],
                }
                for level, findings in by_level(document["findings"])
            ],
        }
    }


def _tone(document: Json) -> str:
    """Say how a verdict looks: as one that is fine, that warns, or that nobody should deploy."""
    if level_of(document) <= Level.NOTE:
        return "ready"
    is_known = document["verdict"]["level"] != "cannot-tell"
    return "bad" if is_known and level_of(document) >= Level.STATE_LOSS else "trouble"


def _deciding(document: Json) -> str:
    """Say what decides, which comes first; nothing where nothing is asked for."""
    findings = [one for one in document["findings"] if one["level"] == document["verdict"]["worst"]]
    return what_changes(findings[0]) if findings and level_of(document) > Level.COMPATIBLE else ""
