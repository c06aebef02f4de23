"""Who may open the pages of a team: its members, and some of them only its owners."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from topoviz.web.accounts.anonymous import to_sign_in
from topoviz.web.accounts.callers import Caller, caller_of_session
from topoviz.web.accounts.models import Team

TeamPage = Callable[..., HttpResponseBase]


def for_members(page: TeamPage) -> TeamPage:
    """Give a page `caller` and `team` in place of `team_id`; others find nothing, and visitors are asked to sign in."""
    return _guarded(page, lambda caller, team: True)


def for_owners(page: TeamPage) -> TeamPage:
    """Do the same, and let owners in alone; other members learn that it is for owners."""
    return _guarded(page, lambda caller, team: caller.owns(team))


def for_editors(page: TeamPage) -> TeamPage:
    """Do the same, and let in those alone who may add and change things; viewers learn whom to ask."""
    return _guarded(page, lambda caller, team: caller.may_write(team), "teams/for_editors.html")


def signed_in(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Give a page `caller`, who is signed in; visitors are asked to sign in."""

    @wraps(page)
    def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        caller = caller_of_session(request)
        if caller.user is None:
            return to_sign_in(request)
        return page(request, caller=caller, **parts)

    return guarded


def team_of(caller: Caller, team_id: uuid.UUID) -> Team | None:
    """Give a team that the caller is a member of."""
    return next((team for team in caller.teams if team.pk == team_id and not team.is_anonymous), None)


def _guarded(page: TeamPage, may: Callable[[Caller, Team], bool], refusal: str = "teams/for_owners.html") -> TeamPage:
    @signed_in
    @wraps(page)
    def guarded(request: HttpRequest, *, caller: Caller, team_id: uuid.UUID, **parts: Any) -> HttpResponseBase:
        team = team_of(caller, team_id)
        if team is None:
            return render(request, "teams/not_there.html", status=404)
        if not may(caller, team):
            return render(request, refusal, frame(caller, team), status=403)
        return page(request, caller=caller, team=team, **parts)

    return guarded


def frame(caller: Caller, team: Team) -> dict[str, Any]:
    """Give what `teams/frame.html` shows round every page of a team."""
    return {
        "team": team,
        "role": caller.role_in(team),
        "owns": caller.owns(team),
        "may_write": caller.may_write(team),
    }
