"""Write down who did what."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from topoviz.web.audit.actions import Action
from topoviz.web.audit.models import Event

if TYPE_CHECKING:
    # People and teams stand above: what changes them is written down too.
    from topoviz.web.accounts.callers import Caller
    from topoviz.web.accounts.models import Team

BY_COMMAND = "A command on the server"
DELETED = "Somebody whose account was deleted"
MOST_SAID = 300


def record(*, team: Team, caller: Caller | None, action: Action, target: str = "") -> None:
    """Write down that something was done. Call this in the transaction of what was done.

    `caller` is None for a command. Of a visitor's own team nothing is written down: nobody else is in it.
    """
    if team.is_anonymous:
        return
    said = target if len(target) <= MOST_SAID else f"{target[: MOST_SAID - 1]}…"
    user = None if caller is None else caller.user
    token = None if caller is None else caller.token
    Event.objects.create(team=team, actor=user, token=token, who=_who(caller), action=action, target=said)


def forget_name(*, user_id: uuid.UUID) -> None:
    """Forget the name of somebody whose account is deleted; what was done stays."""
    Event.objects.filter(actor=user_id).update(who=DELETED)


def _who(caller: Caller | None) -> str:
    match caller:
        case None:
            return BY_COMMAND
        case _ if caller.token is not None:
            return f"The token {caller.token.name}"[:150]
        case _ if caller.user is not None:
            return caller.user.get_username()
        case _:
            return "A visitor"
