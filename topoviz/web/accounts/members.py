"""Who is in a team and as what. A team always has an owner, whatever two people do at the same moment."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import ApiToken, Invitation, Membership, Role, Team, User
from topoviz.web.accounts.services import create_team
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record


class LastOwner(Exception):
    """A team would be without an owner."""


class NotAllowed(Exception):
    """Somebody is no owner any more."""


def members_of(team: Team) -> QuerySet[Membership]:
    """Give the members of a team with their users, the oldest first."""
    return Membership.objects.select_related("user").filter(team=team).order_by("created", "id")


@contextmanager
def one_after_another(*teams: Team) -> Iterator[None]:
    """Let one after another change who is in these teams."""
    with transaction.atomic():
        # Whoever comes second waits here, and then reads what the first has left.
        locked = Team.objects.select_for_update().filter(id__in=[team.id for team in teams])
        list(locked.order_by("id").values_list("id"))
        yield


def change_role(*, team: Team, caller: Caller, user_id: uuid.UUID, role: Role) -> bool:
    """Make a member something else; False for somebody who is no member. Raises LastOwner and NotAllowed."""
    with _by_an_owner(team, caller):
        membership = members_of(team).filter(user=user_id).first()
        if membership is None:
            return False
        before = membership.role
        if before == role:
            return True
        _keep_an_owner(membership, becomes=role)
        membership.role = role
        membership.save(update_fields=("role",))
        if before == Role.OWNER:
            _revoke_invitations(team, membership.user)
        what = f"{membership.user} from {before} to {role}"
        record(team=team, caller=caller, action=Action.ROLE_CHANGED, target=what)
        return True


def remove_member(*, team: Team, caller: Caller, user_id: uuid.UUID) -> bool:
    """Take somebody out of a team; False for somebody who is no member. Raises LastOwner and NotAllowed."""
    with _by_an_owner(team, caller):
        membership = members_of(team).filter(user=user_id).first()
        if membership is None:
            return False
        _take_out(membership)
        record(team=team, caller=caller, action=Action.MEMBER_REMOVED, target=str(membership.user))
        return True


def leave(*, team: Team, caller: Caller) -> bool:
    """Leave a team; False for somebody who is no member. Raises LastOwner."""
    with one_after_another(team):
        membership = members_of(team).filter(user=caller.user).first()
        if membership is None:
            return False
        _take_out(membership)
        record(team=team, caller=caller, action=Action.LEFT)
        return True


def hand_over(*, team: Team, caller: Caller, user_id: uuid.UUID) -> bool:
    """Make somebody else an owner, and leave; False for somebody who is no member. Raises NotAllowed."""
    if caller.user is None or caller.user.pk == user_id:
        return False
    with transaction.atomic():
        return change_role(team=team, caller=caller, user_id=user_id, role=Role.OWNER) and leave(
            team=team, caller=caller
        )


@transaction.atomic
def rename_team(*, team: Team, caller: Caller, name: str) -> None:
    """Give a team another name."""
    Team.objects.filter(id=team.id).update(name=name)
    record(team=team, caller=caller, action=Action.TEAM_RENAMED, target=name)


def delete_team(*, team: Team, caller: Caller) -> None:
    """Delete a team with everything that it has; raises NotAllowed. Its files on disk go with the next tidying up."""
    with _by_an_owner(team, caller):
        team.delete()


@transaction.atomic
def make_team(*, name: str, caller: Caller) -> Team:
    """Make a team that the caller owns."""
    assert caller.user is not None, "pages ask to sign in first"
    team = create_team(name=name, owner=caller.user)
    record(team=team, caller=caller, action=Action.TEAM_CREATED, target=name)
    return team


@contextmanager
def _by_an_owner(team: Team, caller: Caller) -> Iterator[None]:
    with one_after_another(team):
        # Asked again: another owner may have changed it since the request began.
        if not Membership.objects.filter(team=team, user=caller.user, role=Role.OWNER).exists():
            raise NotAllowed
        yield


def _take_out(membership: Membership) -> None:
    _keep_an_owner(membership, becomes=None)
    membership.delete()
    # Who comes back later finds neither of them valid again.
    ApiToken.objects.filter(team=membership.team, created_by=membership.user, revoked=None).update(
        revoked=timezone.now()
    )
    _revoke_invitations(membership.team, membership.user)


def _keep_an_owner(membership: Membership, *, becomes: Role | None) -> None:
    if membership.role != Role.OWNER or becomes == Role.OWNER:
        return
    others = Membership.objects.filter(team=membership.team_id, role=Role.OWNER).exclude(id=membership.id)
    if not others.exists():
        raise LastOwner


def _revoke_invitations(team: Team, user: User) -> None:
    Invitation.objects.filter(team=team, created_by=user, accepted=None, revoked=None).update(revoked=timezone.now())
