"""Who did what in a team."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.audit.selectors import events_of
from topoviz.web.pages.teams.guard import for_owners, frame

A_PAGE = 50


@require_safe
@for_owners
def audit_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """List what was done, the newest first."""
    page = Paginator(events_of(caller, team).select_related("actor"), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "teams/audit.html", {**frame(caller, team), "page": page})
