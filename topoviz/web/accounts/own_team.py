"""Whoever signs in and is in no team gets one of their own, unless an invitation brings them into another."""

from __future__ import annotations

from django.http import HttpRequest

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.invitations import INVITED_KEY
from topoviz.web.accounts.members import make_team
from topoviz.web.accounts.models import Membership, User


def give_own_team(*, request: HttpRequest, user: User) -> None:
    """Make the first team of somebody who signs in."""
    if INVITED_KEY in request.session or Membership.objects.filter(user=user).exists():
        return
    make_team(name=f"{user.get_username()}'s team"[:100], caller=Caller(None, user=user))
