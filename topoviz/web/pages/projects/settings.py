"""What a project is called, its main branch, the archive, and its end."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from topoviz.web.accounts.callers import Caller
from topoviz.web.pages.projects.guard import around, for_members
from topoviz.web.pages.teams.guard import frame
from topoviz.web.projects.models import Project
from topoviz.web.projects.services import NameTaken, archive_project, change_project, delete_project

TAKEN = "The team has another project of this name."


class ProjectForm(forms.Form):
    """What changes of a project."""

    name = forms.CharField(max_length=100)
    main_branch = forms.CharField(
        max_length=200,
        label="Main branch",
        help_text="What is deployed: the latest revision on it is shown first, and new branches are compared with it.",
    )


class DeleteForm(forms.Form):
    """The name of a project, typed again by somebody who means it."""

    project_name = forms.CharField(label="Type the name of the project to delete it")

    def __init__(self, *arguments: object, project: Project) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self._project = project

    def clean_project_name(self) -> str:
        """Take nothing but the very name."""
        typed = str(self.cleaned_data["project_name"])
        if typed != self._project.name:
            raise forms.ValidationError(f"The project is called {self._project.name}.")
        return typed


@require_http_methods(["GET", "HEAD", "POST"])
@for_members
def settings_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Show the settings of a project, and change its name and main branch."""
    if not caller.may_write(project.team):
        return render(request, "teams/for_editors.html", frame(caller, project.team), status=403)
    now = {"name": project.name, "main_branch": project.main_branch}
    form = ProjectForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        try:
            change_project(project=project, caller=caller, **form.cleaned_data)
        except NameTaken:
            form.add_error("name", TAKEN)
        else:
            messages.success(request, "The settings are saved.")
            return redirect("project-settings", project_id=project.id)
    project.refresh_from_db(fields=("name", "main_branch"))
    return _settings(request, caller, project, form, DeleteForm(project=project))


@require_POST
@for_members
def archive_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Put a project into the archive, or take it out."""
    archive_project(project=project, caller=caller, is_archived=request.POST.get("archived") == "1")
    return redirect("project-settings", project_id=project.id)


@require_POST
@for_members
def delete_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Delete a project, when an owner types its name."""
    if not caller.owns(project.team):
        raise PermissionDenied
    form, team_id = DeleteForm(request.POST, project=project), project.team_id
    if not form.is_valid():
        now = {"name": project.name, "main_branch": project.main_branch}
        return _settings(request, caller, project, ProjectForm(initial=now), form)
    delete_project(project=project, caller=caller)
    messages.success(request, f"The project {form.cleaned_data['project_name']} is deleted.")
    return redirect("team", team_id=team_id)


def _settings(
    request: HttpRequest, caller: Caller, project: Project, form: ProjectForm, delete_form: DeleteForm
) -> HttpResponse:
    shown = {**around(caller, project), "form": form, "delete_form": delete_form}
    return render(request, "projects/settings.html", shown, status=422 if form.errors or delete_form.errors else 200)
