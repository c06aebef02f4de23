"""The stores of a project, and what happened to one over time."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.stores import store_shown
from topoviz.web.pages.projects.guard import around, for_members
from topoviz.web.projects.models import Project
from topoviz.web.projects.selectors import branches_of
from topoviz.web.projects.stores import stores_of


@require_safe
@for_members
def stores_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Show the stores of a branch, or one of them with everything that happened to it."""
    branch, name = request.GET.get("branch", "") or project.main_branch, request.GET.get("store", "")
    found = stores_of(project, branch)
    shown = found.called(name) if name else found.stores
    documents = [store_shown(one) for one in shown]
    context = {
        **around(caller, project),
        "stores": found,
        "store": name,
        "shown": documents,
        "branch": branch,
        "branches": branches_of(project),
    }
    return render(request, "projects/stores.html", context, status=404 if name and not shown else 200)
