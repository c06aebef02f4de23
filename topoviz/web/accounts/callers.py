"""Who is calling: the one thing every query starts from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest

from topoviz.web.accounts.models import ApiToken, Scope, Team, User
from topoviz.web.accounts.selectors import first_membership, may_write
from topoviz.web.accounts.services import create_anonymous_team

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase

TEAM_KEY = "team"


@dataclass(frozen=True, slots=True)
class Caller:
    """A team, and on whose behalf; `team` is None for a visitor who has nothing yet.

    `source` tells one session or token from another: a new preview takes the place of the last one of its source.
    """

    team: Team | None
    can_write: bool
    source: str = ""
    user: User | None = None
    token: ApiToken | None = None


def caller_of_token(token: ApiToken) -> Caller:
    """Give the caller that a token stands for."""
    return Caller(token.team, token.scope == Scope.WRITE, f"token:{token.id}", token.created_by, token)


def caller_of_session(request: HttpRequest) -> Caller:
    """Give the signed-in user with the oldest team, or the visitor with the team of the session.

    Read again at every request, so that a removed member sees nothing from then on.
    """
    user = request.user
    if isinstance(user, User):
        membership = first_membership(user)
        team = None if membership is None else membership.team
        return Caller(team, membership is not None and may_write(membership), f"user:{user.pk}", user)
    team_id = request.session.get(TEAM_KEY)
    team = None if team_id is None else Team.objects.filter(id=team_id, is_anonymous=True).first()
    return Caller(team, can_write=True, source="" if team is None else f"visitor:{team.id}")


def team_for_writing(caller: Caller, session: SessionBase) -> Team | None:
    """Give the team that something new belongs to; a visitor's first submission makes one.

    None for a signed-in user who is in no team.
    """
    if caller.team is not None or caller.user is not None or caller.token is not None:
        return caller.team
    team = create_anonymous_team()
    session[TEAM_KEY] = str(team.id)
    return team
