"""Find out who is calling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils import timezone

from topoviz.web.accounts.models import ApiToken, Membership, Role, Scope, Team, User
from topoviz.web.accounts.secrets import digest_of

if TYPE_CHECKING:
    # Callers are found with what stands here.
    from topoviz.web.accounts.callers import Caller


def find_token(secret: str) -> ApiToken | None:
    """Give the token with this secret while it is valid."""
    valid = Q(expires=None) | Q(expires__gt=timezone.now())
    tokens = ApiToken.objects.select_related("team", "created_by").filter(valid, digest=digest_of(secret), revoked=None)
    return tokens.first()


def role_of_token(token: ApiToken) -> Role | None:
    """Give what a token may do in its team: what it is for, and never more than the one who made it.

    None when that one has left; a token of nobody stays.
    """
    may_do = Role.EDITOR if token.scope == Scope.WRITE else Role.VIEWER
    if token.created_by is None:
        return may_do
    membership = membership_of(token.created_by, token.team) if token.created_by.is_active else None
    if membership is None:
        return None
    return may_do if may_write(membership) else Role.VIEWER


def tokens_of(caller: Caller) -> QuerySet[ApiToken]:
    """Give the tokens that somebody may look after: all of the teams they own, and their own of those they edit.

    Those that were taken back are not among them, and to a token there are none at all.
    """
    if caller.user is None or caller.token is not None:
        return ApiToken.objects.none()
    edited = [one.team for one in caller.roles if one.role == Role.EDITOR]
    owned = [one.team for one in caller.roles if one.role == Role.OWNER]
    theirs = Q(team__in=owned) | Q(team__in=edited, created_by=caller.user)
    return ApiToken.objects.filter(theirs, revoked=None).select_related("team", "created_by", "project")


def membership_of(user: User, team: Team) -> Membership | None:
    """Give the user's membership in a team."""
    return Membership.objects.filter(user=user, team=team).first()


def memberships_of(user: User) -> QuerySet[Membership]:
    """Give all memberships of a user with their teams, the oldest first."""
    return Membership.objects.select_related("team").filter(user=user).order_by("created", "id")


def may_write(membership: Membership) -> bool:
    """Tell whether a member may add and change things."""
    return membership.role in (Role.OWNER, Role.EDITOR)
