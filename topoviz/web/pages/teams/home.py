"""My teams, making another one, choosing the one that new things go to, and the first page of each."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from topoviz.web.accounts.callers import CHOSEN_KEY, Caller
from topoviz.web.accounts.members import make_team
from topoviz.web.accounts.models import Membership, Team
from topoviz.web.documents.team_projects import projects_context
from topoviz.web.pages.teams.forms import ChoiceForm, NameForm
from topoviz.web.pages.teams.guard import for_members, frame, signed_in, team_of


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def teams_page(request: HttpRequest, *, caller: Caller) -> HttpResponse:
    """List the teams of the caller, and make another one."""
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        team = make_team(name=form.cleaned_data["name"], caller=caller)
        request.session[CHOSEN_KEY] = str(team.id)
        return redirect("team", team_id=team.id)
    mine = Membership.objects.select_related("team").filter(user=caller.user).order_by("created", "id")
    with_size = mine.annotate(members=Count("team__memberships"))
    return render(request, "teams/teams.html", {"memberships": with_size, "form": form})


@require_POST
@signed_in
def choose_team(request: HttpRequest, *, caller: Caller) -> HttpResponse:
    """Choose the team that new things go to, and show it."""
    form = ChoiceForm(request.POST)
    team = team_of(caller, form.cleaned_data["team"]) if form.is_valid() else None
    if team is None:
        return render(request, "teams/not_there.html", status=404)
    request.session[CHOSEN_KEY] = str(team.id)
    messages.success(request, f"What you make from now on goes to {team.name}.")
    return redirect("team", team_id=team.id)


@require_safe
@for_members
def team_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """Show the first page of a team: its projects, and the programs that it keeps without one."""
    base = request.build_absolute_uri("/").rstrip("/")
    shown = projects_context(caller, team, request.GET.dict())
    return render(request, "teams/team.html", {**frame(caller, team), **shown, "base": base})


def to_team(name: str, team: Team) -> HttpResponseRedirect:
    """Lead to another page of a team."""
    return redirect(name, team_id=team.id)
