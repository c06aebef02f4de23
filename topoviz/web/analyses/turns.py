"""Whose job is next: teams and visitors take turns, whatever one of them has waiting.

Of each queue, the team comes first that has the fewest jobs running, then the one whose last turn was longest ago; of a
team, the oldest job, and what an import brought when nothing else of it waits. A team never has all workers of a queue
that has several. The spare worker of people who wait works only beside a job of somebody else: so one visitor's long
work keeps nobody waiting, and as long as there is one visitor, one worker knows all that was asked before.
"""

from __future__ import annotations

import uuid
from collections import Counter
from datetime import datetime
from typing import Final

from django.db.models import Min
from django.utils import timezone

from topoviz.web.analyses.jobs import claim
from topoviz.web.analyses.models import Job, State, Turn
from topoviz.web.processes import WORKERS

_TRIES: Final = 8
"""How often the next job may be taken by somebody else before a worker gives up; whoever took it rings again."""


def claim_next(queue: str, *, is_spare: bool = False) -> Job | None:
    """Take the lease of the job that is next in a queue; None where none may be worked on now."""
    for _ in range(_TRIES):
        team = _next_team(queue, is_spare=is_spare)
        if team is None:
            return None
        waiting = Job.objects.filter(queue=queue, state=State.QUEUED, analysis__team=team)
        job_id = waiting.order_by("-is_bounded", "created", "id").values_list("id", flat=True).first()
        job = None if job_id is None else claim(job_id)
        if job is not None:
            Turn.objects.update_or_create(team_id=team, queue=queue, defaults={"taken": timezone.now()})
            return job
    return None


def others_wait(job: Job) -> bool:
    """Tell whether somebody else waits in the queue of a job that runs now: the spare worker may begin."""
    waiting = Job.objects.filter(queue=job.queue, state=State.QUEUED)
    return waiting.exclude(analysis__team=job.analysis.team_id).exists()


def has_more(job: Job) -> bool:
    """Tell whether jobs of the same team wait in its queue, which nobody may have been let work on so far."""
    return Job.objects.filter(queue=job.queue, state=State.QUEUED, analysis__team=job.analysis.team_id).exists()


def _next_team(queue: str, *, is_spare: bool) -> uuid.UUID | None:
    waiting = Job.objects.filter(queue=queue, state=State.QUEUED).order_by().values_list("analysis__team")
    oldest: dict[uuid.UUID, datetime] = dict(waiting.annotate(Min("created")))
    if not oldest:
        return None
    running = Counter(Job.objects.filter(queue=queue, state=State.RUNNING).values_list("analysis__team", flat=True))
    if is_spare:
        free = [team for team in oldest if running and not running[team]]
    else:
        most = max(1, WORKERS[queue] - 1)
        free = [team for team in oldest if running[team] < most]
    taken = dict(Turn.objects.filter(queue=queue, team__in=free).values_list("team", "taken"))
    return min(free, key=lambda team: (running[team], team in taken, taken.get(team, oldest[team])), default=None)
