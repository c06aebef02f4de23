"""Who is calling: the one thing every query starts from."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest

from topoviz.web.accounts.models import ApiToken, Role, Team, User
from topoviz.web.accounts.selectors import memberships_of, role_of_token
from topoviz.web.accounts.services import create_anonymous_team

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase

TEAM_KEY = "team"
"""Where a session names the team of a visitor."""

CHOSEN_KEY = "chosen_team"
"""Where a session names the team that somebody who is signed in works in."""


@dataclass(frozen=True, slots=True)
class TeamRole:
    """A team, and what somebody may do there."""

    team: Team
    role: Role


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose behalf something is asked, and what they may do in which teams.

    `team` is where new things go; None for a visitor who has nothing yet, and for a user who is in no team. `project`
    is the only one that a token opens; None where all are open. `source` tells one session or token from another: a new
    preview takes the place of the last one of its source.
    """

    team: Team | None
    roles: tuple[TeamRole, ...] = ()
    source: str = ""
    user: User | None = None
    token: ApiToken | None = None
    project: uuid.UUID | None = None

    @property
    def teams(self) -> tuple[Team, ...]:
        """All teams whose things are there for the caller."""
        return tuple(one.team for one in self.roles)

    def role_in(self, team: Team) -> Role | None:
        """Give what the caller is in a team; None where that is not theirs at all."""
        return next((one.role for one in self.roles if one.team.pk == team.pk), None)

    def may_write(self, team: Team) -> bool:
        """Tell whether the caller may add to a team, and change what is there."""
        return self.role_in(team) in (Role.OWNER, Role.EDITOR)

    def owns(self, team: Team) -> bool:
        """Tell whether the caller decides about a team itself."""
        return self.role_in(team) == Role.OWNER

    @property
    def is_visitor(self) -> bool:
        """Tell whether nobody is signed in and no token is shown."""
        return self.user is None and self.token is None

    @property
    def can_write(self) -> bool:
        """Tell whether there is anything that the caller may write; a visitor's first submission makes a team."""
        return self.is_visitor or any(self.may_write(team) for team in self.teams)


def caller_of_token(token: ApiToken) -> Caller | None:
    """Give the caller that a token stands for; None when the one who made it may not act there any more."""
    role = role_of_token(token)
    if role is None:
        return None
    roles = (TeamRole(token.team, role),)
    return Caller(token.team, roles, f"token:{token.id}", token.created_by, token, token.project_id)


def caller_of_session(request: HttpRequest) -> Caller:
    """Give the signed-in user with all teams, or the visitor with the team of the session.

    Read again at every request, so that a removed member sees nothing from then on. What a user made here before
    signing in stays theirs until it is taken into a team.
    """
    user, session = request.user, request.session
    visitors = _visitors_team(session)
    if not isinstance(user, User):
        if visitors is None:
            return Caller(None)
        return Caller(visitors.team, (visitors,), f"visitor:{visitors.team.id}")
    mine = tuple(TeamRole(one.team, Role(one.role)) for one in memberships_of(user))
    chosen = next((one.team for one in mine if str(one.team.pk) == session.get(CHOSEN_KEY)), None)
    team = chosen or (mine[0].team if mine else None)
    return Caller(team, mine if visitors is None else (*mine, visitors), f"user:{user.pk}", user)


def team_for_writing(caller: Caller, session: SessionBase) -> Team | None:
    """Give the team that something new belongs to; a visitor's first submission makes one.

    None for a signed-in user who is in no team.
    """
    if caller.team is not None or not caller.is_visitor:
        return caller.team
    team = create_anonymous_team()
    session[TEAM_KEY] = str(team.id)
    return team


def _visitors_team(session: SessionBase) -> TeamRole | None:
    team_id = session.get(TEAM_KEY)
    team = None if team_id is None else Team.objects.filter(id=team_id, is_anonymous=True).first()
    return None if team is None else TeamRole(team, Role.EDITOR)
