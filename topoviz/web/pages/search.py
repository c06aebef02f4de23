"""The search over all projects: by topic, store, node or text, with the applications that topics join."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.searches import results_document
from topoviz.web.pages.teams.guard import signed_in
from topoviz.web.projects.search import WHERE, landscape, search

LONGEST = 500


@require_safe
@signed_in
def search_page(request: HttpRequest, *, caller: Caller) -> HttpResponse:
    """Show what was found; without a query, all applications that topics join."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    where = request.GET.get("in", "")
    where = where if where in WHERE else ""
    results = search(caller, query, where)
    shown = landscape(caller, query if results.is_topic else "") if results.is_topic or not query else None
    context = {
        "query": query,
        "where": where,
        "kinds": WHERE,
        "results": results_document(results),
        "readers": [one for one in results_document(results)["projects"] if one["reads"]],
        "writers": [one for one in results_document(results)["projects"] if one["writes"]],
        "count": 0 if shown is None else len(shown.applications),
        "picture": urlencode({"topic": query}) if query else "",
        "has_projects": bool(query) or (shown is not None and bool(shown.applications)),
    }
    return render(request, "projects/search.html", context)
