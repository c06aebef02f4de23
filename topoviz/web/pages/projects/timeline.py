"""The timeline of a project, and its revisions."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.notes import placed_document
from topoviz.web.documents.project_pages import revision_context, timeline_context
from topoviz.web.pages.projects.guard import around, for_members, not_there
from topoviz.web.projects.models import Project
from topoviz.web.projects.notes import placed_notes
from topoviz.web.projects.selectors import find_revision
from topoviz.web.projects.services import delete_revision


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


@require_http_methods(["GET", "HEAD", "POST"])
@for_members
def delete_revision_page(request: HttpRequest, *, caller: Caller, project: Project, number: int) -> HttpResponse:
    """Ask whether a revision is to be deleted, and delete it."""
    if not caller.may_write(project.team):
        raise PermissionDenied
    revision = find_revision(caller, project.id, number)
    if revision is None:
        return not_there(request)
    if request.method == "POST":
        delete_revision(revision=revision, caller=caller)
        messages.success(request, f"Revision {number} is deleted.")
        return redirect("project-page", project_id=project.id)
    followers = list(revision.next.order_by("number").values_list("number", flat=True)[:20])
    shown = {
        "revision": revision,
        "followers": followers,
        "is_alone": not revision.analysis.revisions.exclude(id=revision.id).exists(),
        "has_notes": revision.notes.exists(),
    }
    return render(request, "projects/delete_revision.html", {**around(caller, project), **shown})
