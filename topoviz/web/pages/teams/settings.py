"""The name of a team, and its end."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.members import NotAllowed, delete_team, rename_team
from topoviz.web.accounts.models import Team
from topoviz.web.pages.teams.forms import DeleteTeamForm, NameForm
from topoviz.web.pages.teams.guard import for_owners, frame


@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
def settings_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """Rename a team."""
    form = NameForm(request.POST or None, initial={"name": team.name})
    if request.method == "POST" and form.is_valid():
        rename_team(team=team, caller=caller, name=form.cleaned_data["name"])
        messages.success(request, "The team has another name now.")
        return redirect("team-settings", team_id=team.id)
    return _settings(request, caller, team, form, DeleteTeamForm(team_name=team.name, prefix="delete"))


@require_http_methods(["POST"])
@for_owners
def delete_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """Delete a team when its name is typed."""
    form = DeleteTeamForm(request.POST, team_name=team.name, prefix="delete")
    if not form.is_valid():
        return _settings(request, caller, team, NameForm(initial={"name": team.name}), form)
    try:
        delete_team(team=team, caller=caller)
    except NotAllowed:
        messages.error(request, "You are not an owner of this team any more, so nothing was deleted.")
        return redirect("teams")
    messages.success(request, f"{team.name} is deleted, with everything that it had.")
    return redirect("teams")


def _settings(
    request: HttpRequest, caller: Caller, team: Team, form: NameForm, delete_form: DeleteTeamForm
) -> HttpResponse:
    wrong = bool(form.errors or delete_form.errors)
    context = {**frame(caller, team), "form": form, "delete_form": delete_form}
    return render(request, "teams/settings.html", context, status=422 if wrong else 200)
