"""The share links of a team, and of a visitor: what they show, when they were opened last, and their end."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from topoviz.web.accounts.callers import Caller, caller_of_session
from topoviz.web.accounts.models import Team
from topoviz.web.documents.links import links_context
from topoviz.web.pages.teams.guard import for_editors, for_members, frame
from topoviz.web.sharing.selectors import find_link_of
from topoviz.web.sharing.services import remove_share_link

REVOKED = "The link is revoked: nobody can open it from now on. Sites that showed its picture may keep a copy."


@require_safe
@for_members
def links_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """List the links of a team."""
    return render(
        request, "teams/links.html", {**frame(caller, team), **links_context(caller, team, request.GET.dict())}
    )


@require_POST
@for_editors
def revoke_link_page(request: HttpRequest, *, caller: Caller, team: Team, link_id: uuid.UUID) -> HttpResponse:
    """Revoke a link of a team."""
    if not _revoke(caller, team, link_id):
        return render(request, "teams/not_there.html", status=404)
    messages.success(request, REVOKED)
    return redirect("team-links", team_id=team.id)


@require_safe
def my_links_page(request: HttpRequest) -> HttpResponse:
    """List the links of a visitor without an account; somebody who is signed in has those of the team."""
    caller = caller_of_session(request)
    if not caller.is_visitor and caller.team is not None:
        return redirect("team-links", team_id=caller.team.id)
    shown = {} if caller.team is None else links_context(caller, caller.team, request.GET.dict())
    return render(request, "sharing/my_links.html", shown)


@require_POST
def revoke_my_link_page(request: HttpRequest, link_id: uuid.UUID) -> HttpResponse:
    """Revoke a link that a visitor has made."""
    caller = caller_of_session(request)
    team = caller.team if caller.is_visitor else None
    if team is None or not _revoke(caller, team, link_id):
        return render(request, "sharing/gone.html", status=404)
    messages.success(request, REVOKED)
    return redirect("my-links")


def _revoke(caller: Caller, team: Team, link_id: uuid.UUID) -> bool:
    link = find_link_of(caller, link_id)
    if link is None or link.team_id != team.id:
        return False
    remove_share_link(link=link, caller=caller)
    return True
