"""Take submissions, cancel and keep analyses."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from topoviz.engine.submission import Submission
from topoviz.rendering.submission_json import submission_to_json
from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team, User
from topoviz.web.analyses.cache_key import cache_key
from topoviz.web.analyses.jobs import add_job, cancel
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job, Kind, Queue, State
from topoviz.web.analyses.names import index_names
from topoviz.web.analyses.quotas import refuse_preview, refuse_to_keep
from topoviz.web.analyses.selectors import newest_job
from topoviz.web.analyses.versions import engine_version
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record

SAME_EVERY_TIME = ("too_complex",)
"""Failures that another attempt would only repeat."""


class InProject(Exception):
    """An analysis is a revision of a project, whose history needs it."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """An analysis, and whether work was begun for it just now."""

    analysis: Analysis
    is_new: bool


def submit(
    *,
    team: Team,
    submission: Submission,
    source: str,
    user: User | None = None,
    is_preview: bool = False,
    is_bounded: bool = True,
) -> Submitted:
    """Take a submission: it is on disk, with a job that works on it, before this returns.

    The same submission of a team is one analysis. A preview takes the place of earlier ones of its source that have
    not ended; submitting it again as more than a preview keeps it. `is_bounded` False takes more than a team may have
    waiting, as for an import: teams take turns, so this keeps nobody else waiting.

    Raises QuotaUsedUp and TooManyWaiting.
    """
    text = json.dumps(submission_to_json(submission), sort_keys=True, separators=(",", ":"))
    key = cache_key(team.id, text)
    try:
        with transaction.atomic():
            return _submit(team, text, key, source, user, is_preview=is_preview, is_bounded=is_bounded)
    except IntegrityError:
        # Somebody submitted the same at the same moment, and was first.
        with transaction.atomic():
            return _submit(team, text, key, source, user, is_preview=is_preview, is_bounded=is_bounded)


def keep(*, analysis: Analysis, source: str, user: User | None = None) -> Analysis:
    """Make a preview stay, and give it the time of a whole analysis when it had too little; raises QuotaUsedUp."""
    with transaction.atomic():
        locked = Analysis.objects.select_for_update(of=("self",)).get(id=analysis.id)
        _keep(locked, source, user)
    return locked


def cancel_analysis(*, analysis: Analysis) -> bool:
    """End the work on an analysis; False when it has ended already."""
    return cancel([newest_job(analysis).id]) == 1


@transaction.atomic
def delete_analysis(*, analysis: Analysis, caller: Caller) -> None:
    """Delete an analysis with all that was made of it: pictures, answers, lag reports and links. Work on it ends.

    A worker that still works on it finds that its job is gone, and keeps nothing. Raises InProject.
    """
    if analysis.revisions.exists():
        raise InProject
    Analysis.objects.filter(id=analysis.id).delete()
    record(team=analysis.team, caller=caller, action=Action.ANALYSIS_DELETED, target=str(analysis.id))


def _submit(
    team: Team, text: str, key: str, source: str, user: User | None, *, is_preview: bool, is_bounded: bool
) -> Submitted:
    analysis = Analysis.objects.select_for_update(of=("self",)).filter(cache_key=key).first()
    if is_preview:
        _replace_other_previews(source, analysis)
    if analysis is None:
        analysis = _create(team, text, key, user, is_preview=is_preview)
        add_job(analysis=analysis, queue=_queue(analysis), source=source, is_bounded=is_bounded)
        return Submitted(analysis, is_new=True)
    if not is_preview and analysis.is_preview:
        return Submitted(analysis, is_new=_keep(analysis, source, user))
    if analysis.is_preview:
        Analysis.objects.filter(id=analysis.id).update(expires=_preview_end())
    if _is_worth_another_try(newest_job(analysis)):
        add_job(analysis=analysis, queue=_queue(analysis), source=source, is_bounded=is_bounded)
        return Submitted(analysis, is_new=True)
    return Submitted(analysis, is_new=False)


def _create(team: Team, text: str, key: str, user: User | None, *, is_preview: bool) -> Analysis:
    (refuse_preview if is_preview else refuse_to_keep)(team, len(text))
    return Analysis.objects.create(
        team=team,
        size=len(text),
        submission=text,
        cache_key=key,
        engine_version=engine_version(),
        created_by=user,
        expires=_preview_end() if is_preview else None,
    )


def _keep(analysis: Analysis, source: str, user: User | None) -> bool:
    """Turn a preview into an analysis that stays; tell whether work was begun."""
    if not analysis.is_preview:
        return False
    refuse_to_keep(analysis.team, analysis.size)
    analysis.expires = None
    analysis.created_by = analysis.created_by or user
    analysis.save(update_fields=("expires", "created_by"))
    if analysis.result is not None:
        index_names(analysis, json.loads(analysis.result))
    job = newest_job(analysis)
    if job.state in (State.DONE, State.RUNNING):
        # One that runs is given to the other queue by its worker, should a preview's time not be enough.
        return False
    cancel([job.id])
    add_job(analysis=analysis, queue=Queue.ANALYSES, source=source)
    return True


def _replace_other_previews(source: str, analysis: Analysis | None) -> None:
    """End the work on earlier previews of a source, their pictures among it, and keep them for less time.

    Whoever types shall not wait for pictures of the text before, and leaves a preview of megabytes behind at every
    pause when it is a module.
    """
    replaced = Analysis.objects.filter(expires__isnull=False, jobs__source=source)
    if analysis is not None:
        replaced = replaced.exclude(id=analysis.id)
    unfinished = Job.objects.filter(analysis__in=replaced.values("id"), state__in=(State.QUEUED, State.RUNNING))
    theirs = unfinished.filter(Q(kind=Kind.DRAW) | Q(kind=Kind.ANALYZE, source=source))
    cancel(list(theirs.values_list("id", flat=True)))
    soon = timezone.now() + timedelta(seconds=limits().replaced_life_seconds)
    replaced.filter(expires__gt=soon).update(expires=soon)


def _is_worth_another_try(job: Job) -> bool:
    return job.state == State.CANCELLED or (job.state == State.FAILED and job.code not in SAME_EVERY_TIME)


def _queue(analysis: Analysis) -> Queue:
    return Queue.INTERACTIVE if analysis.is_preview else Queue.ANALYSES


def _preview_end() -> datetime:
    return timezone.now() + timedelta(seconds=limits().preview_life_seconds)
