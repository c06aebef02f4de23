"""What the API and pages say about a search over all projects, and its picture."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from topoviz.rendering.applications import draw_applications
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.style import Theme
from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.files import file_response
from topoviz.web.documents.problems import Problem
from topoviz.web.projects.search import Found, Results, Use, landscape

Json = dict[str, Any]

LESS = "Look for one topic."


def results_document(results: Results) -> Json:
    """Give what was found, by project."""
    return {
        "query": results.query,
        "is_topic": results.is_topic,
        "projects": [_found(one) for one in results.found],
        "is_cut": results.is_cut,
    }


def _found(one: Found) -> Json:
    return {
        "project": str(one.project.id),
        "name": one.project.name,
        "team": str(one.project.team_id),
        "url": reverse("api-project", args=(one.project.id,)),
        "page": reverse("project-page", args=(one.project.id,)),
        "revision": one.revision.number,
        "analysis": str(one.revision.analysis_id),
        "reads": _use(one.reads),
        "writes": _use(one.writes),
        "hits": [{"kind": hit.kind, "name": hit.name, "reads": hit.reads, "writes": hit.writes} for hit in one.hits],
        "lines": [{"file": line.file, "line": line.number, "text": line.text} for line in one.lines],
    }


def _use(use: Use | None) -> Json | None:
    return None if use is None else {"pattern": use.pattern or None, "is_unsure": use.is_unsure}


def picture_of_applications(
    caller: Caller, topic: str, *, panel: Panel, theme: Theme, is_download: bool, carries_font: bool
) -> HttpResponse:
    """Draw the applications that have to do with a topic, or all that topics join; raises Problem."""
    shown = landscape(caller, topic)
    try:
        svg = draw_applications(
            shown.applications, shown.topics, panel=panel, theme=theme, carries_font=carries_font
        )  # fmt: skip
    except Undrawable as error:
        raise Problem(422, "undrawable", str(error), LESS) from error
    return file_response(svg.encode(), "image/svg+xml", "applications.svg", is_download=is_download)
