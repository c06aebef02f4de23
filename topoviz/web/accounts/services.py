"""Make teams and tokens, and take tokens back."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from topoviz.web.accounts.models import ApiToken, Membership, Role, Scope, Team, User
from topoviz.web.accounts.secrets import digest_of, make_secret
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record

if TYPE_CHECKING:
    from topoviz.web.accounts.callers import Caller

TOKEN_PREFIX = "tvz_"  # noqa: S105 - what every token begins with is no secret
SHOWN = len(TOKEN_PREFIX) + 8
LAST_USED_STEP = timedelta(minutes=1)
"""How exactly `last_used` is kept: writing it at every request would make every read a write."""


def create_anonymous_team() -> Team:
    """Make the team of a visitor without an account."""
    return Team.objects.create(name="Visitor", is_anonymous=True)


@transaction.atomic
def create_team(*, name: str, owner: User) -> Team:
    """Make a team with its first owner."""
    team = Team.objects.create(name=name)
    Membership.objects.create(team=team, user=owner, role=Role.OWNER)
    return team


@transaction.atomic
def create_api_token(
    *,
    team: Team,
    name: str,
    scope: Scope = Scope.WRITE,
    created_by: User | None = None,
    expires_in: timedelta | None = None,
    project_id: uuid.UUID | None = None,
    caller: Caller | None = None,
) -> tuple[ApiToken, str]:
    """Make a token; its secret is given this once and never again.

    It opens one project where one is given. `caller` is who makes it, and None for a command.
    """
    secret = make_secret(TOKEN_PREFIX)
    token = ApiToken.objects.create(
        team=team,
        name=name,
        scope=scope,
        created_by=created_by,
        project_id=project_id,
        prefix=secret[:SHOWN],
        digest=digest_of(secret),
        expires=None if expires_in is None else timezone.now() + expires_in,
    )
    record(team=team, caller=caller, action=Action.TOKEN_CREATED, target=name)
    return token, secret


def note_use(*, token: ApiToken) -> None:
    """Remember that a token was shown just now."""
    now = timezone.now()
    if token.last_used is None or token.last_used < now - LAST_USED_STEP:
        ApiToken.objects.filter(id=token.id).update(last_used=now)


@transaction.atomic
def revoke_api_token(*, token: ApiToken, caller: Caller | None = None) -> None:
    """Take a token back; the next request that shows it is refused. `caller` is None for a command."""
    if ApiToken.objects.filter(id=token.id, revoked=None).update(revoked=timezone.now()):
        record(team=token.team, caller=caller, action=Action.TOKEN_REVOKED, target=token.name)
