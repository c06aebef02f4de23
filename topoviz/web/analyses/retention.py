"""What is thrown away with time: programs after the days that a setting says, and pictures beyond a size."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Final

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.utils import timezone

from topoviz.web.accounts.models import Team
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Diagram

AT_ONCE: Final = 200
"""Rows hold megabytes; nobody shall wait for the database that deletes them."""

LEAVING_OUT: list[Callable[[QuerySet[Analysis]], QuerySet[Analysis]]] = []
"""What leaves programs out that stay however old they are; applications put theirs in when they begin."""

VISITORS_KEPT: Final = timedelta(days=7)
"""How long a visitor's team stays in which nothing is."""


def end_of_retention(now: datetime | None = None) -> datetime | None:
    """Give the time before which nothing is kept, where a setting says so."""
    days: int = settings.TOPOVIZ_RETENTION_DAYS
    return (now or timezone.now()) - timedelta(days=days) if days else None


def throw_away_old(now: datetime | None = None) -> int:
    """Delete programs that are too old, with everything that belongs to them; gives how many.

    A program that came again with a later commit, or was shared, asked about or laid a lag history onto since, stays
    with that. Others stay as `LEAVING_OUT` says.
    """
    end = end_of_retention(now)
    if end is None:
        return 0
    old = Analysis.objects.filter(expires=None, created__lt=end)
    for later in ("revisions", "share_links", "calculations", "comparisons", "lag_reports"):
        old = old.exclude(**{f"{later}__created__gte": end})
    for leave_out in LEAVING_OUT:
        old = leave_out(old)
    return _delete(list(old.order_by("created").values_list("id", flat=True)[:AT_ONCE]))


def throw_away_empty_visitors(now: datetime | None = None) -> int:
    """Delete teams of visitors who came long ago and left nothing; gives how many."""
    long_ago = (now or timezone.now()) - VISITORS_KEPT
    empty = Team.objects.filter(is_anonymous=True, created__lt=long_ago, analyses=None, lag_reports=None)
    return Team.objects.filter(id__in=list(empty.values_list("id", flat=True)[:AT_ONCE])).delete()[0]


def drop_pictures_beyond_quota() -> int:
    """Delete the oldest pictures of teams that have too many bytes of them: they are made again; gives how many."""
    sums = Diagram.objects.order_by().values_list("analysis__team").annotate(size=Sum("size"))
    most = limits().team_picture_bytes
    return sum(_drop_pictures(team, most) for team, _ in sums.filter(size__gt=most))


def _drop_pictures(team: uuid.UUID, most: int) -> int:
    rows = list(Diagram.objects.filter(analysis__team=team).order_by("-created", "-id").values_list("id", "size"))
    kept = sum(1 for size in accumulate(size for _, size in rows) if size <= most)
    older = [number for number, _ in rows[kept:]]
    return Diagram.objects.filter(id__in=older[-AT_ONCE:]).delete()[0]


def _delete(analyses: list[uuid.UUID]) -> int:
    Analysis.objects.filter(id__in=analyses).only("id").delete()
    return len(analyses)
