"""Views as files over HTTP: read which is asked for, wait until it is made, and send it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypedDict
from urllib.parse import urlencode

from django.http import HttpResponse, JsonResponse
from rest_framework import serializers

from topoviz.rendering.forms.file_names import file_name, program_name, view_name
from topoviz.rendering.forms.model import ABOUT, Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.svg.font import with_font, without_font
from topoviz.rendering.views import MAX_TEXT, ViewName, text_of, view_of
from topoviz.rendering.views import parse_view as parse_text
from topoviz.web.analyses.drawing import THEMES, View, ask_for_drawing, has_view, name_of
from topoviz.web.analyses.jobs import TooManyWaiting
from topoviz.web.analyses.models import Analysis, Diagram, Job, State
from topoviz.web.analyses.selectors import find_diagram
from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.files import file_response, named
from topoviz.web.documents.problems import AGAIN, Problem, too_many_waiting
from topoviz.web.documents.waiting import Waiting

FONTS = ("embedded", "none")


@dataclass(frozen=True, slots=True)
class Wish:
    """How a picture is wished for: how long somebody waits, who that is, and how it is sent.

    An SVG carries its letters unless it is for a page that has them. `before_drawing` is called when the file is not
    there yet, and may raise.
    """

    waiting: Waiting
    source: str
    is_download: bool = False
    carries_font: bool = True
    before_drawing: Callable[[], object] = lambda: None


class _Shown(TypedDict):
    opened: str
    is_whole: bool
    panel: str


def parse_view(parameters: Mapping[str, Any], default: str = "topology", form: Form = Form.SVG) -> View:
    """Read view, open, whole, panel, topology and theme; raises ValidationError."""
    topology = parameters.get("topology", "0")
    if re.fullmatch(r"\d{1,4}", topology) is None:
        raise serializers.ValidationError({"topology": ["Give a number from 0."]})
    return View(_view_text(parameters, default), int(topology), _parse_theme(parameters), form)


def parse_view_of_calculation(parameters: Mapping[str, Any], topology: int, default: str, form: Form) -> View:
    """Read view, step, open, whole, panel and theme; raises ValidationError.

    Which views there are, each kind of calculation says when it draws.
    """
    step = parameters.get("step", "")
    if step and re.fullmatch(r"0|[1-9]\d{0,5}", step, re.ASCII) is None:
        raise serializers.ValidationError({"step": ["Give a number from 0."]})
    subject = parameters.get("view", default)
    text = text_of(f"{subject}@{step}" if step else subject, **_parse_shown(parameters))
    if len(text) > MAX_TEXT:
        raise serializers.ValidationError({"view": [f"It has more than {MAX_TEXT} characters."]})
    return View(text, topology, _parse_theme(parameters), form)


def parse_font(parameters: Mapping[str, Any]) -> bool:
    """Read whether an SVG carries its letters; raises ValidationError."""
    font = parameters.get("font", "embedded")
    if font not in FONTS:
        raise serializers.ValidationError({"font": [f"Choose {', '.join(FONTS)}."]})
    return bool(font == "embedded")


def query_of(view: View) -> str:
    """Write what `parse_view` reads, as the query of an address; themes are left out."""
    asked = parse_text(view.view)
    query = {"view": asked.subject}
    query |= {"open": asked.opened_text} if asked.opened else {}
    query |= {"whole": "1"} if asked.is_whole else {}
    query |= {"panel": asked.panel.value} if asked.panel is not Panel.USUAL else {}
    return urlencode({**query, "topology": view.topology}, safe=":,")


def _view_text(parameters: Mapping[str, Any], default: str) -> str:
    shown = _parse_shown(parameters)
    try:
        view = view_of(parameters.get("view", default), **shown)
    except Undrawable as error:
        raise serializers.ValidationError({"view": [str(error)]}) from error
    if view.name is ViewName.LEGEND:
        raise serializers.ValidationError({"view": ["The legend stands below each picture."]})
    return view.text


def _parse_theme(parameters: Mapping[str, Any]) -> str:
    theme: str = parameters.get("theme", THEMES[0])
    if theme not in THEMES:
        raise serializers.ValidationError({"theme": [f"Choose {', '.join(THEMES)}."]})
    return theme


def _parse_shown(parameters: Mapping[str, Any]) -> _Shown:
    whole = parameters.get("whole", "0")
    if whole not in ("0", "1"):
        raise serializers.ValidationError({"whole": ["Give 1 for the whole picture, or 0."]})
    return {"opened": parameters.get("open", ""), "is_whole": whole == "1", "panel": parameters.get("panel", "")}


def drawn_response(analysis: Analysis, result: dict[str, Any], view: View, wish: Wish) -> HttpResponse:
    """Give a view as a file, or 202 when making it takes longer than is wished for.

    Raises Problem when there is no such view, or when it cannot be drawn.
    """
    view = view.distinct
    if not has_view(result, view):
        raise Problem(
            404,
            "no-such-view",
            f"There is no view {view.view} of topology {view.topology}.",
            "A dump has no plan, and a program that is refused no topology; choose another view.",
        )
    diagram = _wait_for_drawing(analysis, view, None, wish)
    return _sent(diagram, view.form, named(result, view.topology, _what(result, view), view.form), wish)


def calculation_response(calculation: Calculation, view: View, wish: Wish) -> HttpResponse:
    """Give a view of what was calculated as a file, as `drawn_response` gives one of an analysis."""
    if calculation.result is None:
        raise Problem(409, "no-result", "There is nothing to draw.", "Ask for what the calculation says of itself.")
    diagram = _wait_for_drawing(calculation.analysis, view, calculation, wish)
    return _sent(diagram, view.form, _name_of(calculation, view), wish)


def name_of_comparison(calculation: Calculation, ending: str) -> str:
    """Name a file with what changes after the new version."""
    result = json.loads(calculation.result or "{}")
    return file_name(program_name(result["new"]["name"], ()), "change", ending)


def _name_of(calculation: Calculation, view: View) -> str:
    if calculation.old_analysis_id is not None:
        return name_of_comparison(calculation, view.form)
    result = json.loads(calculation.analysis.result or "{}")
    step = view.view.partition(";")[0].partition("@")[2]
    what = f"{calculation.kind}-step-{step}" if step else calculation.kind
    return named(result, view.topology, what, view.form)


def _wait_for_drawing(analysis: Analysis, view: View, calculation: Calculation | None, wish: Wish) -> Diagram | None:
    """Have a view drawn unless it is there; gives None when that takes longer than is wished for."""
    job = wish.waiting.waited_for()
    while (diagram := find_diagram(analysis, **asdict(view), calculation=calculation)) is None:
        # Of what is cancelled, the program was replaced: whoever still wants to see it waits behind the newer one.
        is_cancelled = job is not None and job.state == State.CANCELLED
        if job is None or (job.is_final and not is_cancelled):
            wish.before_drawing()
            try:
                job = ask_for_drawing(analysis=analysis, view=view, source=wish.source, calculation=calculation)
            except TooManyWaiting as error:
                raise too_many_waiting() from error
            refuse_failed(job)
        if is_cancelled or not wish.waiting.goes_on(job):
            return None
        job.refresh_from_db(fields=("state",))
    return diagram


def _sent(diagram: Diagram | None, form: Form, name: str, wish: Wish) -> HttpResponse:
    """Send a drawing, or 202 while there is none."""
    if diagram is None:
        return JsonResponse({"status": "drawing"}, status=202, headers=AGAIN)
    data = bytes(diagram.data)
    if form is Form.SVG:
        data = (with_font if wish.carries_font else without_font)(data.decode()).encode()
    return file_response(data, ABOUT[form].media_type, name, is_download=wish.is_download)


def _what(result: dict[str, Any], view: View) -> str:
    """Name what is drawn, for the name of the file."""
    asked = parse_text(view.view)
    centre = name_of(result["topologies"][view.topology], asked.centre) if asked.centre else ""
    return view_name(asked, centre)


def refuse_failed(job: Job) -> None:
    """Raise Problem when a drawing has failed."""
    if job.state == State.FAILED:
        raise Problem(422, job.code, job.sentence, job.next_step)
