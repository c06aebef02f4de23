"""What a share link shows: a page and a picture, for whoever has the link and without any script."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import parse_etags
from django.views.decorators.http import require_POST, require_safe
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from topoviz.web.analyses.drawing import OF_THE_PLAN, View, has_view
from topoviz.web.documents.lag_report_files import download
from topoviz.web.documents.lag_reports import page_context
from topoviz.web.documents.pictures import drawn_response, parse_view
from topoviz.web.documents.problems import Problem, problem_response
from topoviz.web.documents.throttles import SharedThrottle
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.sharing.models import ShareLink
from topoviz.web.sharing.selectors import find_share_link
from topoviz.web.sharing.services import delete_share_link

DRAWING_SECONDS = 10
OF_THE_OPTIMIZER = ("plan-optimized", "before-after")
VIEWS = (
    ("topology", "The topology"),
    ("plan", "The plan as written"),
    ("plan-optimized", "The plan after the optimizer"),
    ("before-after", "What the optimizer changes"),
)

LinkView = Callable[Concatenate[HttpRequest, ShareLink, ...], HttpResponseBase]


def shared(view: LinkView) -> Callable[..., HttpResponseBase]:
    """Find the link, count the visit, and send what every answer behind a link needs."""

    @wraps(view)
    def with_link(request: HttpRequest, token: str, **options: Any) -> HttpResponseBase:
        if not SharedThrottle().allow_request(Request(request), APIView()):
            return problem_response(429, "too-many", "Too many requests.", "Wait a minute.")
        link = find_share_link(token)
        if link is None:
            raise Http404
        response = view(request, link, token=token, **options)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Cache-Control"] = "no-cache"
        return response

    return with_link


@require_safe
@shared
def shared_page(request: HttpRequest, link: ShareLink, *, token: str) -> HttpResponse:
    """Show the text, the explanations and the pictures of an analysis, or a lag report."""
    if link.lag_report is not None:
        return render(request, "sharing/shared_report.html", _report_context(link, link.lag_report, token))
    result = json.loads(link.analysis.result or "{}")
    submission = json.loads(link.analysis.submission)
    context = {
        "title": _title(result),
        "token": token,
        "link": link,
        "result": result,
        "files": [_file(number, file) for number, file in enumerate(submission["files"])],
        "topologies": [
            _topology(result, number, topology, token) for number, topology in enumerate(result["topologies"])
        ],
    }
    return render(request, "sharing/shared.html", context)


@require_safe
@shared
def shared_svg(request: HttpRequest, link: ShareLink, *, token: str) -> HttpResponse:
    """Give a view as a picture for pages elsewhere."""
    result = json.loads(link.analysis.result or "{}")
    try:
        view = parse_view(request.GET, _first_view(result))
        response = drawn_response(
            link.analysis, result, view, content="svg", seconds=DRAWING_SECONDS, source=f"link:{link.id}"
        )
    except Problem as problem:
        return problem_response(problem.status_code, problem.problem_code, str(problem.detail), problem.next_step)
    except ValidationError:
        return problem_response(422, "not-valid", "There is no such view.", "Use the address without what follows ?.")
    etag = response.headers.get("ETag")
    if etag and etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers={"ETag": etag})
    return response


@require_POST
@shared
def delete_shared(request: HttpRequest, link: ShareLink, *, token: str) -> HttpResponse:
    """Delete the link when the key is right."""
    is_json = request.content_type == "application/json"
    if delete_share_link(link=link, delete_key=_given_key(request)):
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


def _report_context(link: ShareLink, report: LagReport, token: str) -> dict[str, Any]:
    picture = f"{reverse('shared-svg', args=(token,))}?view=topology&topology={report.topology}"
    below = reverse("shared-download", args=(token, "report.json")).removesuffix("report.json")
    return {**page_context(report, picture=picture, downloads=below), "link": link, "token": token}


@require_safe
@shared
def shared_download(request: HttpRequest, link: ShareLink, *, token: str, what: str) -> HttpResponseBase:
    """Give one of the files of a lag report."""
    if link.lag_report is None:
        raise Http404
    try:
        return download(link.lag_report, what)
    except Problem as problem:
        raise Http404 from problem


def _title(result: dict[str, Any]) -> str:
    """Name the page after the program: its topology when there is one, else its file."""
    names: list[str] = [topology["name"] for topology in result["topologies"]]
    files: list[str] = [file["name"] for file in result["files"]]
    return names[0] if len(names) == 1 and not names[0].startswith("the pasted") else files[0]


def _first_view(result: dict[str, Any]) -> str:
    """Give the view that says most: what runs, or the plan where nothing would run."""
    return next((name for name, _ in VIEWS if has_view(result, View(name))), VIEWS[0][0])


def _topology(result: dict[str, Any], number: int, topology: dict[str, Any], token: str) -> dict[str, Any]:
    svg = reverse("shared-svg", args=(token,))
    views = [
        {"title": title, "address": f"{svg}?view={name}&topology={number}", "is_plan": name in OF_THE_PLAN}
        for name, title in VIEWS
        if has_view(result, View(name, number)) and (name not in OF_THE_OPTIMIZER or _changes(topology))
    ]
    file_numbers = {file["name"]: file["id"] for file in result["files"]}
    parts = [{**part, "places": _places(part, file_numbers)} for part in topology["explanation"]["parts"]]
    return {**topology, "number": number, "views": views, "parts": parts, "is_forced": _is_forced(result, topology)}


def _is_forced(result: dict[str, Any], topology: dict[str, Any]) -> bool:
    """Tell whether it is shown with an optimization that the program itself would not get."""
    optimization = topology["optimization"]
    return result["settings"]["optimize"] not in (None, "none") and optimization["built_without_properties"]


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
