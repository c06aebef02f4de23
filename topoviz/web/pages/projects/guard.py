"""Who may open the pages of a project: the members of its team, and change it those who may write."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from topoviz.web.accounts.callers import Caller
from topoviz.web.pages.teams.guard import frame, signed_in
from topoviz.web.projects.models import Project
from topoviz.web.projects.selectors import find_project

ProjectPage = Callable[..., HttpResponseBase]


def for_members(page: ProjectPage) -> ProjectPage:
    """Give a page `caller` and `project` in place of `project_id`; others find nothing, visitors sign in.

    What changes something is for those who may write.
    """

    @signed_in
    @wraps(page)
    def guarded(request: HttpRequest, *, caller: Caller, project_id: uuid.UUID, **parts: Any) -> HttpResponseBase:
        project = find_project(caller, project_id)
        if project is None:
            return not_there(request)
        if request.method == "POST" and not caller.may_write(project.team):
            raise PermissionDenied
        return page(request, caller=caller, project=project, **parts)

    return guarded


def around(caller: Caller, project: Project) -> dict[str, Any]:
    """Give what `projects/frame.html` shows round every page of a project."""
    return {**frame(caller, project.team), "project": project}


def not_there(request: HttpRequest) -> HttpResponse:
    """Say that there is no such project, or that it is another's: nobody learns which."""
    return render(request, "projects/not_there.html", status=404)
