"""The timeline of a project, and its revisions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.notes import placed_document
from topoviz.web.documents.project_pages import revision_context, timeline_context
from topoviz.web.pages.projects.guard import around, for_members, not_there
from topoviz.web.projects.models import Project
from topoviz.web.projects.notes import placed_notes
from topoviz.web.projects.selectors import find_revision


@require_safe
@for_members
def project_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Show the revisions of a project, the newest first, and the latest on its main branch."""
    base = request.build_absolute_uri("/").rstrip("/")
    shown = {**around(caller, project), **timeline_context(project, request.GET.dict()), "base": base}
    return render(request, "projects/timeline.html", shown)


@require_safe
@for_members
def revision_page(request: HttpRequest, *, caller: Caller, project: Project, number: int) -> HttpResponse:
    """Show a revision: its verdict, what changes, and its picture."""
    revision = find_revision(caller, project.id, number)
    if revision is None:
        return not_there(request)
    notes = [placed_document(one, revision) for one in placed_notes(project, revision)]
    shown = {**around(caller, project), **revision_context(revision), "notes": notes}
    return render(request, "projects/revision.html", shown)
