"""What came of a simulation, in words, as files."""

from __future__ import annotations

import json
from typing import Any, Final

from django.http import HttpResponse

from topoviz.rendering.simulation_text import simulation_to_markdown, simulation_to_text
from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.files import file_response, named
from topoviz.web.documents.problems import Problem

SUMMARY_FILES: Final = {"md": "text/markdown", "txt": "text/plain"}
"""The files that the answer of a simulation is given as, beside JSON, with their types."""

_NOTHING: Final = "Nothing was run: not all tasks are known, or Kafka Streams would not start.\n"


def summary_file(found: Calculation, ending: str, *, is_download: bool = False) -> HttpResponse:
    """Give the figures of a simulation as Markdown or as text; raises Problem while there is no answer."""
    result: dict[str, Any] | None = json.loads(found.result or "null")
    if result is None:
        raise Problem(409, "no-result", "There is no answer.", "Look at the simulation for how it stands.")
    write = simulation_to_markdown if ending == "md" else simulation_to_text
    text = _NOTHING if result["summary"] is None else write(result)
    name = named(json.loads(found.analysis.result or "{}"), found.topology, found.kind, ending)
    return file_response(text.encode(), SUMMARY_FILES[ending], name, is_download=is_download)
