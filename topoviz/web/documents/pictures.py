"""Diagrams over HTTP: read which is asked for, wait for it, and send it so that no browser runs anything in it."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, JsonResponse
from rest_framework import serializers

from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.svg.font import with_font, without_font
from topoviz.rendering.views import ViewName, view_of
from topoviz.rendering.views import parse_view as parse_text
from topoviz.web.analyses.drawing import THEMES, View, ask_for_drawing, has_view
from topoviz.web.analyses.models import Analysis, Job, State
from topoviz.web.analyses.selectors import find_diagram
from topoviz.web.documents.problems import AGAIN, Problem

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
SVG_TYPE = "image/svg+xml; charset=utf-8"
DOT_TYPE = "text/vnd.graphviz; charset=utf-8"
FONTS = ("embedded", "none")
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.1


def parse_view(parameters: Mapping[str, Any], default: str = "topology") -> View:
    """Read view, open, whole, panel, topology and theme; raises ValidationError."""
    topology = parameters.get("topology", "0")
    if re.fullmatch(r"\d{1,4}", topology) is None:
        raise serializers.ValidationError({"topology": ["Give a number from 0."]})
    theme = parameters.get("theme", THEMES[0])
    if theme not in THEMES:
        raise serializers.ValidationError({"theme": [f"Choose {', '.join(THEMES)}."]})
    return View(_view_text(parameters, default), int(topology), theme)


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
    whole = parameters.get("whole", "0")
    if whole not in ("0", "1"):
        raise serializers.ValidationError({"whole": ["Give 1 for the whole picture, or leave it out."]})
    subject, opened = parameters.get("view", default), parameters.get("open", "")
    try:
        view = view_of(subject, opened=opened, is_whole=whole == "1", panel=parameters.get("panel", ""))
    except Undrawable as error:
        raise serializers.ValidationError({"view": [str(error)]}) from error
    if view.name is ViewName.LEGEND:
        raise serializers.ValidationError({"view": ["The legend stands below each picture."]})
    return view.text


def drawn_response(
    analysis: Analysis, result: dict[str, Any], view: View, *, content: str, seconds: float, source: str,
    carries_font: bool = True,
) -> HttpResponse:  # fmt: skip
    """Give a diagram as SVG or DOT, or 202 when it takes longer than these seconds to draw.

    An SVG carries its letters unless it is for a page that has them. DOT has everything, whatever is opened. Raises
    Problem when there is no such view, or when it cannot be drawn.
    """
    if content == "dot":
        view = view.plain
    if not has_view(result, view):
        raise Problem(
            404,
            "no-such-view",
            f"There is no view {view.view} of topology {view.topology}.",
            "A dump has no plan, and a program that is refused no topology; choose another view.",
        )
    end, pause = time.monotonic() + seconds, FIRST_PAUSE
    job: Job | None = None
    while (diagram := find_diagram(analysis, view=view.view, topology=view.topology, theme=view.theme)) is None:
        # Of what is cancelled, the program was replaced: whoever still wants to see it waits behind the newer one.
        is_cancelled = job is not None and job.state == State.CANCELLED
        if job is None or (job.is_final and not is_cancelled):
            job = ask_for_drawing(analysis=analysis, view=view, source=source)
            refuse_failed(job)
        if is_cancelled or time.monotonic() >= end:
            return JsonResponse({"status": "drawing"}, status=202, headers=AGAIN)
        time.sleep(pause)
        pause = min(pause * 1.3, LONGEST_PAUSE)
        job.refresh_from_db(fields=("state",))
    if content == "dot":
        return HttpResponse(diagram.dot, content_type=DOT_TYPE)
    return svg_response((with_font if carries_font else without_font)(diagram.svg))


def svg_response(svg: str) -> HttpResponse:
    """Send a picture that can do nothing, wherever it is opened."""
    response = HttpResponse(svg, content_type=SVG_TYPE)
    response.headers["Content-Security-Policy"] = SVG_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["ETag"] = f'"{hashlib.sha256(svg.encode()).hexdigest()[:32]}"'
    return response


def refuse_failed(job: Job) -> None:
    """Raise Problem when a drawing has failed."""
    if job.state == State.FAILED:
        raise Problem(422, job.code, job.sentence, job.next_step)
