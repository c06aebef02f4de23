"""The lag of a project over days."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.lag_days import days_context
from topoviz.web.lag_reports.selectors import days_of
from topoviz.web.pages.projects.guard import around, for_members
from topoviz.web.projects.models import Project


@require_safe
@for_members
def lag_days_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Show what became worse over the days that are kept, or how a day is handed in."""
    base = request.build_absolute_uri("/").rstrip("/")
    return render(
        request,
        "projects/lag_days.html",
        {**around(caller, project), **days_context(days_of(project.id)), "base": base},
    )
