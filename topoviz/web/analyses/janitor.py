"""What must happen although nobody asks: lost work is given back, bells are rung again, previews are thrown away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from topoviz.web.analyses.doorbell import ring
from topoviz.web.analyses.jobs import lose
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job, State

RINGS_AT_ONCE = 200
"""A broker that hangs costs half a second a ring; the janitor shall come round again meanwhile."""


TIDYING: list[Callable[[], object]] = []
"""What other applications have cleaned up each time."""


def clean_up(now: datetime | None = None) -> None:
    """Go round once."""
    now = timezone.now() if now is None else now
    give_back_lost_jobs(now)
    ring_again(now)
    throw_away_previews(now)
    for tidy in TIDYING:
        tidy()
    Session.objects.filter(expire_date__lt=now).delete()


def give_back_lost_jobs(now: datetime) -> int:
    """Let jobs wait again whose worker renews the lease no more; gives how many."""
    lost = Job.objects.filter(state=State.RUNNING, lease_until__lt=now).order_by("created")
    return sum(lose(job, now) for job in lost)


def ring_again(now: datetime) -> int:
    """Ring for jobs that have waited for long, the oldest first, until a bell is not heard; gives how many were."""
    patience = timedelta(seconds=limits().unrung_seconds)
    waiting = Job.objects.filter(Q(rung=None) | Q(rung__lt=now - patience), state=State.QUEUED).order_by("created")
    heard = 0
    for job_id, queue in waiting.values_list("id", "queue")[:RINGS_AT_ONCE]:
        if not ring(job_id, queue):
            break
        heard += Job.objects.filter(id=job_id, state=State.QUEUED).update(rung=now)
    return heard


def throw_away_previews(now: datetime) -> int:
    """Delete previews whose time is over, with everything that belongs to them; gives how many."""
    over = Analysis.objects.filter(revision=None, expires__lt=now)
    count = over.count()
    if count:
        over.delete()
    return count
