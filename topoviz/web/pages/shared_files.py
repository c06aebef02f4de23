"""What is behind a link as files: pictures for pages elsewhere, and what was found out.

A picture for another site is an image under all circumstances: one that is too large, or that takes longer than such
sites wait, is one that says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from topoviz.rendering.changes.views import ChangeViewName
from topoviz.rendering.forms.model import Form
from topoviz.rendering.notice import notice
from topoviz.rendering.places.model import Panel
from topoviz.rendering.style import Theme
from topoviz.web.analyses.drawing import THEMES, View, has_view
from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.comparisons import change_file
from topoviz.web.documents.files import SVG_TYPE, describe_file, file_response, result_file
from topoviz.web.documents.lag_report_files import download
from topoviz.web.documents.links import PICTURES
from topoviz.web.documents.pictures import (
    Wish,
    calculation_response,
    drawn_response,
    parse_font,
    parse_view,
    parse_view_of_calculation,
)
from topoviz.web.documents.problems import Problem, problem_response
from topoviz.web.documents.shared import title_of
from topoviz.web.documents.throttles import DrawingsThrottle
from topoviz.web.documents.waiting import Waiting
from topoviz.web.pages.behind_links import shared, shared_files
from topoviz.web.sharing.selectors import Shown

DRAWING_SECONDS = 8
"""A proxy for pictures, as GitHub has one, waits for ten seconds."""

MOST_BYTES: Final = 5_000_000
"""Above this, such a proxy shows nothing."""

VIEWS: Final = (
    ("topology", "The topology"),
    ("plan", "The plan as written"),
    ("plan-optimized", "The plan after the optimizer"),
    ("before-after", "What the optimizer changes"),
)

_TOO_LARGE: Final = "This picture is too large to be shown on another site. Open the link to see it."
_BEING_DRAWN: Final = "This picture is being drawn. Load the page again in a moment."
_NO_COMPARISON: Final = "This link shows no comparison."


@require_safe
@shared_files
def shared_file(request: HttpRequest, shown: Shown, *, token: str, ending: str) -> HttpResponse:
    """Give a view as a file, such as a picture for pages elsewhere; describe() and the result, too."""
    if ending in tuple(Form):
        return _for_elsewhere(request, shown, Form(ending), lambda: _drawn(request, shown, Form(ending), request.GET))
    if shown.lag_report is not None:
        return problem_response(404, "not-found", "This link shows a lag report.", "Open the link itself.")
    result = json.loads(shown.analysis.result or "{}")

    def make() -> HttpResponse:
        is_download = _wish(request, shown).is_download
        if ending == "json":
            return result_file(result, None, is_download=is_download)
        view = parse_view(request.GET, first_view(result))
        return describe_file(result, view.topology, is_download=is_download)

    return _file_or_problem(make)


@require_safe
@shared_files
def shared_tasks(request: HttpRequest, shown: Shown, *, token: str, form: Form) -> HttpResponse:
    """Give the picture of who gets which task, or has it at a step of a scenario, where the link shows that."""
    calculation = shown.calculation
    if calculation is None or calculation.old_analysis is not None:
        return problem_response(404, "not-found", "This link shows no tasks.", "Open the link itself.")
    return _for_elsewhere(request, shown, form, lambda: _calculated(request, shown, calculation, form, request.GET))


@require_safe
@shared_files
def shared_comparison(request: HttpRequest, shown: Shown, *, token: str, form: Form) -> HttpResponse:
    """Give the picture of what changes between two versions, in a form, where the link shows that."""
    calculation = shown.calculation
    if calculation is None or calculation.old_analysis is None:
        return problem_response(404, "not-found", _NO_COMPARISON, "Open the link itself.")
    return _for_elsewhere(request, shown, form, lambda: _calculated(request, shown, calculation, form, request.GET))


@require_safe
@shared_files
def shared_change(request: HttpRequest, shown: Shown, *, token: str, ending: str) -> HttpResponse:
    """Give what changes between two versions as Markdown, text or JSON, where the link shows that."""
    calculation = shown.calculation
    if calculation is None or calculation.old_analysis is None:
        return problem_response(404, "not-found", _NO_COMPARISON, "Open the link itself.")
    return _file_or_problem(lambda: change_file(calculation, ending, _wish(request, shown)))


@require_safe
@shared
def shared_download(request: HttpRequest, shown: Shown, *, token: str, what: str) -> HttpResponseBase:
    """Give one of the files of a lag report."""
    if shown.lag_report is None:
        raise Http404
    try:
        return download(shown.lag_report, what)
    except Problem as problem:
        raise Http404 from problem


def picture_response(request: HttpRequest, shown: Shown, form: Form, asked: Mapping[str, Any]) -> HttpResponse:
    """Give the picture that stands for what a link shows: of what was calculated, or else of the program."""
    calculation = _calculation_alone(shown)

    def make() -> HttpResponse:
        if calculation is not None:
            return _calculated(request, shown, calculation, form, asked)
        return _drawn(request, shown, form, asked)

    return _file_or_problem(make)


def first_picture(shown: Shown, form: Form) -> str:
    """Name the address of that picture, as SVG or PNG; a revision shows its program first, and then its comparison."""
    calculation = _calculation_alone(shown)
    if calculation is None:
        return f"shared-{form}"
    return f"{PICTURES[calculation.kind]}-{form}"


def first_view(result: dict[str, Any]) -> str:
    """Give the view that says most: what runs, or the plan where nothing would run."""
    return next((name for name, _ in VIEWS if has_view(result, View(name))), VIEWS[0][0])


def _calculation_alone(shown: Shown) -> Calculation | None:
    return shown.calculation if shown.revision is None else None


def _drawn(request: HttpRequest, shown: Shown, form: Form, asked: Mapping[str, Any]) -> HttpResponse:
    result = json.loads(shown.analysis.result or "{}")
    usual = {} if shown.lag_report is None else {"topology": str(shown.lag_report.topology)}
    view = parse_view({**usual, **dict(asked.items())}, first_view(result), form)
    return drawn_response(shown.analysis, result, view, _wish(request, shown))


def _calculated(
    request: HttpRequest, shown: Shown, calculation: Calculation, form: Form, asked: Mapping[str, Any]
) -> HttpResponse:
    first = "tasks" if calculation.old_analysis_id is None else ChangeViewName.CHANGES
    view = parse_view_of_calculation(asked, calculation.topology, first, form)
    return calculation_response(calculation, view, _wish(request, shown))


def _for_elsewhere(request: HttpRequest, shown: Shown, form: Form, make: Callable[[], HttpResponse]) -> HttpResponse:
    """Make a picture; one that another site could not show is replaced by a smaller one that says so."""
    response = _file_or_problem(make)
    accepted = request.headers.get("Accept", "")
    if request.GET.get("download") == "1" or form not in (Form.SVG, Form.PNG):
        return response
    is_too_large = response.status_code == 200 and len(response.content) > MOST_BYTES
    is_for_a_page = "image/" in accepted and "json" not in accepted
    is_missing = is_for_a_page and response.status_code in (202, 422) and _is_of_drawing(response)
    # Painting a card takes as long as painting the picture: who waits for that does not get it sooner.
    if not (is_too_large or is_missing) or (form is Form.PNG and response.status_code == 202):
        return response
    if form is Form.PNG:
        return picture_response(request, shown, form, {**request.GET.dict(), "panel": Panel.CARD.value})
    theme = request.GET.get("theme", THEMES[0])
    said = _BEING_DRAWN if response.status_code == 202 else _TOO_LARGE
    picture = notice(title_of(shown), said, Theme(theme if theme in THEMES else THEMES[0]))
    small = file_response(picture.encode(), SVG_TYPE, "notice.svg")
    # Nobody keeps it: the next one may be the picture.
    small.headers["Retry-After"] = response.headers.get("Retry-After", "60")
    return small


def _is_of_drawing(response: HttpResponse) -> bool:
    """Tell whether a picture is missing because of what drawing it takes, and not for the address that asks for it."""
    return response.status_code == 202 or json.loads(response.content)["code"] == "undrawable"


def _wish(request: HttpRequest, shown: Shown) -> Wish:
    """Read how somebody with a link wishes for a picture; what is drawn anew is counted. Raises ValidationError."""
    return Wish(
        Waiting(request, DRAWING_SECONDS),
        f"link:{shown.link.id}",
        request.GET.get("download") == "1",
        parse_font(request.GET),
        lambda: DrawingsThrottle().allow_request(Request(request), APIView()),
    )


def _file_or_problem(make: Callable[[], HttpResponse]) -> HttpResponse:
    try:
        return make()
    except Problem as problem:
        return problem.response()
    except ValidationError:
        return problem_response(422, "not-valid", "There is no such view.", "Use the address without what follows ?.")
