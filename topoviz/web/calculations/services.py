"""Take questions, keep answers under names, and throw away what nobody kept."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team, User
from topoviz.web.analyses.drawing import View
from topoviz.web.analyses.jobs import add_job, cancel
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job, Kind, Queue, State
from topoviz.web.analyses.quotas import refuse_bytes, refuse_preview
from topoviz.web.analyses.services import keep
from topoviz.web.analyses.versions import engine_version
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record
from topoviz.web.calculations.models import Calculation, GivenRecords
from topoviz.web.calculations.selectors import calculating_job
from topoviz.web.calculations.traces import about_records, pack_records

Json = dict[str, Any]


def ask(
    *,
    analysis: Analysis,
    topology: int,
    kind: str,
    question: Json,
    source: str,
    user: User | None = None,
    first_view: View | None = None,
    old_analysis: Analysis | None = None,
    queue: Queue = Queue.INTERACTIVE,
    records: str | None = None,
) -> Calculation:
    """Take a question: it is on disk, with a job that works on it, before this returns.

    The same question about the same analysis, or the same two, is one calculation. A new one takes the place of earlier
    ones of its source and kind that have not ended and have no name: whoever changes numbers waits for the last ones
    only. The `first_view` of an answer that is not there yet is drawn with it. `queue` is for questions that nobody
    waits for. `records` are those of a simulation, kept beside its question; an empty text is none.
    """
    packed = pack_records(records) if records else b""
    if records is not None:
        # Its events may be many, and are there for an hour without a name.
        refuse_preview(analysis.team, len(packed))
        question = question | {"records": about_records(records)}
    text = json.dumps(question, sort_keys=True, separators=(",", ":"))
    asked = Calculation(
        team=analysis.team, analysis=analysis, old_analysis=old_analysis, topology=topology, kind=kind, question=text,
        engine_version=engine_version(), created_by=user, size=len(text) + len(packed),
    )  # fmt: skip
    asked.cache_key = _cache_key(asked)
    try:
        with transaction.atomic():
            return _ask(asked, source, first_view, queue, packed)
    except IntegrityError:
        # Somebody asked the same at the same moment, and was first.
        with transaction.atomic():
            return _ask(asked, source, first_view, queue, packed)


@transaction.atomic
def keep_as(*, calculation: Calculation, name: str, source: str, user: User | None = None) -> Calculation:
    """Give it a name, so that it stays, and with it what it is about; raises QuotaUsedUp."""
    keep_what_it_is_about(calculation=calculation, source=source, user=user)
    _refuse_what_is_too_much(calculation)
    calculation.name, calculation.expires = name, None
    calculation.save(update_fields=("name", "expires"))
    return calculation


@transaction.atomic
def keep_without_a_name(*, calculation: Calculation, source: str, user: User | None = None) -> None:
    """Let it stay though nobody gave it a name, as for a link that shows it; raises QuotaUsedUp."""
    keep_what_it_is_about(calculation=calculation, source=source, user=user)
    _refuse_what_is_too_much(calculation)
    calculation.expires = None
    calculation.save(update_fields=("expires",))


def keep_what_it_is_about(*, calculation: Calculation, source: str, user: User | None = None) -> None:
    """Make the analyses stay that a calculation is about."""
    for analysis in calculation.analyses:
        keep(analysis=analysis, source=source, user=user)


def cancel_calculation(*, calculation: Calculation) -> bool:
    """End the work on it; False when it has ended already."""
    return cancel([calculating_job(calculation).id]) == 1


@transaction.atomic
def delete_calculation(*, calculation: Calculation, caller: Caller) -> None:
    """Delete an answer with its pictures and links; work on it ends."""
    cancel_calculation(calculation=calculation)
    named = f"{calculation.kind} {calculation.name or calculation.id}"
    record(team=calculation.team, caller=caller, action=Action.CALCULATION_DELETED, target=named)
    calculation.delete()


def throw_away_expired(now: datetime | None = None) -> int:
    """Delete what has no name and whose time is over; gives how many."""
    over = Calculation.objects.filter(name="", expires__lt=now or timezone.now())
    return over.only("id").delete()[0]


def count_named(team: Team) -> int:
    """Count the answers of a team that somebody gave a name."""
    return Calculation.objects.filter(team=team).exclude(name="").count()


def move_calculations(old: Team, new: Team, caller: Caller) -> None:
    """Give all calculations of a team to another one, as their analyses are."""
    Calculation.objects.filter(team=old).update(team=new)


def _refuse_what_is_too_much(calculation: Calculation) -> None:
    if calculation.expires is not None:
        refuse_bytes(calculation.team, calculation.size)


def _ask(asked: Calculation, source: str, first_view: View | None, queue: Queue, records: bytes) -> Calculation:
    found = Calculation.objects.select_for_update(of=("self",)).filter(cache_key=asked.cache_key).first()
    _replace_others(source, asked.kind, found)
    if found is None:
        found = asked
        found.expires = _end()
        found.save(force_insert=True)
        if records:
            GivenRecords.objects.create(calculation=found, data=records)
    else:
        if found.expires is not None:
            Calculation.objects.filter(id=found.id).update(expires=_end())
        if not _is_worth_another_try(calculating_job(found)):
            return found
    add_job(
        analysis=found.analysis,
        queue=queue,
        source=source,
        kind=Kind.CALCULATE,
        calculation=found,
        **({} if first_view is None else asdict(first_view)),
    )
    return found


def _replace_others(source: str, kind: str, found: Calculation | None) -> None:
    unfinished = Job.objects.filter(
        source=source, kind=Kind.CALCULATE, calculation__kind=kind, calculation__name="",
        state__in=(State.QUEUED, State.RUNNING),
    )  # fmt: skip
    others = unfinished if found is None else unfinished.exclude(calculation=found)
    cancel(list(others.values_list("id", flat=True)))


def _is_worth_another_try(job: Job) -> bool:
    """Of what failed, the crash of a worker may pass; what the question itself brings about stays."""
    return job.state == State.CANCELLED or (job.state == State.FAILED and job.code == "crashed")


def _cache_key(asked: Calculation) -> str:
    about = [str(analysis.id) for analysis in asked.analyses]
    parts = (*about, str(asked.topology), asked.kind, asked.question, asked.engine_version)
    return hashlib.sha256(b"".join(hashlib.sha256(part.encode("ascii")).digest() for part in parts)).hexdigest()


def _end() -> datetime:
    return timezone.now() + timedelta(seconds=limits().preview_life_seconds)
