"""What must happen although nobody asks: give lost work back, notify workers again, throw away what is of no use."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from topoviz.web.analyses.jobs import lose
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Diagram, Job, State
from topoviz.web.analyses.notify import notify
from topoviz.web.analyses.retention import drop_pictures_beyond_quota, throw_away_empty_visitors, throw_away_old
from topoviz.web.analyses.versions import engine_version

NOTIFIED_AT_ONCE = 200
"""A broker that hangs costs half a second a message; the janitor shall come round again meanwhile."""

DROPPED_AT_ONCE = 500
"""Drawings hold some hundred kilobytes each; nobody shall wait for the database that drops them."""

RARELY: list[Callable[[], object]] = [
    throw_away_old,
    throw_away_empty_visitors,
    drop_pictures_beyond_quota,
]
"""What looks at much and is done now and then, by other applications too."""

TIDYING: list[Callable[[], object]] = []
"""What other applications have cleaned up each time."""


def clean_up(now: datetime | None = None) -> None:
    """Go round once."""
    now = timezone.now() if now is None else now
    give_back_lost_jobs(now)
    notify_again(now)
    throw_away_previews(now)
    drop_old_drawings()
    for tidy in TIDYING:
        tidy()
    Session.objects.filter(expire_date__lt=now).delete()


def clean_up_rarely() -> None:
    """Do what looks at much."""
    for tidy in RARELY:
        tidy()


def give_back_lost_jobs(now: datetime) -> int:
    """Let jobs wait again whose worker renews the lease no more; gives how many."""
    lost = Job.objects.filter(state=State.RUNNING, lease_until__lt=now).order_by("created")
    return sum(lose(job, now) for job in lost)


def notify_again(now: datetime) -> int:
    """Notify of jobs that have waited for long, the oldest first, until the broker is gone; gives of how many."""
    patience = timedelta(seconds=limits().renotify_seconds)
    is_due = Q(notified=None) | Q(notified__lt=now - patience)
    waiting = Job.objects.filter(is_due, state=State.QUEUED).order_by("created")
    sent = 0
    for job_id, queue in waiting.values_list("id", "queue")[:NOTIFIED_AT_ONCE]:
        if not notify(queue):
            break
        sent += Job.objects.filter(id=job_id, state=State.QUEUED).update(notified=now)
    return sent


def throw_away_previews(now: datetime) -> int:
    """Delete previews whose time is over, with everything that belongs to them; gives how many."""
    over = Analysis.objects.filter(expires__lt=now)
    count = over.count()
    if count:
        # Only that much of each is read: their texts together may be larger than the memory.
        over.only("id").delete()
    return count


def drop_old_drawings() -> int:
    """Delete some of the drawings that older code made, which nobody is shown any more; gives how many."""
    old = Diagram.objects.exclude(renderer=engine_version()).values_list("id", flat=True)
    return Diagram.objects.filter(id__in=list(old[:DROPPED_AT_ONCE])).delete()[0]
