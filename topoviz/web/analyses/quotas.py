"""How much a team may keep: programs count with their results, and so do questions about them that are kept.

Pictures, which are made again, do not.
"""

from __future__ import annotations

from django.db.models import Sum

from topoviz.web.accounts.models import Team
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis


class QuotaUsedUp(Exception):
    """A team keeps as much as it may: the limit by its name, and how much it is."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit, self.most = limit, int(getattr(limits(), limit))


def refuse_to_keep(team: Team, size: int) -> None:
    """Raise QuotaUsedUp when one more program of so many bytes is too much for a team to keep."""
    whose = "visitor" if team.is_anonymous else "team"
    of_count = f"{whose}_analyses"
    if Analysis.objects.filter(team=team, expires=None).count() >= getattr(limits(), of_count):
        raise QuotaUsedUp(of_count)
    refuse_bytes(team, size)


def refuse_bytes(team: Team, size: int) -> None:
    """Raise QuotaUsedUp when so many bytes more, of whatever stays, are too many for a team to keep."""
    of_bytes = "visitor_bytes" if team.is_anonymous else "team_bytes"
    kept = (team.analyses, team.calculations)
    there = sum(one.filter(expires=None).order_by().aggregate(size=Sum("size"))["size"] or 0 for one in kept)
    if there + size > getattr(limits(), of_bytes):
        raise QuotaUsedUp(of_bytes)


def refuse_preview(team: Team, size: int) -> None:
    """Raise QuotaUsedUp when what a team has for a short time, answers with it, is as much as it may be."""
    passing = (one.filter(expires__isnull=False).order_by() for one in (team.analyses, team.calculations))
    if sum(one.aggregate(size=Sum("size"))["size"] or 0 for one in passing) + size > limits().preview_bytes:
        raise QuotaUsedUp("preview_bytes")
