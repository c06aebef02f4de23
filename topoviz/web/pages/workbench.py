"""The pages of the workbench: an empty one, and one with an analysis."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from topoviz.web.accounts.callers import caller_of_session
from topoviz.web.analyses.selectors import find_analysis, newest_job
from topoviz.web.documents.analyses import analysis_document, as_posted
from topoviz.web.documents.examples import examples_document
from topoviz.web.documents.limits import limits_document
from topoviz.web.documents.versions import versions_document
from topoviz.web.documents.workbench_revision import workbench_revision


@require_safe
def start_page(request: HttpRequest) -> HttpResponse:
    """Show the empty workbench."""
    return _workbench(request, {"files": [], "settings": None, "analysis": None})


@require_safe
def carried_page(request: HttpRequest) -> HttpResponse:
    """Show the workbench to whoever opens a link that carries its program behind the #, which no server sees.

    Nobody is led to another page, since the way back from there would lose the program.
    """
    if not settings.TOPOVIZ_ANONYMOUS and not request.user.is_authenticated:
        return render(request, "analyses/carried_closed.html", status=403)
    return _workbench(request, {"files": [], "settings": None, "analysis": None}, is_carried=True)


@require_safe
def analysis_page(request: HttpRequest, analysis_id: uuid.UUID) -> HttpResponse:
    """Show the workbench with one of the caller's analyses."""
    caller = caller_of_session(request)
    analysis = find_analysis(caller, analysis_id)
    if analysis is None:
        # The same for what is another's and for what is not there: nobody learns which.
        return render(request, "analyses/private.html", status=404)
    document = analysis_document(analysis, newest_job(analysis))
    revision = workbench_revision(caller, analysis, with_deployment="deployment" in request.GET)
    return _workbench(request, {**as_posted(analysis), "analysis": document, "revision": revision})


def _workbench(request: HttpRequest, initial: dict[str, Any], *, is_carried: bool = False) -> HttpResponse:
    common = {
        "versions": versions_document(),
        "examples": examples_document(),
        "limits": limits_document(),
        "can_write": caller_of_session(request).can_write,
    }
    return render(request, "analyses/start.html", {"initial": {**initial, **common}, "is_carried": is_carried})
