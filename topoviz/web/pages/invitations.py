"""What a link of an invitation shows: to which team, and how to join."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from topoviz.web.accounts.callers import CHOSEN_KEY, caller_of_session
from topoviz.web.accounts.invitations import INVITED_KEY, NoLonger, find_invitation, join
from topoviz.web.accounts.selectors import membership_of


@require_http_methods(["GET", "HEAD", "POST"])
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Say what the invitation is for; join by it when somebody who is signed in says so."""
    answer = _answer(request, token)
    # The address is a secret: it is named to this server alone, which checks where the form comes from.
    answer.headers["Referrer-Policy"] = "same-origin"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    invitation = find_invitation(token)
    if invitation is None:
        return render(request, "teams/no_invitation.html", status=404)
    caller = caller_of_session(request)
    if caller.user is None:
        # Where only those may make an account who are invited, this visitor may now.
        request.session[INVITED_KEY] = True
        return render(request, "teams/invitation.html", {"invitation": invitation, "back": request.path})
    already = membership_of(caller.user, invitation.team) is not None
    if request.method != "POST" and not already:
        return render(request, "teams/invitation.html", {"invitation": invitation, "back": request.path})
    try:
        join(invitation=invitation, user=caller.user, caller=caller)
    except NoLonger:
        return render(request, "teams/no_invitation.html", status=404)
    request.session.pop(INVITED_KEY, None)
    request.session[CHOSEN_KEY] = str(invitation.team.id)
    said = "You are in this team already." if already else f"You are in the team {invitation.team.name} now."
    messages.success(request, said)
    return redirect("team", team_id=invitation.team.id)
