"""Read what was done."""

from __future__ import annotations

from django.db.models import QuerySet

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.audit.models import Event


def events_of(caller: Caller, team: Team) -> QuerySet[Event]:
    """Give what was done in a team, the newest first; nothing to those who do not own it."""
    if not caller.owns(team):
        return Event.objects.none()
    return Event.objects.filter(team=team).order_by("-created", "-id")
