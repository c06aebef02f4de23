"""Every step that a job can take. Each is one conditional UPDATE, so that of two who try only one succeeds."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job, Kind, Queue, State
from topoviz.web.analyses.names import index_names
from topoviz.web.analyses.notify import notify

if TYPE_CHECKING:
    from topoviz.web.calculations.models import Calculation
    from topoviz.web.lag_reports.models import LagReport


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something ended without a result: a code for programs, and what happened and what to do in sentences."""

    code: str
    sentence: str
    next_step: str


LOST = Reason(
    "crashed",
    "The analysis ended without an answer, each time it was tried. This is a mistake of topoviz, not yours.",
    "Send the program to the people who run this server, or remove parts of it to find what cannot be read.",
)


class TooManyWaiting(Exception):
    """A team has as many jobs in a queue as it may have."""


class LeaseLost(Exception):
    """The job was cancelled, or given to another worker; whatever was worked out counts no more."""


def add_job(
    *,
    analysis: Analysis,
    queue: Queue,
    source: str,
    kind: Kind = Kind.ANALYZE,
    view: str = "",
    topology: int = 0,
    theme: str = "",
    form: str = "",
    lag_report: LagReport | None = None,
    calculation: Calculation | None = None,
    is_bounded: bool = True,
) -> Job:
    """Add a job that waits, and notify when it is on disk. Call this in the transaction of what it works on.

    Raises TooManyWaiting, unless it is not bounded by what the team has waiting.
    """
    if is_bounded and count_unfinished(analysis.team_id, queue) >= limits().jobs_waiting:
        raise TooManyWaiting
    job = Job.objects.create(
        analysis=analysis,
        queue=queue,
        source=source,
        kind=kind,
        view=view,
        topology=topology,
        theme=theme,
        form=form,
        lag_report=lag_report,
        calculation=calculation,
        is_bounded=is_bounded,
        notified=timezone.now(),
    )
    notify_later(job.id, queue)
    return job


def count_unfinished(team_id: uuid.UUID, queue: str, *, is_bounded: bool = True) -> int:
    """Count the jobs of a team in a queue that wait or run: those that are bounded, or those that are not."""
    unfinished = Job.objects.filter(queue=queue, state__in=(State.QUEUED, State.RUNNING), is_bounded=is_bounded)
    return unfinished.filter(analysis__team=team_id).count()


def notify_later(job_id: uuid.UUID, queue: str) -> None:
    """Notify once the transaction has been written; a broker in trouble does not concern the one who submits."""

    def notify_or_note() -> None:
        if not notify(queue):
            # The janitor sends these first.
            Job.objects.filter(id=job_id, state=State.QUEUED).update(notified=None)

    transaction.on_commit(notify_or_note, robust=True)


def ring(queue: str) -> None:
    """Have a worker look whether a job is next in a queue; where the broker is in trouble, the janitor does it."""
    notify(queue)


def claim(job_id: uuid.UUID) -> Job | None:
    """Take the lease of a job that waits, or give None: it runs, has ended, or was tried too often."""
    waiting = Job.objects.filter(id=job_id, state=State.QUEUED)
    now = timezone.now()
    lease = uuid.uuid4()
    claimed = waiting.filter(attempts__lt=limits().attempts).update(
        state=State.RUNNING,
        lease=lease,
        lease_until=_lease_end(now),
        attempts=F("attempts") + 1,
        started=Coalesce("started", now),
        stage="",
    )
    if claimed:
        return Job.objects.select_related("analysis").filter(id=job_id, lease=lease).first()
    # Counted before the work: a job that takes its worker with it would otherwise be tried for ever.
    waiting.filter(attempts__gte=limits().attempts).update(**_failure(LOST, now))
    return None


def renew(job: Job) -> bool:
    """Keep the lease; False when it is no longer ours."""
    return _held(job).update(lease_until=_lease_end(timezone.now())) == 1


def is_held(job: Job) -> bool:
    """Tell whether the lease is still ours, without writing."""
    return _held(job).exists()


def enter_stage(job: Job, stage: str) -> None:
    """Say what is being done; raises LeaseLost."""
    _must(_held(job).update(stage=stage, lease_until=_lease_end(timezone.now())))


@transaction.atomic
def store_result(job: Job, result: dict[str, Any]) -> None:
    """Keep the result, which is written once, and with it the names in it; raises LeaseLost."""
    _must(_held(job).update(stage="drawing", lease_until=_lease_end(timezone.now())))
    text, outcome = json.dumps(result, separators=(",", ":")), result["outcome"]
    if Analysis.objects.filter(id=job.analysis_id, result=None).update(
        result=text, outcome=outcome, size=F("size") + len(text)
    ):
        # Read after it was written: whoever keeps a preview at this moment comes before or after.
        written = Analysis.objects.only("id", "expires").get(id=job.analysis_id)
        if not written.is_preview:
            index_names(written, result)


def finish(job: Job) -> None:
    """End a job well; raises LeaseLost."""
    _must(_held(job).update(state=State.DONE, lease=None, lease_until=None, stage="", finished=timezone.now()))


def fail(job: Job, reason: Reason) -> None:
    """End a job with a reason; raises LeaseLost."""
    _must(_held(job).update(**_failure(reason, timezone.now())))


@transaction.atomic
def give_back(job: Job, *, queue: str | None = None, reason: Reason | None = None) -> None:
    """Let a job wait again, in another queue when one is given, or end it, with a reason, when tried too often."""
    again = _held(job).filter(attempts__lt=limits().attempts)
    wanted = queue or job.queue
    if again.update(state=State.QUEUED, lease=None, lease_until=None, stage="", queue=wanted, notified=timezone.now()):
        notify_later(job.id, wanted)
    else:
        fail(job, reason or LOST)


@transaction.atomic
def lose(job: Job, now: datetime) -> bool:
    """Take the lease of a worker that is not heard of any more; False when it was renewed meanwhile."""
    lost = _held(job).filter(lease_until__lt=now)
    again = lost.filter(attempts__lt=limits().attempts)
    if again.update(state=State.QUEUED, lease=None, lease_until=None, stage="", notified=now):
        notify_later(job.id, job.queue)
        return True
    return lost.update(**_failure(LOST, now)) == 1


def cancel(jobs: list[uuid.UUID]) -> int:
    """End jobs that have not ended; a worker that runs one sees it at its next look. Gives how many."""
    unfinished = Job.objects.filter(id__in=jobs, state__in=(State.QUEUED, State.RUNNING))
    return unfinished.update(state=State.CANCELLED, lease=None, lease_until=None, stage="", finished=timezone.now())


def _held(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(id=job.id, state=State.RUNNING, lease=job.lease)


def _must(changed: int) -> None:
    if changed != 1:
        raise LeaseLost


def _lease_end(now: datetime) -> datetime:
    return now + timedelta(seconds=limits().lease_seconds)


def _failure(reason: Reason, now: datetime) -> dict[str, object]:
    return {
        "state": State.FAILED,
        "lease": None,
        "lease_until": None,
        "stage": "",
        "code": reason.code,
        "sentence": reason.sentence,
        "next_step": reason.next_step,
        "finished": now,
    }
