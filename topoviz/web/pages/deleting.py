"""Deleting what a team has: a page that asks once more, and works without scripts."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from topoviz.web.accounts.callers import Caller, caller_of_session
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.selectors import find_analysis
from topoviz.web.documents.deletion import delete_unless_in_project, why_not_deleted
from topoviz.web.documents.problems import Problem
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.lag_reports.selectors import find_report
from topoviz.web.lag_reports.services import delete_report

Thing = TypeVar("Thing", Analysis, LagReport)


@dataclass(frozen=True, slots=True)
class Words:
    """What a page says of the kind of thing that it deletes."""

    what: str
    goes_with_it: str


PROGRAM = Words(
    "program", "With it go its pictures, what was calculated about it, its lag reports and its share links."
)
REPORT = Words("lag report", "With it go the files that were uploaded for it, and its share links.")


@require_http_methods(["GET", "HEAD", "POST"])
def delete_analysis_page(request: HttpRequest, analysis_id: uuid.UUID) -> HttpResponse:
    """Ask whether an analysis is to be deleted, and delete it."""
    caller = caller_of_session(request)
    found = find_analysis(caller, analysis_id)

    def delete(analysis: Analysis) -> None:
        delete_unless_in_project(analysis, caller)

    back = reverse("analysis-page", args=(analysis_id,))
    why_not = None if found is None else why_not_deleted(found)
    return _page(request, caller, found, None if found is None else found.team, PROGRAM, delete, back, why_not)


@require_http_methods(["GET", "HEAD", "POST"])
def delete_report_page(request: HttpRequest, report_id: uuid.UUID) -> HttpResponse:
    """Ask whether a lag report is to be deleted, and delete it."""
    caller = caller_of_session(request)
    found = find_report(caller, report_id)

    def delete(report: LagReport) -> None:
        delete_report(report=report, caller=caller)

    back = reverse("lag-report-page", args=(report_id,))
    return _page(request, caller, found, None if found is None else found.team, REPORT, delete, back)


def _page(
    request: HttpRequest,
    caller: Caller,
    found: Thing | None,
    team: Team | None,
    words: Words,
    delete: Callable[[Thing], None],
    back: str,
    why_not: Problem | None = None,
) -> HttpResponse:
    if found is None or team is None:
        return render(request, "analyses/private.html", status=404)
    context = {"words": words, "back": back}
    if not caller.may_write(team):
        return render(request, "deleting/confirm.html", {**context, "is_allowed": False}, status=403)
    if request.method != "POST" and why_not is not None:
        return render(request, "deleting/confirm.html", {**context, **_said(why_not)})
    if request.method != "POST":
        return render(request, "deleting/confirm.html", {**context, "is_allowed": True})
    try:
        delete(found)
    except Problem as problem:
        return render(request, "deleting/confirm.html", {**context, **_said(problem)}, status=problem.status_code)
    return render(request, "deleting/deleted.html", context)


def _said(problem: Problem) -> dict[str, object]:
    return {"problem": f"{problem.detail} {problem.next_step}", "is_allowed": False}
