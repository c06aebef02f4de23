"""Make teams and tokens, and take tokens back."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from topoviz.web.accounts.models import ApiToken, Membership, Role, Scope, Team, User
from topoviz.web.accounts.secrets import digest_of, make_secret

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


def create_api_token(
    *,
    team: Team,
    name: str,
    scope: Scope = Scope.WRITE,
    created_by: User | None = None,
    expires_in: timedelta | None = None,
) -> tuple[ApiToken, str]:
    """Make a token; its secret is given this once and never again."""
    secret = make_secret(TOKEN_PREFIX)
    token = ApiToken.objects.create(
        team=team,
        name=name,
        scope=scope,
        created_by=created_by,
        prefix=secret[:SHOWN],
        digest=digest_of(secret),
        expires=None if expires_in is None else timezone.now() + expires_in,
    )
    return token, secret


def note_use(*, token: ApiToken) -> None:
    """Remember that a token was shown just now."""
    now = timezone.now()
    if token.last_used is None or token.last_used < now - LAST_USED_STEP:
        ApiToken.objects.filter(id=token.id).update(last_used=now)


def revoke_api_token(*, token: ApiToken) -> None:
    """Take a token back; the next request that shows it is refused."""
    ApiToken.objects.filter(id=token.id, revoked=None).update(revoked=timezone.now())
