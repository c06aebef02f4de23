"""What a share link shows to whoever has it: a page that can be explored, and the same as text and pictures."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from rest_framework.exceptions import ValidationError

from topoviz.rendering.places.model import Panel
from topoviz.rendering.views import View as AskedView
from topoviz.rendering.views import ViewName
from topoviz.rendering.views import parse_view as parse_text
from topoviz.web.accounts.callers import caller_of_session
from topoviz.web.analyses.drawing import View, has_view, name_of
from topoviz.web.documents.comparisons import comparison_context
from topoviz.web.documents.files import unless_known
from topoviz.web.documents.lag_reports import page_context
from topoviz.web.documents.pictures import parse_view, query_of
from topoviz.web.documents.problems import problem_response
from topoviz.web.documents.shared import etag_of, revision_of, shared_document, title_of
from topoviz.web.documents.tasks import calculation_context
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.pages.behind_links import shared, shared_to_close
from topoviz.web.pages.elsewhere import preview_context
from topoviz.web.pages.shared_files import VIEWS
from topoviz.web.sharing.selectors import Shown
from topoviz.web.sharing.services import delete_share_link

OF_THE_OPTIMIZER = ("plan-optimized", "before-after")
PICTURE_PARAMETERS = frozenset({"view", "open", "whole", "panel", "topology"})
WITHOUT_A_PICTURE = frozenset({"text", "why", "lag", "tasks", "compare"})
OF_THE_PAGE = {"steps": "before-after"}
"""Views that the page has and pictures do not, and the picture that shows most of each."""


@require_safe
@shared
def shared_page(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponse:
    """Show an analysis, or a lag report.

    The page holds the text, the explanations and the pictures, for those without scripts, for printers and with
    `as=page`; else an island takes their place. With the parameters of a picture in the address, that one stands first.
    """
    if shown.lag_report is not None:
        return render(request, "sharing/shared_report.html", _report_context(request, shown, shown.lag_report, token))
    result = json.loads(shown.analysis.result or "{}")
    asked = _asked_view(request.GET, result)
    submission = json.loads(shown.analysis.submission)
    query = request.GET.copy()
    query.pop("as", None)
    context = {
        "title": title_of(shown),
        "revision": revision_of(shown),
        "token": token,
        "link": shown.link,
        "is_island": request.GET.get("as") != "page",
        "query": query.urlencode(safe=":,."),
        "is_not_there": asked is None and _asks_for_picture(request.GET),
        "result": result,
        **preview_context(request, shown, token),
        **calculation_context(shown.calculation),
        **comparison_context(shown.calculation),
        "files": [_file(number, file) for number, file in enumerate(submission["files"])],
        "old_files": [_file(number, file) for number, file in enumerate(_old_files(shown))],
        "topologies": [
            _topology(result, number, topology, token, asked) for number, topology in enumerate(result["topologies"])
        ],
    }
    return render(request, "sharing/shared.html", context)


@require_safe
@shared
def shared_analysis(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponse:
    """Give what the page shows, for the island on it; a link to a lag report has none."""
    if shown.lag_report is not None:
        return problem_response(404, "not-found", "This link shows a lag report.", "Open the link itself.")
    return unless_known(request, JsonResponse(shared_document(shown), headers={"ETag": etag_of(shown)}))


@require_POST
@shared_to_close
def delete_shared(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponse:
    """Delete the link when the key is right."""
    is_json = request.content_type == "application/json"
    if delete_share_link(link=shown.link, delete_key=_given_key(request), caller=caller_of_session(request)):
        return HttpResponse(status=204) if is_json else render(request, "sharing/deleted.html")
    what, next_step = "This is not the key of this link.", "Use the key that was shown when the link was made."
    if is_json:
        return problem_response(403, "wrong-key", what, next_step)
    context = {"title": what, "next_step": next_step, "token": token}
    return render(request, "sharing/problem.html", context, status=403)


def _given_key(request: HttpRequest) -> str:
    """Read the key from a form or from JSON."""
    if request.content_type != "application/json":
        return request.POST.get("delete_key", "")
    try:
        given = json.loads(request.body)
    except (ValueError, RecursionError):
        return ""
    return str(given.get("delete_key", "")) if isinstance(given, dict) else ""


def _report_context(request: HttpRequest, shown: Shown, report: LagReport, token: str) -> dict[str, Any]:
    picture = reverse("shared-svg", args=(token,))
    below = reverse("shared-download", args=(token, "report.json")).removesuffix("report.json")
    return {
        **page_context(report, picture=picture, downloads=below),
        **preview_context(request, shown, token),
        "link": shown.link,
        "token": token,
    }


def _asked_view(parameters: QueryDict, result: dict[str, Any]) -> View | None:
    """Read which picture the address asks for, if it is one that there is."""
    if not _asks_for_picture(parameters):
        return None
    name = parameters.get("view", "")
    try:
        view = parse_view({**parameters.dict(), "view": OF_THE_PAGE[name]} if name in OF_THE_PAGE else parameters)
    except ValidationError:
        return None
    return view if has_view(result, view) else None


def _asks_for_picture(parameters: QueryDict) -> bool:
    return bool(PICTURE_PARAMETERS & set(parameters)) and parameters.get("view") not in WITHOUT_A_PICTURE


def _topology(
    result: dict[str, Any], number: int, topology: dict[str, Any], token: str, asked: View | None
) -> dict[str, Any]:
    usual = [
        View(name, number)
        for name, _ in VIEWS
        if has_view(result, View(name, number)) and (name not in OF_THE_OPTIMIZER or _changes(topology))
    ]
    first = [asked] if asked is not None and asked.topology == number else []
    shown = [*first, *(view for view in usual if view not in [one.plain for one in first])]
    file_numbers = {file["name"]: file["id"] for file in result["files"]}
    parts = [{**part, "places": _places(part, file_numbers)} for part in topology["explanation"]["parts"]]
    views = [_picture(view, topology, token) for view in shown]
    return {**topology, "number": number, "views": views, "parts": parts, "is_forced": _is_forced(result, topology)}


def _picture(view: View, topology: dict[str, Any], token: str) -> dict[str, Any]:
    """Say where a picture is to be had: as it is asked for, for a phone, and with nothing folded."""
    svg, asked = reverse("shared-svg", args=(token,)), parse_text(view.view)
    for_phone = replace(asked, panel=Panel.PHONE) if asked.panel is Panel.USUAL else asked
    addresses = [
        f"{svg}?{query_of(replace(view, view=one.text))}" for one in (asked, for_phone, replace(asked, is_whole=True))
    ]
    return {
        "title": _title_of(asked, topology),
        "address": addresses[0],
        "for_phone": addresses[1],
        "whole": None if asked.is_whole else addresses[2],
    }


def _title_of(asked: AskedView, topology: dict[str, Any]) -> str:
    match asked.name:
        case ViewName.SUB_TOPOLOGY:
            return f"Sub-topology {asked.number}"
        case ViewName.OVERVIEW:
            return "The sub-topologies"
        case ViewName.AROUND:
            steps = "1 step" if asked.steps == 1 else f"{asked.steps} steps"
            return f"What is at most {steps} around {name_of(topology, asked.centre)}"
        case _:
            return dict(VIEWS)[asked.name]


def _is_forced(result: dict[str, Any], topology: dict[str, Any]) -> bool:
    """Tell whether it is shown with an optimization that the program itself would not get."""
    optimization = topology["optimization"]
    return result["settings"]["optimize"] not in (None, "none") and optimization["built_without_properties"]


def _old_files(shown: Shown) -> list[dict[str, str]]:
    """Give the files of the version before, where the link shows a comparison."""
    calculation = shown.calculation
    if calculation is None or calculation.old_analysis is None:
        return []
    files: list[dict[str, str]] = json.loads(calculation.old_analysis.submission)["files"]
    return files


def _file(number: int, file: dict[str, str]) -> dict[str, Any]:
    """Give a file with its lines, each with the place that explanations lead to."""
    lines = [
        {"number": line, "place": f"file-{number}-{line}", "text": text}
        for line, text in enumerate(file["text"].splitlines(), 1)
    ]
    return {"name": file["name"], "lines": lines}


def _places(part: dict[str, Any], file_numbers: dict[str, int]) -> list[dict[str, Any]]:
    """Give the lines of the source that an explanation speaks of, each once."""
    lines = dict.fromkeys((place["file"], place["line"]) for place in part["places"])
    return [
        {"file": file, "line": line, "place": f"file-{file_numbers[file]}-{line}"}
        for file, line in lines
        if file in file_numbers
    ]


def _changes(topology: dict[str, Any]) -> bool:
    return any(step["firings"] for step in topology["plan"]["steps"])
