"""Find out who is calling."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from topoviz.web.accounts.models import ApiToken, Membership, Role, Team, User
from topoviz.web.accounts.secrets import digest_of

LAST_USED_STEP = timedelta(minutes=1)
"""How exactly `last_used` is kept: writing it at every request would make every read a write."""


def find_token(secret: str) -> ApiToken | None:
    """Give the token with this secret while it is valid, and note that it was used."""
    now = timezone.now()
    valid = Q(expires=None) | Q(expires__gt=now)
    tokens = ApiToken.objects.select_related("team", "created_by").filter(valid, digest=digest_of(secret), revoked=None)
    token = tokens.first()
    if token is None or not may_still_act(token):
        return None
    if token.last_used is None or token.last_used < now - LAST_USED_STEP:
        ApiToken.objects.filter(id=token.id).update(last_used=now)
    return token


def may_still_act(token: ApiToken) -> bool:
    """Tell whether the one who made the token is still in its team; a token of nobody stays."""
    if token.created_by is None:
        return True
    return token.created_by.is_active and membership_of(token.created_by, token.team) is not None


def membership_of(user: User, team: Team) -> Membership | None:
    """Give the user's membership in a team."""
    return Membership.objects.filter(user=user, team=team).first()


def first_membership(user: User) -> Membership | None:
    """Give the membership a user works in when none was chosen: the oldest."""
    return Membership.objects.select_related("team").filter(user=user).order_by("created", "id").first()


def may_write(membership: Membership) -> bool:
    """Tell whether a member may add and change things."""
    return membership.role in (Role.OWNER, Role.EDITOR)
