"""The tokens of a team: made, shown once, and revoked."""

from __future__ import annotations

import uuid

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Scope, Team
from topoviz.web.accounts.selectors import tokens_of
from topoviz.web.accounts.services import revoke_api_token
from topoviz.web.documents.problems import Problem
from topoviz.web.documents.tokens import new_token, token_document
from topoviz.web.pages.teams.guard import for_editors, frame
from topoviz.web.projects.models import Project

SCOPES = {
    Scope.WRITE: "Reads and writes",
    Scope.READ: "Reads only",
}
EVERYTHING = "everything"
DAYS = {30: "30 days", 90: "90 days", 365: "a year", 0: "as long as nobody revokes it"}


class TokenForm(forms.Form):
    """What a token is for, what it opens, and for how long."""

    name = forms.CharField(label="What it is for", max_length=100, strip=True)
    scope = forms.ChoiceField(label="What it may do", choices=[(one.value, words) for one, words in SCOPES.items()])
    project = forms.ChoiceField(label="What it opens")
    days = forms.TypedChoiceField(label="It is valid for", choices=list(DAYS.items()), coerce=int, initial=90)

    def __init__(self, *arguments: object, team: Team, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        projects = Project.objects.filter(team=team, archived=None).order_by("name")
        choice = self.fields["project"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [
            (EVERYTHING, "Everything that the team has"),
            *((str(one.id), f"The project {one.name}") for one in projects),
        ]


@require_http_methods(["GET", "HEAD", "POST"])
@for_editors
def tokens_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """List tokens, and make another one, whose secret is in this answer alone."""
    form = TokenForm(request.POST or None, team=team)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            token, secret = new_token(
                caller=caller,
                team=team,
                name=given["name"],
                scope=Scope(given["scope"]),
                project_id=None if given["project"] == EVERYTHING else uuid.UUID(given["project"]),
                days=given["days"] or None,
            )
        except Problem as problem:
            form.add_error(None, str(problem.detail))
        else:
            context = {**frame(caller, team), "token": token_document(token), "secret": secret}
            context["base"] = request.build_absolute_uri("/").rstrip("/")
            return render(request, "teams/new_token.html", context)
    tokens = tokens_of(caller).filter(team=team).order_by("-created", "-id")
    context = {**frame(caller, team), "form": form, "tokens": tokens, "scopes": SCOPES}
    return render(request, "teams/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@for_editors
def revoke_token_page(request: HttpRequest, *, caller: Caller, team: Team, token_id: uuid.UUID) -> HttpResponse:
    """Revoke a token that the caller looks after."""
    token = tokens_of(caller).filter(team=team, id=token_id).first()
    if token is None:
        return render(request, "teams/not_there.html", status=404)
    revoke_api_token(token=token, caller=caller)
    messages.success(request, f"The token {token.name} is revoked: the next request that shows it is refused.")
    return redirect("team-tokens", team_id=team.id)
