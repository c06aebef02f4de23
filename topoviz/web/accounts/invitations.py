"""Invite to a team by a link that holds for a while and for one person, and join by it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Invitation, Membership, Role, Team, User
from topoviz.web.accounts.secrets import digest_of, make_secret
from topoviz.web.accounts.selectors import membership_of
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record

INVITED_KEY = "invited"
"""Where a session remembers that an invitation was followed, so that an account may be made for it."""

DAYS: Final = (1, 7, 30)
"""How long an invitation may hold."""


class NoLonger(Exception):
    """An invitation was used, taken back, or is too old."""


def invitations_of(team: Team) -> QuerySet[Invitation]:
    """Give those of a team that one can still join by, the newest first."""
    return Invitation.objects.select_related("created_by").filter(_holds(), team=team).order_by("-created", "-id")


def find_invitation(token: str) -> Invitation | None:
    """Give the invitation with this token while it holds."""
    found = Invitation.objects.select_related("team", "created_by").filter(_holds(), digest=digest_of(token))
    return found.first()


@transaction.atomic
def invite(*, team: Team, caller: Caller, role: Role, days: int, note: str = "") -> tuple[Invitation, str]:
    """Make an invitation; its token is given this once and never again."""
    token = make_secret()
    invitation = Invitation.objects.create(
        team=team,
        role=role,
        note=note,
        digest=digest_of(token),
        created_by=caller.user,
        expires=timezone.now() + timedelta(days=days),
    )
    record(team=team, caller=caller, action=Action.INVITED, target=_what(invitation))
    return invitation, token


@transaction.atomic
def revoke_invitation(*, team: Team, caller: Caller, invitation_id: uuid.UUID) -> bool:
    """Take one back; False when nobody can join by it anyway."""
    found = Invitation.objects.filter(_holds(), team=team, id=invitation_id).first()
    if found is None or Invitation.objects.filter(_holds(), id=found.id).update(revoked=timezone.now()) != 1:
        return False
    record(team=team, caller=caller, action=Action.INVITATION_REVOKED, target=_what(found))
    return True


@transaction.atomic
def join(*, invitation: Invitation, user: User, caller: Caller) -> Membership:
    """Become a member by an invitation, which is used up by it; raises NoLonger.

    Who is in the team already stays what they are there, and uses nothing up.
    """
    already = membership_of(user, invitation.team)
    if already is not None:
        return already
    if Invitation.objects.filter(_holds(), id=invitation.id).update(accepted=timezone.now(), accepted_by=user) != 1:
        raise NoLonger
    membership, _ = Membership.objects.get_or_create(
        team=invitation.team, user=user, defaults={"role": invitation.role}
    )
    record(team=invitation.team, caller=caller, action=Action.JOINED, target=membership.role)
    return membership


def _holds() -> Q:
    return Q(accepted=None, revoked=None, expires__gt=timezone.now())


def _what(invitation: Invitation) -> str:
    return f"{invitation.note or 'for whoever has the link'}, as {invitation.role}"
