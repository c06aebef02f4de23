"""Who is in a team: roles, invitations, leaving."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.invitations import invitations_of, invite, revoke_invitation
from topoviz.web.accounts.members import LastOwner, NotAllowed, change_role, hand_over, leave, members_of, remove_member
from topoviz.web.accounts.models import Role, Team
from topoviz.web.pages.teams.forms import InvitationForm, MemberForm, RoleForm
from topoviz.web.pages.teams.guard import for_members, for_owners, frame

LAST_OWNER = "A team has an owner. Make somebody else an owner first, or delete the team in its settings."
CHANGED = "You are not an owner of this team any more, so nothing was changed."


@require_safe
@for_members
def members_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """Show who is in the team; to owners, with what they may change."""
    return _members(request, caller, team, InvitationForm())


@require_http_methods(["POST"])
@for_owners
def invite_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """Make an invitation and show its link, this once."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _members(request, caller, team, form)
    given = form.cleaned_data
    role = Role(given["role"])
    invitation, token = invite(team=team, caller=caller, role=role, days=given["days"], note=given["note"])
    link = request.build_absolute_uri(reverse("invitation", args=(token,)))
    context = {**frame(caller, team), "invitation": invitation, "link": link}
    return render(request, "teams/invited.html", context)


@require_POST
@for_owners
def revoke_page(request: HttpRequest, *, caller: Caller, team: Team, invitation_id: uuid.UUID) -> HttpResponse:
    """Take an invitation back."""
    if revoke_invitation(team=team, caller=caller, invitation_id=invitation_id):
        messages.success(request, "The invitation is taken back: its link leads nowhere now.")
    return redirect("team-members", team_id=team.id)


@require_POST
@for_owners
def role_page(request: HttpRequest, *, caller: Caller, team: Team, user_id: uuid.UUID) -> HttpResponse:
    """Make a member something else."""
    form = RoleForm(request.POST)
    if form.is_valid():
        with _saying_why_not(request):
            role = Role(form.cleaned_data["role"])
            if change_role(team=team, caller=caller, user_id=user_id, role=role):
                messages.success(request, "The role is changed, from the next request on.")
    return redirect("team-members", team_id=team.id)


@require_POST
@for_owners
def remove_page(request: HttpRequest, *, caller: Caller, team: Team, user_id: uuid.UUID) -> HttpResponse:
    """Take somebody out of the team."""
    with _saying_why_not(request):
        if remove_member(team=team, caller=caller, user_id=user_id):
            messages.success(request, "That member sees nothing of the team any more. Their tokens are taken back.")
    return redirect("team-members", team_id=team.id)


@require_POST
@for_members
def leave_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """Leave the team."""
    try:
        leave(team=team, caller=caller)
    except LastOwner:
        messages.error(request, LAST_OWNER)
        return redirect("team-members", team_id=team.id)
    messages.success(request, f"You have left {team.name}.")
    return redirect("teams")


@require_POST
@for_owners
def hand_over_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """Make another member the owner, and leave."""
    form = MemberForm(request.POST)
    try:
        if form.is_valid() and hand_over(team=team, caller=caller, user_id=form.cleaned_data["user"]):
            messages.success(request, f"You have handed {team.name} over and left it.")
            return redirect("teams")
        messages.error(request, "Choose a member to hand the team over to.")
    except NotAllowed:
        messages.error(request, CHANGED)
    return redirect("team-members", team_id=team.id)


@contextmanager
def _saying_why_not(request: HttpRequest) -> Iterator[None]:
    """Say on the next page why a member could not be changed."""
    try:
        yield
    except LastOwner:
        messages.error(request, LAST_OWNER)
    except NotAllowed:
        messages.error(request, CHANGED)


def _members(request: HttpRequest, caller: Caller, team: Team, form: InvitationForm) -> HttpResponse:
    members = list(members_of(team))
    context: dict[str, Any] = {
        **frame(caller, team),
        "members": members,
        "others": [one for one in members if one.user != caller.user],
        "roles": Role,
        "invitations": invitations_of(team) if caller.owns(team) else (),
        "form": form,
    }
    return render(request, "teams/members.html", context, status=422 if form.errors else 200)
