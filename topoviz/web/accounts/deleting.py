"""Delete an account: what becomes of its teams is decided before."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.members import LastOwner, leave, one_after_another
from topoviz.web.accounts.models import Membership, Role, Team, User
from topoviz.web.audit.services import forget_name


@dataclass(frozen=True, slots=True)
class Consequences:
    """What the end of an account means for the teams it is in."""

    deleted: tuple[Team, ...]
    """Nobody else is in these."""

    handed_over_first: tuple[Team, ...]
    """Others are in these, and none of them owns it."""

    left: tuple[Team, ...]


def consequences_of_deleting(user: User) -> Consequences:
    """Say what would become of the teams of a user."""
    deleted, first, left = [], [], []
    for membership in Membership.objects.select_related("team").filter(user=user).order_by("team__name"):
        others = Membership.objects.filter(team=membership.team).exclude(user=user)
        if not others.exists():
            deleted.append(membership.team)
        elif membership.role == Role.OWNER and not others.filter(role=Role.OWNER).exists():
            first.append(membership.team)
        else:
            left.append(membership.team)
    return Consequences(tuple(deleted), tuple(first), tuple(left))


class NotWhatWasSaid(Exception):
    """Something has changed since the consequences were said."""


def delete_account(*, user: User, caller: Caller, deleted: Collection[str]) -> None:
    """Delete an account, the teams that nobody else is in, and leave the others.

    `deleted` are the ids of the teams that were said to go; raises NotWhatWasSaid where these are others now, and
    LastOwner where a team must be handed over first.
    """
    teams = list(Team.objects.filter(memberships__user=user))
    with one_after_another(*teams):
        now = consequences_of_deleting(user)
        if now.handed_over_first:
            raise LastOwner
        if {str(team.id) for team in now.deleted} != set(deleted):
            raise NotWhatWasSaid
        for team in now.left:
            leave(team=team, caller=caller)
        for team in now.deleted:
            team.delete()
        forget_name(user_id=user.pk)
        user.delete()
